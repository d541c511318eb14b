import { afterAll, beforeAll, expect, test } from "vitest"
import { accountLimits } from "~/domain/accounts/account-limits"
import { cartLimits } from "~/domain/cart/change-cart.server"
import type { RateLimitRule } from "~/domain/rate-limits"
import { reviewLimits } from "~/domain/reviews/reviews.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { addProduct } from "~/testing/shop/buyers.server"
import { aMember } from "~/testing/shop/people.server"

let server: TestServer
let product: string
beforeAll(async () => {
  server = await openTestServer()
  product = await addProduct(server.shop, { stock: 5 })
})
afterAll(() => server.close())

/** The browser of a member who has used up this limit */
async function exhausted(rule: RateLimitRule) {
  const member = await aMember(server.shop)
  for (let i = 0; i < rule.points; i++) await server.shop.limits.consume(rule, member.id)
  return { member, browser: await server.signedIn(member) }
}

const WORDS = /Too many attempts\. Please try again in /

test.each([
  ["a review", reviewLimits.writtenByMember, "/product/PRODUCT/review", { rating: "5", comment: "Fine." }],
  ["a cart", cartLimits.changedByMember, "/product/PRODUCT", { quantity: "1" }],
  ["a profile", accountLimits.profileOfMember, "/update", { name: "Augusta" }],
  ["an email", accountLimits.emailOfMember, "/update", { name: "Augusta", email: "augusta@moved.example" }],
])(
  "on its page %s that changes too often is refused with a message, and the time to wait",
  async (_, rule, path, fields) => {
    const { member, browser } = await exhausted(rule)
    const sent = { product, productId: product, email: member.email, password: "correct horse battery", ...fields }
    const answer = await browser.post(path.replace("PRODUCT", product), sent)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(300)
    expect(await answer.text()).toMatch(WORDS)
  },
)

test("a cart line that cannot be removed, because of too many changes, shows a message in the cart", async () => {
  const { browser } = await exhausted(cartLimits.changedByMember)
  expect((await browser.post("/cart/remove", { product })).headers.get("Location")).toBe("/cart")
  expect(await (await browser.get("/cart")).text()).toMatch(WORDS)
})

test.each([
  ["/api/v1/product/review", reviewLimits.writtenByMember, { rating: 5, comment: "Fine." }],
  ["/api/v1/me/update", accountLimits.profileOfMember, { name: "Augusta" }],
  ["/api/v1/password/update", accountLimits.passwordOfMember, {}],
])("%s gets the error envelope, with the time to wait", async (path, rule, fields) => {
  const { member, browser } = await exhausted(rule)
  const passwords = {
    oldPassword: "correct horse battery",
    newPassword: "a new long one",
    confirmPassword: "a new long one",
  }
  const answer = await browser.json("PUT", path, { productId: product, email: member.email, ...passwords, ...fields })
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(300)
  expect(await answer.json()).toMatchObject({ success: false, message: expect.stringMatching(WORDS) })
})
