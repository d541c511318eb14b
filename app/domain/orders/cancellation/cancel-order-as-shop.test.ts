import { expect, test } from "vitest"
import { checkInvariants } from "~/domain/checkout/check-invariants.server"
import { stockOf } from "~/testing/shop/buyers.server"
import { buy, openOrdersTest } from "~/testing/shop/test-orders.server"
import { advanceOrder } from "../advance-order.server"
import { unitsToSend } from "../order"
import { findOrder } from "../orders.server"
import { cancelOrder, cancelOrderAsShop } from "./cancel-order.server"
import { cancelRefundedOrders } from "./cancel-refunded-orders.server"
import { refundOrder } from "./refund-order.server"

const here = openOrdersTest()

const mailsAbout = async (id: string) =>
  here.shop.db
    .selectFrom("mails")
    .select(["kind", "text_body"])
    .where("text_body", "like", `%${id}%`)
    .where("kind", "<>", "order-confirmed")
    .execute()

const lineOf = async (id: string) => (await findOrder(here.shop, here.admin, id)).lines[0]?.id ?? ""

test("the shop cancels an order: it is refunded, its units return to stock, and its customer is told why", async () => {
  const { shop, mug, ada, admin } = here
  const before = await stockOf(shop, mug)
  const id = await buy(shop, ada, mug, 2)
  expect(await cancelOrderAsShop(shop, admin, id, { reason: "The kiln broke.", restock: true, snapshot: 0 })).toBe(
    4_700,
  )
  const order = await findOrder(shop, ada, id)
  expect(order).toMatchObject({ status: "Cancelled", refunded: 4_700, cancellationReason: "The kiln broke." })
  expect(order.refunds).toMatchObject([{ amount: 4_700, status: "succeeded", reason: "The kiln broke." }])
  expect(await stockOf(shop, mug)).toBe(before)
  const mails = await mailsAbout(id)
  expect(mails.map(({ kind }) => kind)).toEqual(["order-cancelled"])
  expect(mails[0]?.text_body).toMatch(/we had to cancel your order\.\s+The kiln broke\.\s+We are refunding \$47\.00/)
  const entries = await shop.db.selectFrom("audit_log").selectAll().where("subject_id", "=", id).execute()
  expect(entries).toMatchObject([
    {
      action: "order.cancelled",
      actor_id: admin.id,
      before: { status: "Processing", refunded: 0 },
      after: { status: "Cancelled", refunded: 4_700, restocked: 2 },
      person_id: here.ada.id,
      personal_after: { reason: "The kiln broke." },
    },
  ])
})

test("units that are not restocked are written off", async () => {
  const { shop, ada, mug, admin } = here
  const id = await buy(shop, ada, mug, 2)
  const before = await stockOf(shop, mug)
  await cancelOrderAsShop(shop, admin, id, { reason: "Broken", restock: false })
  expect(await stockOf(shop, mug)).toBe(before)
  expect((await findOrder(shop, ada, id)).lines).toMatchObject([{ writtenOffQuantity: 2, returnedQuantity: 0 }])
  expect(await checkInvariants(shop)).toEqual([])
})

test("earlier refunds are not repeated, and a concurrent refund is a conflict", async () => {
  const { shop, ada, mug, admin, other } = here
  const id = await buy(shop, ada, mug, 2)
  await refundOrder(shop, admin, id, { amount: 1_000 })
  await expect(cancelOrderAsShop(shop, other, id, { reason: "Late", restock: true, snapshot: 0 })).rejects.toThrow(
    "This order has since been refunded",
  )
  expect(await cancelOrderAsShop(shop, other, id, { reason: "Late", restock: true, snapshot: 1_000 })).toBe(3_700)
})

test("an order that is shipped, delivered or cancelled cannot be cancelled, with a message for each", async () => {
  const { shop, ada, mug, admin } = here
  const id = await buy(shop, ada, mug)
  const cancel = () => cancelOrderAsShop(shop, admin, id, { reason: "Late", restock: true })
  await advanceOrder(shop, admin, id, "Shipped")
  await expect(cancel()).rejects.toThrow("This order is on its way and can no longer be cancelled")
  await advanceOrder(shop, admin, id, "Delivered")
  await expect(cancel()).rejects.toThrow("This order has been delivered and can no longer be cancelled")
  const next = await buy(shop, ada, mug)
  await cancelOrder(shop, ada, next)
  await expect(cancelOrderAsShop(shop, admin, next, { reason: "Late", restock: true })).rejects.toThrow(
    "already cancelled",
  )
})

