import { expect, test } from "vitest"
import type { Member } from "~/domain/accounts/actor"
import { updateProduct } from "~/domain/catalog/editing/update-product.server"
import { startCheckout } from "~/domain/checkout/hold/start-checkout.server"
import { payWithCard, releaseCheckout } from "~/domain/checkout/payment/checkout-payment.server"
import { handleWebhookEvent } from "~/domain/checkout/reconciliation/handle-webhook-event.server"
import { syncRefunds } from "~/domain/checkout/reconciliation/sync-refunds.server"
import { refundOrder } from "~/domain/orders/cancellation/refund-order.server"
import { findOrder } from "~/domain/orders/orders.server"
import type { GatewayRefund } from "~/domain/payments/gateway"
import { recordIncident } from "~/domain/payments/incidents.server"
import { addBuyers, addProduct, goodCard, moveStock, setPrice } from "~/testing/shop/buyers.server"
import { buy, shelve } from "~/testing/shop/test-orders.server"
import { openOwnersTest, subjectsOf } from "./testing/owners-test.server"

const here = openOwnersTest()

const kinds = async () => (await subjectsOf(here)).map((subject) => subject.split(":")[0])

const soldOut = async () => (await subjectsOf(here)).filter((subject) => subject.startsWith("Out of stock"))

test("a sale that uses up the stock is reported once, and again after a restock", async () => {
  const mug = await shelve(here.shop, here.admin, { stock: 3 })
  await buy(here.shop, here.ada, mug, 2)
  expect(await soldOut()).toEqual([])
  await buy(here.shop, here.ada, mug)
  expect(await soldOut()).toEqual(["Out of stock: Mug"])
  await moveStock(here.shop, mug, 1)
  await buy(here.shop, here.ada, mug)
  expect(await soldOut()).toHaveLength(2)
})

test("a failed refund is reported, and so is the next one of the same payment", async () => {
  const id = await buy(here.shop, here.ada, await shelve(here.shop, here.admin))
  const { payments } = here.shop
  const refund: typeof payments.refund = async ({ intentId, amount, refundId }) => {
    const failed = { status: "failed", failure: "The card has expired", createdAt: new Date() } as const
    return { id: `re_${refundId}`, intentId, amount, refundId, ...failed }
  }
  const failing = { ...here.shop, payments: { ...payments, refund } }
  const told = async () => (await kinds()).filter((kind) => kind === "Refund failed")
  await expect(refundOrder(failing, here.admin, id, { amount: 500 })).rejects.toThrow("The card has expired")
  expect(await told()).toHaveLength(1)
  await refundOrder(here.shop, here.admin, id, { amount: 500 })
  await expect(refundOrder(failing, here.admin, id, { amount: 700 })).rejects.toThrow("The card has expired")
  expect(await told()).toHaveLength(2)
})

test("a failed refund needs attention until it is made again, whatever other refunds of its order arrive", async () => {
  const id = await buy(here.shop, here.ada, await shelve(here.shop, here.admin))
  const { payments } = here.shop
  const refunds: GatewayRefund[] = []
  const refund: typeof payments.refund = async ({ intentId, amount, refundId }) => {
    const pending = { status: "pending", failure: null, createdAt: here.clock.now() } as const
    refunds.push({ id: `re_${refundId}`, intentId, amount, refundId, ...pending })
    return refunds.at(-1) as GatewayRefund
  }
  const slow = { ...here.shop, payments: { ...payments, refund } }
  for (const amount of [500, 700]) await refundOrder(slow, here.admin, id, { amount })
  const open = here.shop.db.selectFrom("payment_incidents").select("kind").where("resolved_at", "is", null)
  const settle = async (refund: GatewayRefund | undefined, status: "failed" | "succeeded") => {
    here.clock.advance({ minutes: 5 })
    await syncRefunds(here.shop, [{ ...(refund as GatewayRefund), status }])
  }
  await settle(refunds[0], "failed")
  await settle(refunds[1], "succeeded")
  expect(await open.execute()).toEqual([{ kind: "refund-failed" }])
  here.clock.advance({ minutes: 5 })
  await refundOrder(here.shop, here.admin, id, { amount: 200 })
  expect(await open.execute()).toEqual([{ kind: "refund-failed" }])
  await refundOrder(here.shop, here.admin, id, { amount: 300 })
  expect(await open.execute()).toEqual([])
})

test("units that are only held do not count as sold out", async () => {
  const [first, second] = await addBuyers(here.shop, 2)
  const tray = await addProduct(here.shop, { name: "Tray", stock: 2 })
  const held = await startCheckout(here.shop, first as Member, [{ variantId: tray, quantity: 1 }], null)
  const paid = await startCheckout(here.shop, second as Member, [{ variantId: tray, quantity: 1 }], null)
  await payWithCard(here.shop, second as Member, goodCard, paid.id)
  expect(await soldOut()).toEqual([])
  await releaseCheckout(here.shop, held)
  await startCheckout(here.shop, first as Member, [{ variantId: tray, quantity: 1 }], null)
  await payWithCard(here.shop, first as Member, goodCard)
  expect(await soldOut()).toEqual(["Out of stock: Tray"])
})

