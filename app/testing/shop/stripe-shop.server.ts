import { pino } from "pino"
import { beforeEach } from "vitest"
import { openStripeGateway } from "~/adapters/stripe-gateway.server"
import { testKeys } from "~/adapters/testing/stripe-keys"
import { type StripeServer, startStripeServer } from "~/adapters/testing/stripe-server"
import type { PaymentGateway } from "~/domain/payments/gateway"
import { paymentLimits } from "~/domain/payments/payment-limits"
import { openForTests } from "../processes/open-for-tests"
import { type CheckoutTest, withBuyer } from "./checkout-test.server"
import type { TestClock, TestShop } from "./test-shop.server"

interface StripeParts<Opened> {
  stripe: StripeServer
  opened: Opened
  close(): Promise<void>
}

/** A test shop, or a test server, with the stand-in for Stripe, which uses the shop's clock */
export async function openWithStripe<Opened extends { clock: TestClock; close(): Promise<void> }>(
  open: (parts: { payments: PaymentGateway }) => Promise<Opened>,
  { timeout = 15_000 } = {},
): Promise<StripeParts<Opened>> {
  let clock: Pick<TestClock, "now"> = { now: () => new Date() }
  const now = () => clock.now()
  const stripe = await startStripeServer({ ...testKeys, now })
  const log = pino({ level: "silent" })
  const payments = openStripeGateway({ ...testKeys, apiBase: stripe.url, log, now, timeout })
  const opened = await open({ payments })
  clock = opened.clock
  return {
    stripe,
    opened,
    async close() {
      await opened.close()
      await stripe.close()
    },
  }
}

/** All tests of a file share one network and one minute. */
async function forgetCalls({ limits }: TestShop["shop"]): Promise<void> {
  const { gatewayCallsFromNetwork, claimCallsFromNetwork } = paymentLimits
  for (const rule of [gatewayCallsFromNetwork, claimCallsFromNetwork]) await limits.reset(rule, "127.0.0.1")
}

interface StripeTestOptions {
  timeout?: number
  stock?: number
}

/** Does the same for the tests of a file; each test starts without faults, with a new shopper and product. */
export function openStripeTest<Opened extends TestShop>(
  open: (parts: { payments: PaymentGateway }) => Promise<Opened>,
  { timeout, stock }: StripeTestOptions = {},
): Opened & CheckoutTest & { stripe: StripeServer } {
  const here = openForTests(async () => {
    const { opened, stripe, close } = await openWithStripe(open, { timeout })
    return { ...opened, stripe, close }
  })
  beforeEach(() => {
    here.stripe.faults.end()
    here.stripe.account.nextRefundStatus = "succeeded"
    return forgetCalls(here.shop)
  })
  return withBuyer(here, stock)
}
