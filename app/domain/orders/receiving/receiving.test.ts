import { beforeAll, expect, test } from "vitest"
import { DAY } from "~/domain/durations"
import { addBuyer, moveStock, stockOf } from "~/testing/shop/buyers.server"
import { openOrdersTest, shelve } from "~/testing/shop/test-orders.server"
import { allowWaysToPay, orderUnpaid } from "~/testing/shop/unpaid-orders.server"
import { type AdvanceFields, advanceOrder } from "../advance-order.server"
import { anonymizeFinishedOrders } from "../anonymize-orders.server"
import { cancelOrder } from "../cancellation/cancel-order.server"
import { missingOf } from "../order"
import { findOrder } from "../orders.server"
import { shipOrders } from "../packing/ship-orders.server"
import { softDeleteOrder } from "../soft-delete-order.server"
import { receivePayment } from "./receive-payment.server"
import { listReceivedPayments } from "./received-payments.server"
import { recordPayment, reopenOrder, undoPayment } from "./record-payment.server"
import { endUnpaidOrders } from "./unpaid-orders.server"

const here = openOrdersTest()
beforeAll(() => allowWaysToPay(here.shop, here.admin))

const order = (id: string) => findOrder(here.shop, here.admin, id)
const pay = (orderId: string, amount: number) =>
  here.shop.transaction((tx) =>
    receivePayment(tx, { orderId, amount, receivedAt: tx.now(), recordedBy: here.admin, bankLineId: null }),
  )
const mailsOf = async (id: string) => {
  const { rows } = await here.pool.query<{ kind: string; text_body: string }>(
    "select kind, text_body from mails where text_body like $1 order by created_at, id",
    [`%${id}%`],
  )
  return rows
}
const kindsOf = async (id: string) => (await mailsOf(id)).map(({ kind }) => kind)

async function orderMugs(quantity = 1) {
  const buyer = await addBuyer(here.shop)
  return { buyer, id: await orderUnpaid(here.shop, buyer, here.mug, { quantity }) }
}

test("an order by bank transfer awaits payment, takes its units, and is mailed with the account", async () => {
  const before = await stockOf(here.shop, here.mug)
  const { id } = await orderMugs(2)
  const placed = await order(id)
  expect(placed).toMatchObject({
    status: "Processing",
    payment: { status: "awaiting", method: "transfer", paidAt: null, received: 0 },
  })
  expect(placed.payment.intentId).toMatch(/^transfer_[0-9a-f]{24}$/)
  expect(missingOf(placed)).toBe(placed.totals.total)
  expect(await stockOf(here.shop, here.mug)).toBe(before - 2)
  const [mail] = await mailsOf(id)
  expect(mail?.kind).toBe("order-confirmed")
  for (const text of ["not paid yet", "DE89 3704 0044 0532 0130 00", "Counter GmbH", "Reference", "RF"])
    expect(mail?.text_body).toContain(text)
})

test("parts of a payment add up, and an excess is not recorded", async () => {
  const { id } = await orderMugs()
  const { total } = (await order(id)).totals
  expect(await pay(id, 1_000)).toEqual({ kind: "part", missing: total - 1_000, excess: 0 })
  expect((await order(id)).payment).toMatchObject({ status: "awaiting", received: 1_000 })
  expect(await pay(id, total)).toEqual({ kind: "over", missing: 0, excess: 1_000 })
  const paid = await order(id)
  expect(paid.payment).toMatchObject({ status: "succeeded", received: total, paidAt: expect.any(Date) })
  expect(await pay(id, 500)).toEqual({ kind: "already-paid", missing: 0, excess: 500 })
  expect(await kindsOf(id)).toEqual(["order-confirmed", "order-payment-received", "order-payment-received"])
  const [, part, rest] = await mailsOf(id)
  expect(part?.text_body).toContain("It is not the whole amount")
  expect(rest?.text_body).toContain("$10.00 of it is more than you had to pay")
})

test("of two payments at the same time one pays the order", async () => {
  const { id } = await orderMugs()
  const { total } = (await order(id)).totals
  const receipts = await Promise.all([pay(id, total), pay(id, total)])
  expect(receipts.map(({ kind }) => kind).sort()).toEqual(["already-paid", "paid"])
  expect(await listReceivedPayments(here.shop, here.admin, id)).toHaveLength(1)
})

