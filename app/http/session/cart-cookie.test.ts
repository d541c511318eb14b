import { randomBytes } from "node:crypto"
import { expect, test } from "vitest"
import { MAX_QUANTITY } from "~/domain/cart/cart"
import { decodeCart, encodeCart } from "./cart-cookie"
import { openSessionCookie } from "./session-cookie.server"

const id = () => randomBytes(12).toString("hex")
const full = Array.from({ length: 100 }, () => ({ variantId: id(), quantity: MAX_QUANTITY }))

test("a cart in a cookie is read back unchanged, in its order", () => {
  const cart = [
    { variantId: id(), quantity: 1 },
    { variantId: id(), quantity: 36 },
  ]
  expect(decodeCart(encodeCart(cart))).toEqual(cart)
})

test("a hundred products in the largest quantity fit a browser's cookie", async () => {
  const cookie = openSessionCookie({ secrets: ["a secret for this test"], secure: true })
  const line = await cookie.write({ token: "x".repeat(32), cart: full })
  expect(line.length).toBeLessThan(4096)
  const read = await cookie.read(new Request("https://shop.test", { headers: { Cookie: line.split(";")[0] ?? "" } }))
  expect(read.cart).toEqual(full)
})

test("an invalid cart reads as an empty one, and invalid lines are left out", () => {
  expect(decodeCart(undefined)).toEqual([])
  expect(decodeCart("' or 1=1 --")).toEqual([])
  const good = { variantId: id(), quantity: 2 }
  expect(decodeCart(`rubbish.${encodeCart([good])}.${encodeCart([{ ...good, quantity: 0 }])}`)).toEqual([good])
})

test("a cookie that was tampered with reads as empty", async () => {
  const cookie = openSessionCookie({ secrets: ["a secret for this test"], secure: false })
  const line = (await cookie.write({ token: "x".repeat(32), cart: full })).split(";")[0] ?? ""
  const forged = line.replace(/=../, "=AA")
  const read = await cookie.read(new Request("http://shop.test", { headers: { Cookie: forged } }))
  expect(read).toEqual({ token: null, cart: [] })
})

test("a secret that was rotated out of first place still verifies", async () => {
  const old = openSessionCookie({ secrets: ["the older of two secrets"], secure: false })
  const rotated = openSessionCookie({
    secrets: ["the newer of two secrets", "the older of two secrets"],
    secure: false,
  })
  const line = (await old.write({ token: "x".repeat(32), cart: [] })).split(";")[0] ?? ""
  const read = await rotated.read(new Request("http://shop.test", { headers: { Cookie: line } }))
  expect(read.token).toBe("x".repeat(32))
})
