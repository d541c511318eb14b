import { expect, test } from "vitest"
import { plainAddress } from "./plain-address"

test.each([
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["192.0.2.7", "192.0.2.7"],
  ["2001:db8::1", "2001:db8::1"],
  ["", ""],
])("the address %s is shown as %s", (address, shown) => {
  expect(plainAddress(address)).toBe(shown)
})
