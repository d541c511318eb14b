import { afterAll, beforeEach, expect, test } from "vitest"
import type { Admin, Member } from "~/domain/accounts/user"
import { updateProduct } from "~/domain/catalog/products.server"
import { handleWebhookEvent } from "~/domain/checkout/handle-webhook-event.server"
import { payWithCard } from "~/domain/checkout/pay-checkout.server"
import { releaseCheckout } from "~/domain/checkout/release-checkout.server"
import { startCheckout } from "~/domain/checkout/start-checkout.server"
import { findOrder } from "~/domain/orders/orders.server"
import { refundOrder } from "~/domain/orders/refund-order.server"
import { recordIncident } from "~/domain/payments/incidents.server"
import type { Shop } from "~/domain/shop"
import { addBuyers, addProduct, goodCard, moveStock, setPrice } from "~/testing/buyers.server"
import { buy, shelve, signUp, signUpAdmin } from "~/testing/test-orders.server"
import { openTestShop, type TestShop } from "~/testing/test-shop.server"
import { queueOwnerEmails } from "./owner-notifications.server"

const OWNERS = ["owner@shop.test", "packer@shop.test"]

let here: TestShop
let shop: Shop
let admin: Admin
let ada: Member
const opened: TestShop[] = []

/** A shop of its own for each test: mails are counted. */
beforeEach(async () => {
  here = await openTestShop()
  opened.push(here)
  shop = withOwners(here.shop, OWNERS)
  admin = await signUpAdmin(shop)
  ada = await signUp(shop, "ada@shop.test", "Ada Lovelace")
})
afterAll(() => Promise.all(opened.map((one) => one.close())))

function withOwners(base: Shop, owners: string[]): Shop {
  return { ...base, owners, transaction: (work) => base.transaction((tx) => work({ ...tx, owners })) }
}

const mailsTo = async (address = "owner@shop.test") =>
  shop.db
    .selectFrom("mails")
    .select(["subject", "text_body", "html_body"])
    .where("recipient", "=", address)
    .orderBy("created_at")
    .orderBy("id")
    .execute()

const subjects = async () => {
  await queueOwnerEmails(shop)
  return (await mailsTo()).map(({ subject }) => subject).sort()
}

const kinds = async () => (await subjects()).map((subject) => subject.split(":")[0])

const soldOut = async () => (await subjects()).filter((subject) => subject.startsWith("Out of stock"))

test("stock that runs out by a sale is told once, and again when it was filled in between", async () => {
  const mug = await shelve(shop, admin, { stock: 3 })
  await buy(shop, ada, mug, 2)
  expect(await soldOut()).toEqual([])
  await buy(shop, ada, mug)
  expect(await soldOut()).toEqual(["Out of stock: Mug"])
  await moveStock(shop, mug, 1)
  await buy(shop, ada, mug)
  expect(await soldOut()).toHaveLength(2)
})

test("a refund that fails is told, and so is the next one of the same payment", async () => {
  const id = await buy(shop, ada, await shelve(shop, admin))
  const { payments } = shop
  const refund: typeof payments.refund = async ({ intentId, amount, refundId }) => {
    return { id: `re_${refundId}`, intentId, amount, refundId, status: "failed", failure: "The card has expired" }
  }
  const failing = { ...shop, payments: { ...payments, refund } }
  const told = async () => (await kinds()).filter((kind) => kind === "Refund failed")
  await expect(refundOrder(failing, admin, id, { amount: 500 })).rejects.toThrow("The card has expired")
  expect(await told()).toHaveLength(1)
  await refundOrder(shop, admin, id, { amount: 500 })
  await expect(refundOrder(failing, admin, id, { amount: 700 })).rejects.toThrow("The card has expired")
  expect(await told()).toHaveLength(2)
})

