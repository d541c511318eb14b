import { beforeAll, expect, test } from "vitest"
import { advanceOrder } from "~/domain/orders/advance-order.server"
import { logStatements, type StatementLog } from "~/testing/pages/statements.server"
import { openBackOfficeTest } from "~/testing/shop/back-office.server"
import { PASSWORD } from "~/testing/shop/people.server"
import { buy } from "~/testing/shop/test-orders.server"

const here = openBackOfficeTest()
let log: StatementLog

beforeAll(() => {
  log = logStatements(here.pool)
})

/**
 * Excludes `begin` and `commit`. The sandbox stores its payments in the same database, so its three statements count.
 */
const statements = () => log.texts.filter((text) => !/^(begin|commit)\b/.test(text))

/** From the click to the redirect */
async function expectAtMost(most: number, press: () => Promise<Response>): Promise<void> {
  log.clear()
  expect((await press()).status).toBe(303)
  expect(statements().length, statements().join("\n")).toBeLessThanOrEqual(most)
}

const refundRest = (id: string) =>
  here.adminBrowser.post(`/admin/order/${id}/refund`, { whole: "yes", restock: "on", snapshot: 0 })

test("refunding the rest of an order, with its goods back to stock, takes at most 18 statements", async () => {
  const id = await buy(here.shop, here.ada, here.mug, 2)
  await expectAtMost(18, () => refundRest(id))
})

test("refunding the rest of a shipped order takes at most 16", async () => {
  const id = await buy(here.shop, here.ada, here.mug, 2)
  await advanceOrder(here.shop, here.admin, id, "Shipped")
  await expectAtMost(16, () => refundRest(id))
})

test("a customer's cancellation takes at most 16", async () => {
  const buyer = here.visitor()
  await buyer.post("/login", { email: here.ada.email, password: PASSWORD })
  const id = await buy(here.shop, here.ada, here.mug, 2)
  await expectAtMost(16, () => buyer.post(`/order/${id}/cancel`, {}))
})
