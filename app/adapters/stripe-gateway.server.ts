import { randomUUID } from "node:crypto"
import type { Logger } from "pino"
import Stripe from "stripe"
import type { GatewayPayment, PaymentGateway } from "~/domain/payments/gateway"
import { CALL_TIMEOUT, type CallStripe, callStripe, isMissing, isWrongState } from "./stripe-calls.server"
import { listFees } from "./stripe-fees.server"
import { fromIntent, fromSession, intentParams, sessionParams, toListed } from "./stripe-payment"
import { listRefunds, refundAtStripe, toRefund } from "./stripe-refund.server"
import { openStripeWebhook } from "./stripe-webhook.server"

interface StripeOptions {
  secretKey: string
  publishableKey: string
  webhookSecrets: readonly string[]
  /** The base URL, or `null` for Stripe's own */
  apiBase: string | null
  log: Logger
  now: () => Date
  /** Milliseconds, retries included */
  timeout?: number
}

const INTENT = /^pi_\w{1,250}$/
const SESSION = /^cs_\w{1,250}$/
/** Ten calls within the time limit of one */
const MAX_LISTED = 1_000
const REFUND = /^(re|pyr)_\w{1,250}$/

/** https://docs.stripe.com/security/guide#content-security-policy */
const scripts = ["https://js.stripe.com", "https://*.js.stripe.com"] as const
const fieldSources = { scripts, frames: [...scripts, "https://hooks.stripe.com"], calls: ["https://api.stripe.com"] }

/** PaymentIntents for browsers with scripts, Checkout Sessions for those without. */
export function openStripeGateway(options: StripeOptions): PaymentGateway {
  const { log, apiBase, timeout = CALL_TIMEOUT } = options
  const stripe = new Stripe(options.secretKey, {
    timeout,
    maxNetworkRetries: 0,
    telemetry: false,
    ...(apiBase !== null && parseApiBase(apiBase)),
  })
  const call: CallStripe = (work) => callStripe({ log, timeout }, work)

  function findIntent(id: string): Promise<Stripe.PaymentIntent | null> {
    return call((time) => orNull(stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] }, time)))
  }

  function findSession(id: string): Promise<Stripe.Checkout.Session | null> {
    return call((time) =>
      orNull(stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent.latest_charge"] }, time)),
    )
  }

  async function readSession(session: Stripe.Checkout.Session): Promise<GatewayPayment> {
    const intent = session.payment_intent
    return fromSession(session, typeof intent === "string" ? await findIntent(intent) : intent)
  }

  async function find(id: string): Promise<GatewayPayment | null> {
    if (INTENT.test(id)) return findIntent(id).then((intent) => intent && fromIntent(intent))
    if (SESSION.test(id)) return findSession(id).then((session) => session && readSession(session))
    return null
  }

  /** Uses a new key for each call, because an old key would return an outdated status. */
  function cancelAtStripe(id: string): Promise<unknown> {
    const idempotencyKey = `end-${id}-${randomUUID()}`
    const isSession = SESSION.test(id)
    return call<unknown>(async (time) => {
      const how = { idempotencyKey, ...time }
      const ended = isSession ? stripe.checkout.sessions.expire(id, {}, how) : stripe.paymentIntents.cancel(id, {}, how)
      return ended.catch((error) => {
        if (!isWrongState(error) && !isMissing(error)) throw error
      })
    })
  }

  return {
    kind: "stripe",
    publishableKey: options.publishableKey,
    terminal: null,
    webhook: openStripeWebhook({ secrets: options.webhookSecrets, now: options.now }),
    pageSources: {
      ...fieldSources,
      forms: ["https://checkout.stripe.com", ...(apiBase === null ? [] : [apiBase])],
    },
    find,
    async open(payment) {
      const idempotencyKey = `payment-${payment.paymentId}`
      const params = intentParams(payment)
      return fromIntent(await call((time) => stripe.paymentIntents.create(params, { idempotencyKey, ...time })))
    },
    async openHosted(payment) {
      const idempotencyKey = `hosted-${payment.paymentId}`
      const params = sessionParams(payment)
      return readSession(await call((time) => stripe.checkout.sessions.create(params, { idempotencyKey, ...time })))
    },
    async cancel(id) {
      if (INTENT.test(id) || SESSION.test(id)) await cancelAtStripe(id)
      return find(id)
    },
    async paymentsBetween(from, until) {
      const created = { gte: secondsOf(from), lte: secondsOf(until) }
      const listed = await call((time) =>
        stripe.paymentIntents.list({ created, limit: 100 }, time).autoPagingToArray({ limit: MAX_LISTED }),
      )
      return { payments: listed.map(toListed), isComplete: listed.length < MAX_LISTED }
    },
    refund: (refund) => refundAtStripe(stripe, call, refund),
    async findRefund(id) {
      if (!REFUND.test(id)) return null
      const refund = await call((time) => orNull(stripe.refunds.retrieve(id, {}, time)))
      return refund && toRefund(refund)
    },
    async refundsOf(intentId) {
      return INTENT.test(intentId) ? listRefunds(stripe, call, { payment_intent: intentId }) : []
    },
    refundsSince(moment) {
      return listRefunds(stripe, call, { created: { gte: secondsOf(moment) } })
    },
    feesBetween: (from, until) => listFees(stripe, call, from, until),
  }
}

const secondsOf = (moment: Date) => Math.floor(moment.getTime() / 1_000)

async function orNull<T>(call: Promise<T>): Promise<T | null> {
  return call.catch((error) => {
    if (isMissing(error)) return null
    throw error
  })
}

function parseApiBase(base: string): { protocol: "http" | "https"; host: string; port: string } {
  const { protocol, hostname, port } = new URL(base)
  const secure = protocol === "https:"
  return { protocol: secure ? "https" : "http", host: hostname, port: port || (secure ? "443" : "80") }
}
