import { randomUUID } from "node:crypto"
import type { Logger } from "pino"
import Stripe from "stripe"
import type { GatewayPayment, PaymentGateway } from "~/domain/payments/gateway"
import { notFound } from "~/domain/shop-error"
import { askStripe, isMissing, isWrongState, LONGEST_CALL } from "./stripe-calls.server"
import { fromIntent, fromSession, intentParams, sessionParams } from "./stripe-payment"
import { openStripePost } from "./stripe-post.server"
import { refundAtStripe, toRefund } from "./stripe-refund.server"

export interface StripeOptions {
  secretKey: string
  publishableKey: string
  webhookSecrets: readonly string[]
  /** Stripe's own address when null. */
  apiBase: string | null
  log: Logger
  now: () => Date
  /** In milliseconds, repeats included. */
  longestCall?: number
}

const INTENT = /^pi_\w{1,250}$/
const SESSION = /^cs_\w{1,250}$/
const REFUND = /^(re|pyr)_\w{1,250}$/

/** Stripe: PaymentIntents for browsers with scripts, Checkout Sessions for those without. */
export function openStripeGateway(options: StripeOptions): PaymentGateway {
  const { log, apiBase, longestCall = LONGEST_CALL } = options
  const stripe = new Stripe(options.secretKey, {
    timeout: longestCall,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(apiBase !== null && addressOf(apiBase)),
  })
  const ask = <T>(call: Promise<T>) => askStripe({ log, longestCall }, call)

  async function findIntent(id: string): Promise<Stripe.PaymentIntent> {
    return stripe.paymentIntents.retrieve(id)
  }

  async function readSession(session: Stripe.Checkout.Session): Promise<GatewayPayment> {
    const intent = session.payment_intent
    return fromSession(session, typeof intent === "string" ? await findIntent(intent) : intent)
  }

  async function find(id: string): Promise<GatewayPayment | null> {
    if (INTENT.test(id)) return ask(orNull(findIntent(id).then(fromIntent)))
    if (!SESSION.test(id)) return null
    return ask(orNull(stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent"] }).then(readSession)))
  }

  /** Ending something twice is harmless, so every try has a key of its own and hears what is true now. */
  function end(id: string): Promise<unknown> {
    const key = { idempotencyKey: `end-${id}-${randomUUID()}` }
    return SESSION.test(id) ? stripe.checkout.sessions.expire(id, {}, key) : stripe.paymentIntents.cancel(id, {}, key)
  }

  return {
    kind: "stripe",
    publishableKey: options.publishableKey,
    terminal: null,
    post: openStripePost({ secrets: options.webhookSecrets, now: options.now }),
    pageOrigins: ["https://checkout.stripe.com", ...(apiBase === null ? [] : [apiBase])],
    find,
    open(payment) {
      const key = { idempotencyKey: `payment-${payment.paymentId}` }
      return ask(stripe.paymentIntents.create(intentParams(payment), key).then(fromIntent))
    },
    openHosted(payment) {
      const key = { idempotencyKey: `hosted-${payment.paymentId}` }
      return ask(stripe.checkout.sessions.create(sessionParams(payment), key).then(readSession))
    },
    async cancel(id) {
      await ask(
        end(id).catch((error) => {
          if (!isWrongState(error) && !isMissing(error)) throw error
        }),
      )
      const payment = await find(id)
      if (!payment) throw notFound("No such payment")
      return payment
    },
    refund: (refund) => refundAtStripe(stripe, { log, longestCall }, refund),
    async findRefund(id) {
      return REFUND.test(id) ? ask(orNull(stripe.refunds.retrieve(id).then(toRefund))) : null
    },
  }
}

async function orNull<T>(call: Promise<T>): Promise<T | null> {
  return call.catch((error) => {
    if (isMissing(error)) return null
    throw error
  })
}

function addressOf(base: string): { protocol: "http" | "https"; host: string; port: string } {
  const { protocol, hostname, port } = new URL(base)
  const secure = protocol === "https:"
  return { protocol: secure ? "https" : "http", host: hostname, port: port || (secure ? "443" : "80") }
}