test("money for a cancelled or deleted order is not recorded", async () => {
  const { id, buyer } = await orderMugs()
  await cancelOrder(here.shop, buyer, id)
  expect(await pay(id, 500)).toMatchObject({ kind: "cancelled", excess: 500 })
  const deleted = (await orderMugs()).id
  await expect(softDeleteOrder(here.shop, here.admin, deleted)).rejects.toThrow("cancel it, or mark it as paid")
  await advanceOrder(here.shop, here.admin, deleted, "Shipped", { paymentSnapshot: "awaiting" })
  await softDeleteOrder(here.shop, here.admin, deleted)
  expect(await pay(deleted, 500)).toMatchObject({ kind: "cancelled", excess: 500 })
})

test("staff record a payment by hand, but no more than is missing, and not of tomorrow", async () => {
  const { shop, admin } = here
  const { id } = await orderMugs()
  const { total } = (await order(id)).totals
  const today = shop.now().toISOString().slice(0, 10)
  const record = (amount: number, receivedOn = today) =>
    shop.transaction((tx) => recordPayment(tx, admin, id, { amount, receivedOn }))
  await expect(record(total + 1)).rejects.toMatchObject({ field: "amount" })
  await expect(record(total, "2999-01-01")).rejects.toMatchObject({ field: "receivedOn" })
  expect(await record(total)).toBe(true)
  await expect(record(1)).rejects.toThrow("This order is already paid")
  expect(await listReceivedPayments(shop, admin, id)).toMatchObject([
    { amount: total, recordedBy: admin.name, undoneAt: null },
  ])
})

test("an undone payment leaves the order unpaid, with time to pay again", async () => {
  const { shop, admin, clock } = here
  const { id } = await orderMugs()
  await pay(id, (await order(id)).totals.total)
  clock.advance({ days: 30 })
  await endUnpaidOrders(shop)
  expect((await order(id)).status).toBe("Processing")
  const [payment] = await listReceivedPayments(shop, admin, id)
  const undo = () => undoPayment(shop, admin, { orderId: id, id: payment?.id ?? "" })
  await undo()
  await expect(undo()).rejects.toThrow("already been undone")
  const unpaid = await order(id)
  expect(unpaid.payment).toMatchObject({ status: "awaiting", paidAt: null, received: 0 })
  expect(unpaid.payment.dueAt?.getTime()).toBeGreaterThan(shop.now().getTime())
  expect(await listReceivedPayments(shop, admin, id)).toMatchObject([{ undoneBy: admin.name }])
})

test("an undone payment is mailed, and its customer gets the usual time and a reminder again", async () => {
  const { shop, admin, clock } = here
  const { id } = await orderMugs()
  clock.advance({ days: 6 })
  await endUnpaidOrders(shop)
  await pay(id, (await order(id)).totals.total)
  const [payment] = await listReceivedPayments(shop, admin, id)
  await undoPayment(shop, admin, { orderId: id, id: payment?.id ?? "" })
  const dueIn = ((await order(id)).payment.dueAt?.getTime() ?? 0) - shop.now().getTime()
  expect(dueIn).toBeGreaterThan(6 * DAY)
  expect((await mailsOf(id)).at(-1)?.text_body).toMatch(/payment that we recorded[\s\S]*Reference/)
  clock.advance({ days: 6 })
  await endUnpaidOrders(shop)
  expect((await order(id)).status).toBe("Processing")
  expect((await kindsOf(id)).slice(-2)).toEqual(["order-payment-undone", "order-payment-reminder"])
})

test("a form that showed a transfer as paid does not ship its order after the payment was undone", async () => {
  const { shop, admin } = here
  const { id } = await orderMugs()
  await pay(id, (await order(id)).totals.total)
  const { status: paymentSnapshot } = (await order(id)).payment
  const [payment] = await listReceivedPayments(shop, admin, id)
  await undoPayment(shop, admin, { orderId: id, id: payment?.id ?? "" })
  const ship = (shipment: AdvanceFields) =>
    shop.transaction((tx) => shipOrders(tx, admin, [{ id, row: 0, ...shipment }]))
  for (const stale of [{ paymentSnapshot }, {}])
    await expect(ship(stale)).rejects.toMatchObject({
      kind: "conflict",
      messages: { "orders[0].ship": expect.stringContaining("has not arrived") },
    })
  await expect(advanceOrder(shop, admin, id, "Shipped", { paymentSnapshot })).rejects.toThrow("has not arrived")
  await ship({ paymentSnapshot: "awaiting" })
  expect((await order(id)).status).toBe("Shipped")
})

