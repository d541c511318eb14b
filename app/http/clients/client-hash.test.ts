import { expect, test } from "vitest"
import { openClientHash } from "./client-hash.server"

const hash = openClientHash(["a secret of some length", "an older one"])

test("a client is counted as one, with all of IPv6 that its site has and however IPv4 is written", () => {
  expect(hash("2001:db8:1:2::1")).toBe(hash("2001:db8:1:3:ffff::9"))
  expect(hash("2001:db8:2:2::1")).not.toBe(hash("2001:db8:1:2::1"))
  expect(hash("::ffff:192.0.2.1")).toBe(hash("192.0.2.1"))
})

test("without the secret nobody finds the address, and another secret says something else", () => {
  expect(hash("192.0.2.1")).toMatch(/^[\w-]{22}$/)
  expect(openClientHash(["another secret of that length"])("192.0.2.1")).not.toBe(hash("192.0.2.1"))
})
