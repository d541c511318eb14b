import { beforeAll, expect, test } from "vitest"
import { findShopIdentity } from "~/domain/payments/shop-mark.server"
import { logStatements, type StatementLog } from "~/testing/pages/statements.server"
import { card, hiddenFields, openWebCheckoutTest } from "~/testing/pages/web-checkout.server"
import { aMember, PASSWORD } from "~/testing/shop/people.server"

const here = openWebCheckoutTest()
let log: StatementLog

beforeAll(() => {
  log = logStatements(here.pool)
})

/** `begin` and `commit` count. Lower a figure when fewer are needed. */
test("paying by card takes at most 19 statements from the button to the thank-you page, 12 of them in the transaction that places the order", async () => {
  // A process reads this once, at the start of its background work.
  await findShopIdentity(here.shop)
  await here.confirm()
  const { html } = await here.page("/process/payment")
  log.clear()
  const paid = await here.browser.post("/process/payment", { ...hiddenFields(html), ...card })
  const settlements = transactionsIn(log.texts)
  expect((await here.page(paid.headers.get("Location") ?? "")).html).toContain("Placed successfully")
  expect(log.texts.length, log.texts.join("\n")).toBeLessThanOrEqual(19)
  expect(settlements).toHaveLength(1)
  expect(settlements[0]?.length, settlements.join("\n")).toBeLessThanOrEqual(12)
  // The sandbox stores its payments in the same database, which makes gateway calls visible.
  expect(settlements.flat().filter((text) => text.includes("sandbox_"))).toEqual([])
})

test("confirming takes at most 12 statements, and only the commit while others wait for the units", async () => {
  await here.page("/")
  log.clear()
  expect((await here.confirm()).headers.get("Location")).toBe("/process/payment")
  const confirming = log.texts.slice(log.texts.findLastIndex((text) => text.includes('from "sessions"')))
  expect(confirming.length, confirming.join("\n")).toBeLessThanOrEqual(12)
  const locking = confirming.findIndex((text) => /from variants\b.*for no key update/s.test(text))
  expect(confirming.slice(locking + 1, locking + 2)).toEqual(["commit"])
})

test("signing in with a cart takes at most 11 statements, and three more for the mail about a new device", async () => {
  const visitor = here.visitor()
  const member = await aMember(here.shop)
  for (const most of [11 + 3, 11]) {
    await visitor.post(`/product/${here.tray}`, { product: here.tray, quantity: 1 })
    log.clear()
    expect((await visitor.post("/login", { email: member.email, password: PASSWORD })).status).toBe(303)
    expect(log.texts.length, log.texts.join("\n")).toBeLessThanOrEqual(most)
    await visitor.post("/logout", {})
  }
})

test.each([
  ["a member", 4, () => here.browser],
  ["a visitor", 1, () => here.visitor()],
] as const)("adding a product to the cart of %s takes at most %i statements", async (_, most, browser) => {
  const by = browser()
  log.clear()
  expect((await by.post(`/product/${here.tray}`, { product: here.tray, quantity: 1 })).status).toBe(303)
  expect(log.texts.length, log.texts.join("\n")).toBeLessThanOrEqual(most)
})

/** The statements from each `begin` to its `commit` */
function transactionsIn(texts: readonly string[]): string[][] {
  const found: string[][] = []
  for (const text of texts) {
    if (text === "begin") found.push([])
    if (text === "begin" || found.at(-1)?.at(-1) !== "commit") found.at(-1)?.push(text)
  }
  return found
}
