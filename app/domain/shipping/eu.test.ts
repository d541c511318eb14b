import { expect, test } from "vitest"
import { isInEu } from "./eu"

test("consumers have the EU's rights in its outermost regions and in Åland, and not in its overseas countries", () => {
  const of = (codes: string) => codes.split(" ").filter(isInEu).join(" ")
  // TFEU, articles 349 and 355(1): in the EU. Article 355(4) and protocol 2: Åland as well.
  expect(of("GP GF MQ RE YT MF AX ES DE FI")).toBe("GP GF MQ RE YT MF AX ES DE FI")
  // Annex II and article 355(5): not.
  expect(of("NC PF PM WF BL TF AW CW SX BQ GL FO IM JE GG MC SM VA AD LI GB")).toBe("")
})