test("the last units sold concurrently send one message", async () => {
  const tray = await addProduct(here.shop, { name: "Tray", stock: 8 })
  const buyers = await addBuyers(here.shop, 8)
  for (const buyer of buyers) await startCheckout(here.shop, buyer, [{ variantId: tray, quantity: 1 }], null)
  await Promise.all(buyers.map((buyer) => payWithCard(here.shop, buyer, goodCard)))
  expect(await soldOut()).toEqual(["Out of stock: Tray"])
})

test("a stock correction to zero is reported as well, a change of the price is not", async () => {
  const mug = await shelve(here.shop, here.admin)
  await updateProduct(here.shop, here.admin, mug, { price: 500 })
  expect(await soldOut()).toEqual([])
  await updateProduct(here.shop, here.admin, mug, { stock: 0 })
  await updateProduct(here.shop, here.admin, mug, { stock: 0 })
  await setPrice(here.shop, mug, 700)
  expect(await soldOut()).toEqual(["Out of stock: Mug"])
})

test("an incident is reported once, even if it is recorded repeatedly", async () => {
  const incident = { kind: "payment-stuck" as const, intentId: "pi_1", userId: here.ada.id, detail: "It hangs." }
  for (let round = 0; round < 3; round++) await here.shop.transaction((tx) => recordIncident(tx, incident))
  await here.shop.transaction((tx) =>
    recordIncident(tx, { ...incident, kind: "order-recovered", intentId: "pi_2", resolved: true }),
  )
  expect(await subjectsOf(here)).toEqual(["Payment is taking too long: payment pi_1"])
})

test("a dispute is reported once when it begins and once when it ends, in whatever order the messages arrive", async () => {
  const mug = await shelve(here.shop, here.admin)
  const id = await buy(here.shop, here.ada, mug)
  const { payment } = await findOrder(here.shop, here.ada, id)
  const about = { about: "dispute", id: "dp_1", intentId: payment.intentId, reason: "fraudulent" } as const
  await Promise.all([1, 2, 3].map(() => handleWebhookEvent(here.shop, { ...about, outcome: "open" })))
  await Promise.all([1, 2, 3].map(() => handleWebhookEvent(here.shop, { ...about, outcome: "lost" })))
  await handleWebhookEvent(here.shop, { ...about, outcome: "open" })
  expect(await kinds()).toEqual(["Dispute lost", "Disputed by the cardholder", "New order"])
  const incidents = await here.shop.db
    .selectFrom("payment_incidents")
    .select(["kind", "resolved_at"])
    .orderBy("kind", "desc")
    .execute()
  expect(incidents).toMatchObject([
    { kind: "disputed", resolved_at: expect.any(Date) },
    { kind: "dispute-lost", resolved_at: null },
  ])
})

test("a dispute whose end is reported first leaves no open incident", async () => {
  const mug = await shelve(here.shop, here.admin)
  const { payment } = await findOrder(here.shop, here.ada, await buy(here.shop, here.ada, mug))
  const about = { about: "dispute", id: "dp_1", intentId: payment.intentId, reason: "general" } as const
  await handleWebhookEvent(here.shop, { ...about, outcome: "won" })
  await handleWebhookEvent(here.shop, { ...about, outcome: "open" })
  expect(await kinds()).toEqual(["Dispute closed in your favour", "New order"])
  const open = here.shop.db.selectFrom("payment_incidents").select("id").where("resolved_at", "is", null)
  expect(await open.execute()).toEqual([])
})

test("another dispute of the same payment needs attention again, until it ends", async () => {
  const mug = await shelve(here.shop, here.admin)
  const { payment } = await findOrder(here.shop, here.ada, await buy(here.shop, here.ada, mug))
  const about = { about: "dispute", intentId: payment.intentId, reason: "general" } as const
  const open = here.shop.db.selectFrom("payment_incidents").select("kind").where("resolved_at", "is", null)
  await handleWebhookEvent(here.shop, { ...about, id: "dp_1", outcome: "open" })
  await handleWebhookEvent(here.shop, { ...about, id: "dp_2", outcome: "open" })
  await handleWebhookEvent(here.shop, { ...about, id: "dp_1", outcome: "won" })
  expect(await open.execute()).toEqual([{ kind: "disputed" }])
  await handleWebhookEvent(here.shop, { ...about, id: "dp_2", outcome: "won" })
  await handleWebhookEvent(here.shop, { ...about, id: "dp_2", outcome: "open" })
  expect(await open.execute()).toEqual([])
  const told = (await kinds()).filter((kind) => kind === "Disputed by the cardholder")
  expect(told).toHaveLength(2)
})
