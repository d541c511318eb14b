import { expect, test } from "vitest"
import type { StripeServer } from "~/adapters/testing/stripe-server"
import { openApiServer } from "~/testing/api/api-server.server"
import { expectInvariants, stripeState } from "~/testing/shop/expect-invariants.server"
import { setRules } from "~/testing/shop/pricing-rules.server"
import { openWithStripe } from "~/testing/shop/stripe-shop.server"
import { card, openPayingTest } from "./testing/paying"

let stripe: StripeServer
const here = openPayingTest(async () => {
  const { opened, close, ...parts } = await openWithStripe(openApiServer)
  stripe = parts.stripe
  return { ...opened, close }
})
const { process, order } = here

test("the original client pays and orders in the same way", async () => {
  const key = await here.ada.get<{ stripeKey: string }>("/api/v1/stripekey")
  expect(key.body.stripeKey).toBe("pk_test_counter")
  const secret = await process(here.ada, { amount: 13_500 })
  const [id = ""] = secret.split("_secret_")
  expect((await order(here.ada, id)).status).toBe(402)
  stripe.cardholder.pay(id)
  expect((await order(here.ada, id)).body.order).toMatchObject({ totalPrice: 135, paymentInfo: { id } })
  expect(stripe.account.intent(id).metadata).toMatchObject({ userId: here.ada.id })
  await expectInvariants(here.shop, { shelved: { [here.tray]: 10 }, gateway: stripeState(stripe) })
})

test("an intent of the same Stripe account that the shop did not open is not accepted", async () => {
  const { id } = stripe.account.createIntent({ amount: "13500", currency: "usd", metadata: { userId: here.ada.id } })
  stripe.cardholder.pay(id)
  expect((await order(here.ada, id)).body.message).toBe("This payment is not known")
  stripe.account.intents.delete(id)
})

test("a shop in Danish kroner is paid in kroner, from 2.50 on", async () => {
  await setRules(here.shop, { currency: "DKK" })
  const little = await here.ada.post("/api/v1/payment/process", { amount: 249 })
  expect(little).toMatchObject({ status: 400, body: { message: "amount must be at least 250 cents, or 0" } })
  const [id = ""] = (await process(here.ada, { amount: 13_500 })).split("_secret_")
  expect(stripe.account.intent(id).currency).toBe("dkk")
  stripe.cardholder.pay(id)
  expect((await order(here.ada, id)).body.order).toMatchObject({ totalPrice: 135, currency: "DKK" })
  await setRules(here.shop)
})

test("the sandbox does not exist", async () => {
  const answer = await here.ada.browser.json("POST", "/api/v1/sandbox/confirm", { client_secret: "x", card })
  expect(answer.status).toBe(404)
})
