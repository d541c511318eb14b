import { createHmac } from "node:crypto"
import { expect, test } from "vitest"
import { startCheckout } from "~/domain/checkout/hold/start-checkout.server"
import { openPayment } from "~/domain/checkout/payment/checkout-payment.server"
import { openTestServer } from "~/testing/pages/test-server.server"
import { countOrders } from "~/testing/shop/buyers.server"
import { expectInvariants, stripeState } from "~/testing/shop/expect-invariants.server"
import { openStripeTest } from "~/testing/shop/stripe-shop.server"

const here = openStripeTest(openTestServer, { timeout: 1_000 })

let events = 0

function message(type: string, object: object): string {
  return JSON.stringify({ id: `evt_${++events}`, object: "event", type, data: { object } })
}

interface Envelope {
  secret?: string
  /** Seconds from now */
  at?: number
}

function send(text: string, { secret = "whsec_counter", at = 0 }: Envelope = {}, body = text): Promise<Response> {
  const time = Math.floor(here.shop.now().getTime() / 1000) + at
  const signature = `t=${time},v1=${createHmac("sha256", secret).update(`${time}.${text}`).digest("hex")}`
  return fetch(`${here.url}/api/v1/stripe/webhook`, {
    method: "POST",
    body,
    headers: { "Content-Type": "application/json; charset=utf-8", "Stripe-Signature": signature },
  })
}

async function openIntent() {
  const checkout = await startCheckout(here.shop, here.ada, [{ variantId: here.tray, quantity: 2 }], null)
  return openPayment(here.shop, checkout, "intent")
}

const paid = (id: string) => message("payment_intent.succeeded", here.stripe.account.intent(id))
const agree = () => expectInvariants(here.shop, { shelved: { [here.tray]: 10 }, gateway: stripeState(here.stripe) })

test("a payment reported by Stripe becomes an order, even if the browser never returns", async () => {
  const { id } = await openIntent()
  here.stripe.cardholder.pay(id)
  const answer = await send(paid(id))
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ success: true, received: true })
  expect(await countOrders(here.shop, here.ada)).toBe(1)
  await agree()
})

test("the same message repeated any number of times, also concurrently, creates one order", async () => {
  const { id } = await openIntent()
  here.stripe.cardholder.pay(id)
  const text = paid(id)
  const answers = await Promise.all(Array.from({ length: 12 }, () => send(text)))
  expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 12 }, () => 200))
  expect(await countOrders(here.shop, here.ada)).toBe(1)
  await agree()
})

test("messages in any order have the same result", async () => {
  const { id } = await openIntent()
  const created = message("payment_intent.created", here.stripe.account.intent(id))
  const failed = message("payment_intent.payment_failed", here.stripe.account.intent(id))
  here.stripe.cardholder.pay(id)
  const charge = message("charge.succeeded", { object: "charge", id: "ch_1", payment_intent: id })
  for (const text of [charge, paid(id), failed, created]) expect((await send(text)).status).toBe(200)
  expect(await countOrders(here.shop, here.ada)).toBe(1)
  await agree()
})

test("a guest's declined card counts once, in however many messages; the fifth ends the payment", async () => {
  const { id } = await openIntent()
  await here.shop.db.updateTable("users").set({ is_guest: true }).where("id", "=", here.ada.id).execute()
  const { intents } = here.stripe.account
  const failed = (latest_charge: string | null) =>
    message("payment_intent.payment_failed", { ...intents.get(id), latest_charge })
  const first = failed("ch_a")
  const withoutCharge = failed(null)
  const texts = [first, first, failed("ch_b"), withoutCharge, first, failed("ch_a"), withoutCharge, failed("ch_c")]
  for (const text of texts) expect((await send(text)).status).toBe(200)
  const payments = here.shop.db.selectFrom("payments").select(["status", "declines"]).where("gateway_id", "=", id)
  expect(await payments.execute()).toEqual([{ status: "open", declines: 4 }])
  const last = failed("ch_d")
  await Promise.all([last, last, last].map((text) => send(text)))
  expect(await payments.execute()).toEqual([{ status: "cancelled", declines: 5 }])
  await agree()
})

test("Stripe's own state takes precedence over the message", async () => {
  const { id } = await openIntent()
  const claimed = { ...here.stripe.account.intent(id), status: "succeeded", amount_received: 13_500 }
  expect((await send(message("payment_intent.succeeded", claimed))).status).toBe(200)
  expect(await countOrders(here.shop, here.ada)).toBe(0)
  here.stripe.cardholder.pay(id)
  const denied = { ...here.stripe.account.intent(id), status: "canceled", amount: 1, metadata: {} }
  expect((await send(message("payment_intent.canceled", denied))).status).toBe(200)
  expect(await countOrders(here.shop, here.ada)).toBe(1)
  await agree()
})

