import { describe, expect, test } from "vitest"
import { addressAfterForm, keptNoCookie, withoutFormTime } from "./after-form"

const now = new Date("2026-11-28T12:00:00Z")
const TIME = now.getTime().toString(36)
const links = new Headers({ "User-Agent": "Links (2.28; Linux)", Referer: "http://shop.test/login" })
const lynx = new Headers({ "User-Agent": "Lynx/2.9.0dev.12", Referer: "http://shop.test/login" })
const firefox = (more: Record<string, string> = {}) =>
  new Headers({ Origin: "http://shop.test", "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "navigate", ...more })

describe("the way on after a form", () => {
  test.each([
    ["/shipping", `/shipping?after=${TIME}`],
    ["/cart?country=DE", `/cart?country=DE&after=${TIME}`],
    ["/product/1/mug#reviews", `/product/1/mug?after=${TIME}#reviews`],
  ])("%s is new for a browser that shows pages again", (path, way) => {
    expect(addressAfterForm(path, links, now)).toBe(way)
  })

  test("is the plain address for other browsers, and for programs", () => {
    for (const headers of [firefox({ Cookie: "a=b" }), lynx, new Headers(), new Headers({ "Sec-Fetch-Mode": "cors" })])
      expect(addressAfterForm("/shipping", headers, now)).toBe("/shipping")
  })

  test("is new after the first form of a browser, which may keep no cookies", () => {
    expect(addressAfterForm("/cart", firefox(), now)).toBe(`/cart?after=${TIME}`)
    expect(addressAfterForm("https://pay.test/session#key", firefox(), now)).toBe("https://pay.test/session#key")
  })

  test.each([
    [`/cart?after=${TIME}`, "/cart"],
    [`/cart?country=DE&after=${TIME}`, "/cart?country=DE"],
    [`/cart?after=${TIME}&country=DE`, "/cart?country=DE"],
  ])("%s is plain again once a browser has sent a cookie", (address, plain) => {
    const sent = { "sec-fetch-mode": "navigate", cookie: "a=b" }
    expect(withoutFormTime(address, sent)).toBe(plain)
    for (const headers of [{ "sec-fetch-mode": "navigate" }, { cookie: "a=b" }])
      expect(withoutFormTime(address, headers)).toBe(null)
    expect(withoutFormTime(plain, sent)).toBe(null)
  })
})

describe("a browser without cookies", () => {
  const asks = (path: string, headers = new Headers()) => keptNoCookie({ url: `http://shop.test${path}`, headers }, now)

  test("is recognized after a form, also at the login page that it is sent to", () => {
    expect(asks(`/product/1?option1=s&after=${TIME}`)).toBe(true)
    expect(asks(`/login?${new URLSearchParams({ redirect: `/account?after=${TIME}` })}`)).toBe(true)
  })

  test("is not one that sends a cookie, nor one that follows an old link", () => {
    expect(asks(`/cart?after=${TIME}`, new Headers({ Cookie: "counter=1" }))).toBe(false)
    expect(asks(`/cart?after=${(now.getTime() - 3_600_000).toString(36)}`)).toBe(false)
    for (const path of ["/cart", "/cart?after=", "/cart?after=nonsense!", "/cart?after=zzzzzzzzz"])
      expect([path, asks(path)]).toEqual([path, false])
  })
})