test("of concurrent actions by shop, customer and packer one succeeds, and the records agree", async () => {
  const { shop, ada, mug, admin, other } = here
  for (let round = 0; round < 5; round++) {
    const id = await buy(shop, ada, mug)
    const tries = await Promise.allSettled([
      cancelOrderAsShop(shop, admin, id, { reason: "Late", restock: true }),
      cancelOrderAsShop(shop, other, id, { reason: "Late", restock: true }),
      cancelOrder(shop, ada, id),
      advanceOrder(shop, admin, id, "Shipped"),
    ])
    expect(tries.filter((one) => one.status === "fulfilled")).toHaveLength(1)
    const order = await findOrder(shop, ada, id)
    expect(order.refunded).toBe(order.status === "Cancelled" ? order.totals.total : 0)
  }
  expect(await checkInvariants(shop)).toEqual([])
})

test("an order whose refund the gateway refuses is still cancelled, and the owner is notified", async () => {
  const { shop, ada, mug, admin } = here
  const refund: typeof shop.payments.refund = async ({ intentId, amount, refundId }) => {
    const failed = { status: "failed", failure: "The card has expired", createdAt: new Date() } as const
    return { id: `re_${refundId}`, intentId, amount, refundId, ...failed }
  }
  const id = await buy(shop, ada, mug)
  const refusing = { ...shop, payments: { ...shop.payments, refund } }
  await expect(cancelOrderAsShop(refusing, admin, id, { reason: "Late", restock: true })).rejects.toThrow(
    "The order is cancelled, but the payment service refused to refund $36.00: The card has expired.",
  )
  expect(await findOrder(shop, ada, id)).toMatchObject({ status: "Cancelled", refunded: 0 })
  expect(await refundOrder(shop, admin, id, { amount: "whole" })).toBe(3_600)
})

test("a full refund before shipping cancels the order in the same transaction, with one mail", async () => {
  const { shop, mug, ada, admin } = here
  const before = await stockOf(shop, mug)
  const id = await buy(shop, ada, mug, 3)
  await refundOrder(shop, admin, id, { amount: 1_000 })
  await refundOrder(shop, admin, id, { amount: "whole", restock: true })
  expect(await findOrder(shop, ada, id)).toMatchObject({ status: "Cancelled", payment: { status: "refunded" } })
  expect(await stockOf(shop, mug)).toBe(before)
  expect((await mailsAbout(id)).map(({ kind }) => kind).sort()).toEqual(["order-cancelled", "order-refunded"])
})

test("a full refund of a shipped order leaves it shipped", async () => {
  const { shop, ada, mug, admin } = here
  const id = await buy(shop, ada, mug)
  await advanceOrder(shop, admin, id, "Shipped")
  await refundOrder(shop, admin, id, { amount: "whole" })
  expect((await findOrder(shop, ada, id)).status).toBe("Shipped")
  await advanceOrder(shop, admin, id, "Delivered")
})

test("no fully refunded order waits to be packed, whatever created its refunds", async () => {
  const { shop, mug, ada } = here
  const before = await stockOf(shop, mug)
  const id = await buy(shop, ada, mug, 2)
  const { payment, totals } = await findOrder(shop, ada, id)
  await shop.db
    .insertInto("refunds")
    .values({
      id: id.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
      order_id: id,
      payment_intent_id: payment.intentId,
      amount: totals.total,
      reason: "Refunded at the payment service",
      status: "succeeded",
    })
    .execute()
  await Promise.all([cancelRefundedOrders(shop), cancelRefundedOrders(shop)])
  expect((await findOrder(shop, ada, id)).status).toBe("Cancelled")
  expect(await stockOf(shop, mug)).toBe(before)
  expect((await mailsAbout(id)).map(({ kind }) => kind)).toEqual(["order-cancelled"])
})

test("refunded units are not packed, and an order without others is not shipped", async () => {
  const { shop, ada, mug, admin } = here
  const id = await buy(shop, ada, mug, 3)
  const line = await lineOf(id)
  await refundOrder(shop, admin, id, { units: [{ line, quantity: 1 }] })
  await refundOrder(shop, admin, id, { units: [{ line, quantity: 1 }], restock: true })
  expect(unitsToSend(await findOrder(shop, ada, id))).toBe(1)
  await advanceOrder(shop, admin, id, "Shipped")
  const [shipped] = (await mailsAbout(id)).filter(({ kind }) => kind === "order-shipped")
  expect(shipped?.text_body).toMatch(/The parcel does not contain the items that we have refunded\.\s+Mug {2}\$10\.00/)
  await refundOrder(shop, admin, id, { units: [{ line, quantity: 1 }] })
  expect(unitsToSend(await findOrder(shop, ada, id))).toBe(1)

  const empty = await buy(shop, ada, mug, 2)
  await refundOrder(shop, admin, empty, { units: [{ line: await lineOf(empty), quantity: 2 }] })
  await expect(advanceOrder(shop, admin, empty, "Shipped")).rejects.toThrow(
    "Every unit of this order was refunded: there is nothing to send. You can cancel the order.",
  )
  expect((await findOrder(shop, ada, empty)).status).toBe("Processing")
  expect(await cancelOrderAsShop(shop, admin, empty, { reason: "Nothing left", restock: false })).toBe(2_500)
})