test("a payment by transfer cannot be undone after shipping; one on delivery can", async () => {
  const { shop, admin } = here
  for (const [payment, refusal] of [
    ["transfer", "has since been sent"],
    ["delivery", null],
  ] as const) {
    const id = await orderUnpaid(shop, await addBuyer(shop), here.mug, { payment })
    await pay(id, (await order(id)).totals.total)
    await advanceOrder(shop, admin, id, "Shipped")
    const [received] = await listReceivedPayments(shop, admin, id)
    const undoing = undoPayment(shop, admin, { orderId: id, id: received?.id ?? "" })
    if (refusal) await expect(undoing).rejects.toThrow(refusal)
    else await undoing
  }
})

test("customers are reminded once, then the order is cancelled and its units are for sale again", async () => {
  const { shop, clock } = here
  const bowl = await shelve(shop, here.admin, { name: "Bowl" })
  const id = await orderUnpaid(shop, await addBuyer(shop), bowl, { quantity: 3 })
  await endUnpaidOrders(shop)
  expect(await kindsOf(id)).toEqual(["order-confirmed"])
  clock.advance({ days: 6 })
  await endUnpaidOrders(shop)
  await endUnpaidOrders(shop)
  expect(await kindsOf(id)).toEqual(["order-confirmed", "order-payment-reminder"])
  clock.advance({ days: 2 })
  await Promise.all([endUnpaidOrders(shop), endUnpaidOrders(shop)])
  const ended = await order(id)
  expect(ended).toMatchObject({ status: "Cancelled", payment: { status: "awaiting" }, refunds: [] })
  expect(await stockOf(shop, bowl)).toBe(10)
  expect(await kindsOf(id)).toEqual(["order-confirmed", "order-payment-reminder", "order-cancelled"])
})

test("orders that are paid on collection or delivery are never cancelled by themselves", async () => {
  const { shop, clock } = here
  const id = await orderUnpaid(shop, await addBuyer(shop), here.mug, { payment: "delivery" })
  clock.advance({ days: 100 })
  await endUnpaidOrders(shop)
  expect((await order(id)).status).toBe("Processing")
})

test("an order of a deleted account cannot be reopened", async () => {
  const { shop, admin } = here
  const { id, buyer } = await orderMugs()
  await cancelOrder(shop, buyer, id)
  await shop.db.updateTable("users").set({ erased_at: shop.now() }).where("id", "=", buyer.id).execute()
  await shop.transaction(anonymizeFinishedOrders)
  await expect(reopenOrder(shop, admin, id)).rejects.toMatchObject({
    kind: "conflict",
    message: expect.stringContaining("pay the money back instead"),
  })
})

test("a cancelled order can be reopened for late money if its units are left", async () => {
  const { shop, admin } = here
  const { id, buyer } = await orderMugs(2)
  const before = await stockOf(shop, here.mug)
  await cancelOrder(shop, buyer, id)
  const tries = await Promise.allSettled([reopenOrder(shop, admin, id), reopenOrder(shop, admin, id)])
  expect(tries.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
  expect(await stockOf(shop, here.mug)).toBe(before)
  expect(await order(id)).toMatchObject({ status: "Processing", cancelledAt: null, payment: { status: "awaiting" } })
  expect((await mailsOf(id)).at(-1)?.text_body).toMatch(/no longer cancelled[\s\S]*Reference/)
  await cancelOrder(shop, buyer, id)
  expect(await kindsOf(id)).toEqual(["order-confirmed", "order-cancelled", "order-reopened", "order-cancelled"])
  await reopenOrder(shop, admin, id)
  expect(await pay(id, (await order(id)).totals.total)).toMatchObject({ kind: "paid" })
  await expect(reopenOrder(shop, admin, id)).rejects.toThrow("Only a cancelled order")

  const late = await orderMugs()
  await cancelOrder(shop, late.buyer, late.id)
  await moveStock(shop, here.mug, -(await stockOf(shop, here.mug)))
  await expect(reopenOrder(shop, admin, late.id)).rejects.toThrow("out of stock")
  expect((await order(late.id)).status).toBe("Cancelled")
})