test("a hosted page's message becomes an order too", async () => {
  const checkout = await startCheckout(here.shop, here.ada, [{ variantId: here.tray, quantity: 1 }], null)
  const page = await openPayment(here.shop, checkout, "hosted")
  const session = here.stripe.cardholder.payOnPage(page.id)
  const intent = here.stripe.account.intent(session.payment_intent ?? "")
  const both = [message("checkout.session.completed", session), message("payment_intent.succeeded", intent)]
  await Promise.all([...both, ...both].map((text) => send(text)))
  expect(await countOrders(here.shop, here.ada)).toBe(1)
  await agree()
})

test("events of other shops and of other types are ignored", async () => {
  const foreign = here.stripe.account.createIntent({
    amount: "5000",
    currency: "usd",
    metadata: { order: "of another shop" },
  })
  here.stripe.cardholder.pay(foreign.id)
  const similarFormat = here.stripe.account.createIntent({
    amount: "5000",
    currency: "usd",
    metadata: { paymentId: "f".repeat(24), checkoutId: "../..", userId: "'" },
  })
  here.stripe.cardholder.pay(similarFormat.id)
  const texts = [
    paid(foreign.id),
    paid(similarFormat.id),
    message("payment_intent.succeeded", { object: "payment_intent", id: "pi_unknown_here" }),
    message("refund.created", { object: "refund", id: "re_unknown_here" }),
    message("charge.dispute.created", { object: "dispute", id: "dp_1", payment_intent: "pi_unknown_here" }),
    message("customer.subscription.deleted", { object: "subscription", id: "sub_1" }),
    message("account.updated", {}),
    JSON.stringify({ object: "v2.core.event", type: "v1.billing.meter" }),
    "[]",
  ]
  for (const text of texts) expect([text, (await send(text)).status]).toEqual([text, 200])
  here.stripe.account.intents.delete(foreign.id)
  here.stripe.account.intents.delete(similarFormat.id)
})

test("messages that are unsigned, altered, too old, or signed by someone else are refused", async () => {
  const { id } = await openIntent()
  here.stripe.cardholder.pay(id)
  const text = paid(id)
  const refused = await Promise.all([
    send(text, { secret: "whsec_guessed" }),
    send(text, { at: -301 }),
    send(text, {}, text.replace(/"amount":13500/, '"amount":13501')),
    send(text, {}, `${text} `),
    fetch(`${here.url}/api/v1/stripe/webhook`, { method: "POST", body: text }),
    fetch(`${here.url}/api/v1/stripe/webhook`, { method: "POST" }),
  ])
  for (const answer of refused) {
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ success: false, status: "error", message: expect.any(String) })
  }
  expect(await countOrders(here.shop, here.ada)).toBe(0)
  expect((await send(text, { at: -295 })).status).toBe(200)
})

test("while the database is unavailable Stripe is asked to retry, and then it works", async () => {
  const { id } = await openIntent()
  here.stripe.cardholder.pay(id)
  await here.shop.db.schema.alterTable("payments").renameTo("payments_away").execute()
  const sick = await send(paid(id))
  await here.shop.db.schema.alterTable("payments_away").renameTo("payments").execute()
  expect(sick.status).toBeGreaterThanOrEqual(500)
  expect((await send(paid(id))).status).toBe(200)
  expect(await countOrders(here.shop, here.ada)).toBe(1)
  await agree()
})

test("while Stripe itself is unavailable it is asked to retry", async () => {
  const { id } = await openIntent()
  here.stripe.cardholder.pay(id)
  here.stripe.faults.plan(/GET/, "silence", { times: 3 })
  expect((await send(paid(id))).status).toBe(503)
  here.stripe.faults.end()
  await agree()
})

test("a restored copy that is not live asks Stripe to retry, and does nothing", async () => {
  const { id } = await openIntent()
  here.stripe.cardholder.pay(id)
  await here.shop.db.insertInto("standby").values({ backup_made_at: new Date() }).execute()
  expect((await send(paid(id))).status).toBe(503)
  expect(await countOrders(here.shop, here.ada)).toBe(0)
  await here.shop.db.deleteFrom("standby").execute()
  expect((await send(paid(id))).status).toBe(200)
  await agree()
})

test("an unavailable mail server is no reason to retry", async () => {
  const { id } = await openIntent()
  here.stripe.cardholder.pay(id)
  // Mails are sent from the outbox: the order and its mail are stored even if sending fails.
  expect((await send(paid(id))).status).toBe(200)
  const letters = here.shop.db.selectFrom("mails").select("kind").where("recipient", "=", here.ada.email)
  expect(await letters.execute()).toEqual([{ kind: "order-confirmed" }])
})

test("only POST exists, and not in the sandbox", async () => {
  const get = await fetch(`${here.url}/api/v1/stripe/webhook`)
  expect([get.status, get.headers.get("Allow")]).toEqual([405, "POST"])
  const sandbox = await openTestServer()
  try {
    for (const method of ["GET", "POST", "DELETE"]) {
      const answer = await fetch(`${sandbox.url}/api/v1/stripe/webhook`, { method })
      expect([answer.status, await answer.json()]).toMatchObject([404, { success: false, message: expect.any(String) }])
    }
  } finally {
    await sandbox.close()
  }
})
