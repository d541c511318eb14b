import { expect, test } from "vitest"
import { requireMember } from "~/domain/accounts/actor"
import { stockOf } from "~/testing/shop/buyers.server"
import { buy, openOrdersTest, signUp } from "~/testing/shop/test-orders.server"
import { advanceOrder } from "../advance-order.server"
import { findOrder } from "../orders.server"
import { cancelOrder } from "./cancel-order.server"
import { refundOrder } from "./refund-order.server"

const here = openOrdersTest()

test("a cancelled order is refunded and restocked, and its customer gets one mail", async () => {
  const { shop, mug, ada } = here
  const before = await stockOf(shop, mug)
  const id = await buy(shop, ada, mug, 4)
  await cancelOrder(shop, ada, id)
  const order = await findOrder(shop, ada, id)
  expect(order).toMatchObject({ status: "Cancelled", payment: { status: "refunded" }, refunded: order.totals.total })
  expect(order.refunds).toMatchObject([{ status: "succeeded", reason: "Cancelled by the customer" }])
  expect(await stockOf(shop, mug)).toBe(before)
  const mails = await shop.db
    .selectFrom("mails")
    .select("kind")
    .where("text_body", "like", `%${id}%`)
    .where("kind", "<>", "order-confirmed")
    .execute()
  expect(mails).toEqual([{ kind: "order-cancelled" }])
})

test("only outstanding amounts and units are refunded and restocked", async () => {
  const { shop, mug, ada, admin } = here
  const before = await stockOf(shop, mug)
  const id = await buy(shop, ada, mug, 2)
  const [line] = (await findOrder(shop, ada, id)).lines
  await refundOrder(shop, admin, id, { units: [{ line: line?.id ?? "", quantity: 1 }], restock: true })
  await cancelOrder(shop, ada, id)
  const order = await findOrder(shop, ada, id)
  expect(order.refunds.map((refund) => refund.amount)).toEqual([1_100, order.totals.total - 1_100])
  expect(await stockOf(shop, mug)).toBe(before)
})

test("an order is cancelled once, however often the button is pressed", async () => {
  const { shop, mug, ada } = here
  const before = await stockOf(shop, mug)
  const id = await buy(shop, ada, mug)
  const tries = await Promise.allSettled(Array.from({ length: 5 }, () => cancelOrder(shop, ada, id)))
  expect(tries.filter((one) => one.status === "fulfilled")).toHaveLength(1)
  expect((await findOrder(shop, ada, id)).refunds).toHaveLength(1)
  expect(await stockOf(shop, mug)).toBe(before)
})

test("a concurrent refund and cancellation pay back once", async () => {
  const { shop, ada, mug, admin } = here
  for (let round = 0; round < 5; round++) {
    const id = await buy(shop, ada, mug)
    await Promise.allSettled([
      cancelOrder(shop, ada, id),
      refundOrder(shop, admin, id, { amount: "whole", restock: true }),
    ])
    const order = await findOrder(shop, ada, id)
    expect(order.refunded).toBe(order.totals.total)
    expect(order.refunds.reduce((sum, refund) => sum + refund.amount, 0)).toBe(order.totals.total)
    expect(order.lines[0]?.returnedQuantity).toBe(1)
  }
})

test("a shipped order can no longer be cancelled", async () => {
  const { shop, ada, mug, admin } = here
  const id = await buy(shop, ada, mug)
  await advanceOrder(shop, admin, id, "Shipped")
  await expect(cancelOrder(shop, ada, id)).rejects.toThrow("This order is on its way and can no longer be cancelled")
})

test("no one can cancel someone else's order, not even an administrator", async () => {
  const { shop, ada, mug, admin } = here
  const id = await buy(shop, ada, mug)
  const eve = await signUp(shop, "eve@shop.test", "Eve")
  await expect(cancelOrder(shop, eve, id)).rejects.toThrow("No order found")
  await expect(cancelOrder(shop, requireMember(admin), id)).rejects.toThrow("No order found")
  await expect(cancelOrder(shop, ada, "not-an-id")).rejects.toThrow("No order found")
})
