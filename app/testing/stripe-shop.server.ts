import { pino } from "pino"
import { openStripeGateway } from "~/adapters/stripe-gateway.server"
import { testKeys } from "~/adapters/testing/stripe-keys"
import { type StripeServer, startStripeServer } from "~/adapters/testing/stripe-server"
import type { PaymentGateway } from "~/domain/payments/gateway"
import type { TestClock } from "./test-shop.server"

interface StripeParts<Opened> {
  stripe: StripeServer
  opened: Opened
  close(): Promise<void>
}

/** A test shop, or a test server, that is paid with Stripe: the stand-in goes by the shop's clock. */
export async function openWithStripe<Opened extends { clock: TestClock; close(): Promise<void> }>(
  open: (parts: { payments: PaymentGateway }) => Promise<Opened>,
  { timeout = 15_000 } = {},
): Promise<StripeParts<Opened>> {
  let clock: TestClock = { now: () => new Date(), advance() {} }
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
