import { expect, test } from "vitest"
import { isInEu } from "./eu"

test("consumers have EU rights in its outermost regions and in Åland, but not in its overseas countries", () => {
  const of = (codes: string) => codes.split(" ").filter(isInEu).join(" ")
  // In the EU by TFEU, articles 349 and 355(1); Åland by article 355(4) and protocol 2
  expect(of("GP GF MQ RE YT MF AX ES DE FI")).toBe("GP GF MQ RE YT MF AX ES DE FI")
  // Not in the EU by annex II and article 355(5)
  expect(of("NC PF PM WF BL TF AW CW SX BQ GL FO IM JE GG MC SM VA AD LI GB")).toBe("")
})
