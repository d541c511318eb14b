import { expect, test } from "vitest"
import { cut } from "./cut"

test("a text is cut before a character that does not fit as a whole", () => {
  expect(cut("Caps", 4)).toBe("Caps")
  expect(cut("Caps", 3)).toBe("Cap")
  expect(cut("ab🧢", 4)).toBe("ab🧢")
  expect(cut("ab🧢", 3)).toBe("ab")
  expect(cut("ab🧢🧢", 5)).toBe("ab🧢")
})
