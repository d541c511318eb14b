import { expect, test } from "vitest"
import { accountKey, addressKey, countsFrom, plainAddress } from "./rate-limit-keys.server"

test("an account is the same whatever the case of its email address", () => {
  expect(accountKey(" Ada@Shop.example")).toBe(accountKey("ada@shop.EXAMPLE"))
  expect(accountKey("bob@shop.example")).not.toBe(accountKey("ada@shop.example"))
})

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["::ffff:7f00:1", "127.0.0.1"],
  ["0:0:0:0:0:FFFF:C000:207", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:DB8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["192.0.2.7:51234", "192.0.2.7"],
  ["[2001:db8:1:2::9]:443", "2001:db8:1:2::/64"],
  ["", ""],
  ["127.1", "127.1"],
  ["127.1:80", "127.1:80"],
  ["nobody knows", "nobody knows"],
])("%s counts as %s", (address, key) => {
  expect(addressKey(address)).toBe(key)
})

test("an IPv6 site with many networks has a wider limit in addition to that of each network", () => {
  const rule = { name: "tries", points: 2, minutes: 1 }
  expect(countsFrom("[2001:db8:1:2::9]:443", rule)).toEqual([
    [rule, "2001:db8:1:2::/64"],
    [{ name: "tries-site", points: 10, minutes: 1 }, "2001:db8:1::/48"],
  ])
  expect(countsFrom("::ffff:192.0.2.7", rule)).toEqual([[rule, "192.0.2.7"]])
  expect(countsFrom("nobody knows", rule)).toEqual([[rule, "nobody knows"]])
})

test.each([
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["192.0.2.7", "192.0.2.7"],
  ["192.0.2.7:51234", "192.0.2.7"],
  ["2001:db8::1", "2001:db8::1"],
  ["[2001:db8::1]:443", "2001:db8::1"],
  ["", ""],
])("the address %s is shown as %s", (address, shown) => {
  expect(plainAddress(address)).toBe(shown)
})
