import { pino } from "pino"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openStripeGateway } from "./stripe-gateway.server"
import { testKeys } from "./testing/stripe-keys"
import { startStripeServer } from "./testing/stripe-server"

let stripe: Awaited<ReturnType<typeof startStripeServer>>
beforeAll(async () => {
  stripe = await startStripeServer(testKeys)
})
afterAll(() => stripe.close())

const list = () => {
  const log = pino({ level: "silent" })
  const gateway = openStripeGateway({ ...testKeys, apiBase: stripe.url, log, now: () => new Date() })
  return gateway.feesBetween(new Date(Date.now() - 60_000), new Date(Date.now() + 60_000))
}

test("fees of refunds and disputes name them, fees that Stripe gave back are negative, and others are left out", async () => {
  const of = (object: "refund" | "dispute", id: string) => ({ id, object, payment_intent: "pi_1" })
  stripe.account.book("refund", { amount: -500, fee: 10, currency: "eur" }, of("refund", "re_1"))
  stripe.account.book("adjustment", { amount: -2_000, fee: 1_500, currency: "eur" }, of("dispute", "dp_1"))
  stripe.account.book("adjustment", { amount: 2_000, fee: -1_500, currency: "eur" }, of("dispute", "dp_1"))
  stripe.account.book("refund", { amount: -500, fee: 0, currency: "eur" }, of("refund", "re_2"))
  stripe.account.book("stripe_fee", { amount: -200, fee: 0, currency: "eur" }, null)
  const { fees } = await list()
  expect(fees.map(({ kind, occurrence, amount, currency }) => [kind, occurrence, amount, currency])).toEqual([
    ["dispute", "dp_1", -1_500, "EUR"],
    ["dispute", "dp_1", 1_500, "EUR"],
    ["refund", "re_1", 10, "EUR"],
  ])
})

test("a list that is full says where it was cut", async () => {
  for (let entries = 0; entries < 300; entries++)
    stripe.account.book("charge", { amount: 100, fee: 0, currency: "eur" }, null)
  const { cutAt } = await list()
  expect(Math.abs((cutAt?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000)
})
