import { expect, test } from "vitest"
import { openClientHash } from "./client-hash.server"

const hash = openClientHash(["a secret of some length", "an older one"])

test("a client counts as one, across its IPv6 site and in any notation of IPv4", () => {
  expect(hash("2001:db8:1:2::1")).toBe(hash("2001:db8:1:3:ffff::9"))
  expect(hash("2001:db8:2:2::1")).not.toBe(hash("2001:db8:1:2::1"))
  expect(hash("::ffff:192.0.2.1")).toBe(hash("192.0.2.1"))
})

test("the address cannot be found without the secret, and another secret gives another hash", () => {
  expect(hash("192.0.2.1")).toMatch(/^[\w-]{22}$/)
  expect(openClientHash(["another secret of that length"])("192.0.2.1")).not.toBe(hash("192.0.2.1"))
})
