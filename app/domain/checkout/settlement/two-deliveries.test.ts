import { createHmac } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { testKeys } from "~/adapters/testing/stripe-keys"
import type { Shop } from "~/domain/shop"
import { countOrders } from "~/testing/shop/buyers.server"
import { expectInvariants, stripeState } from "~/testing/shop/expect-invariants.server"
import { openStripeTest } from "~/testing/shop/stripe-shop.server"
import { openTestShop } from "~/testing/shop/test-shop.server"
import { startCheckout } from "../hold/start-checkout.server"
import { openPayment } from "../payment/checkout-payment.server"
import { handleWebhookEvent } from "../reconciliation/handle-webhook-event.server"
import { openSecondProcess } from "../testing/second-process.server"

const here = openStripeTest(openTestShop)
let second: Shop

beforeAll(() => {
  second = openSecondProcess(here)
})
afterAll(() => second?.db.destroy())

/** One signed message, delivered to two processes at the same moment, several times */
async function deliverTwice(type: string, object: object): Promise<void> {
  const bytes = Buffer.from(JSON.stringify({ id: "evt_1", object: "event", type, data: { object } }))
  const time = Math.floor(here.shop.now().getTime() / 1000)
  const hash = createHmac("sha256", testKeys.webhookSecrets[0] ?? "")
    .update(`${time}.${bytes}`)
    .digest("hex")
  const receive = async (shop: Shop) => {
    const event = shop.payments.webhook?.parse(bytes, new Headers({ "Stripe-Signature": `t=${time},v1=${hash}` }))
    if (event) await handleWebhookEvent(shop, event)
  }
  await Promise.all([here.shop, second, here.shop, second].map(receive))
}

async function payIntent(): Promise<string> {
  const checkout = await startCheckout(here.shop, here.ada, [{ variantId: here.tray, quantity: 2 }], null)
  const { id } = await openPayment(here.shop, checkout, "intent")
  here.stripe.cardholder.pay(id)
  return id
}

const mailsTo = async (email: string) => {
  const mails = here.shop.db.selectFrom("mails").select("kind").where("recipient", "=", email).orderBy("created_at")
  return (await mails.execute()).map(({ kind }) => kind)
}
const agree = () => expectInvariants(here.shop, { shelved: { [here.tray]: 10 }, gateway: stripeState(here.stripe) })

test("a paid intent reported to two processes concurrently gives one order with one confirmation", async () => {
  const id = await payIntent()
  await deliverTwice("payment_intent.succeeded", here.stripe.account.intent(id))
  expect(await countOrders(here.shop, here.ada)).toBe(1)
  expect(await mailsTo(here.ada.email)).toEqual(["order-confirmed"])
  await agree()
})

test("an external refund reported to two processes concurrently is recorded once", async () => {
  const id = await payIntent()
  await deliverTwice("payment_intent.succeeded", here.stripe.account.intent(id))
  const refund = here.stripe.account.createRefund({ payment_intent: id, amount: "1000" })
  await deliverTwice("refund.created", refund)
  const refunds = here.shop.db.selectFrom("refunds").select("amount").where("payment_intent_id", "=", id)
  expect(await refunds.execute()).toEqual([{ amount: 1_000 }])
  await agree()
})