test("units that are only held have not run out", async () => {
  const [first, second] = await addBuyers(shop, 2)
  const tray = await addProduct(shop, { name: "Tray", stock: 2 })
  const held = await startCheckout(shop, first as Member, [{ product: tray, quantity: 1 }], null)
  const paid = await startCheckout(shop, second as Member, [{ product: tray, quantity: 1 }], null)
  await payWithCard(shop, second as Member, goodCard, paid.id)
  expect(await soldOut()).toEqual([])
  await releaseCheckout(shop, { id: held.id })
  await startCheckout(shop, first as Member, [{ product: tray, quantity: 1 }], null)
  await payWithCard(shop, first as Member, goodCard)
  expect(await soldOut()).toEqual(["Out of stock: Tray"])
})

test("the last units sold at the same moment make one message", async () => {
  const tray = await addProduct(shop, { name: "Tray", stock: 8 })
  const buyers = await addBuyers(shop, 8)
  for (const buyer of buyers) await startCheckout(shop, buyer, [{ product: tray, quantity: 1 }], null)
  await Promise.all(buyers.map((buyer) => payWithCard(shop, buyer, goodCard)))
  expect(await soldOut()).toEqual(["Out of stock: Tray"])
})

test("a correction to nothing is a run-out as well, a change of the price is none", async () => {
  const mug = await shelve(shop, admin)
  await updateProduct(shop, admin, mug, { price: 500 })
  expect(await soldOut()).toEqual([])
  await updateProduct(shop, admin, mug, { stock: 0 })
  await updateProduct(shop, admin, mug, { stock: 0 })
  await setPrice(shop, mug, 700)
  expect(await soldOut()).toEqual(["Out of stock: Mug"])
})

test("what needs attention is told once, also when it is noted again and again", async () => {
  const incident = { kind: "payment-stuck" as const, intentId: "pi_1", userId: ada.id, detail: "It hangs." }
  for (let round = 0; round < 3; round++) await shop.transaction((tx) => recordIncident(tx, incident))
  await shop.transaction((tx) =>
    recordIncident(tx, { ...incident, kind: "order-recovered", intentId: "pi_2", resolved: true }),
  )
  expect(await subjects()).toEqual(["Payment takes too long: payment pi_1"])
})

test("a dispute is told when it begins and when it is over, each once, in whatever order the messages come", async () => {
  const mug = await shelve(shop, admin)
  const id = await buy(shop, ada, mug)
  const { payment } = await findOrder(shop, ada, id)
  const about = { about: "dispute", intentId: payment.intentId, reason: "fraudulent" } as const
  await Promise.all([1, 2, 3].map(() => handleWebhookEvent(shop, { ...about, outcome: "open" })))
  await Promise.all([1, 2, 3].map(() => handleWebhookEvent(shop, { ...about, outcome: "lost" })))
  await handleWebhookEvent(shop, { ...about, outcome: "open" })
  expect(await kinds()).toEqual(["Dispute lost", "Disputed by the cardholder", "New order"])
  const incidents = await shop.db
    .selectFrom("payment_incidents")
    .select(["kind", "resolved_at"])
    .orderBy("kind", "desc")
    .execute()
  expect(incidents).toMatchObject([
    { kind: "disputed", resolved_at: expect.any(Date) },
    { kind: "dispute-lost", resolved_at: null },
  ])
})

test("a dispute whose end is heard first leaves nothing open", async () => {
  const mug = await shelve(shop, admin)
  const { payment } = await findOrder(shop, ada, await buy(shop, ada, mug))
  const about = { about: "dispute", intentId: payment.intentId, reason: "general" } as const
  await handleWebhookEvent(shop, { ...about, outcome: "won" })
  await handleWebhookEvent(shop, { ...about, outcome: "open" })
  expect(await kinds()).toEqual(["Dispute closed in your favour", "New order"])
  const open = shop.db.selectFrom("payment_incidents").select("id").where("resolved_at", "is", null)
  expect(await open.execute()).toEqual([])
})
