import { randomBytes } from "node:crypto"
import { type BalanceTransaction, chargeFee } from "./stripe-balance"
import { badRequest, missing } from "./stripe-error"
import { fieldsOf, type StripeField, textOf } from "./stripe-form"
import { assertRefundable, offeredMethods } from "./stripe-methods"
import {
  allow,
  amountOf,
  currencyOf,
  expiryOf,
  type Fields,
  shippingOf,
  smallestCharge,
  totalOf,
  urlOf,
} from "./stripe-params"

export interface Intent {
  id: string
  object: "payment_intent"
  created: number
  client_secret: string
  amount: number
  amount_received: number
  currency: string
  status: "requires_payment_method" | "requires_action" | "processing" | "succeeded" | "canceled"
  metadata: Record<string, string>
  /** The id of a paid intent's charge, such as `ch_…` */
  latest_charge: string | null
  /** The allowed methods that fit */
  payment_method_types: string[]
  /** The method that the buyer chose */
  method: string
  shipping: StripeField | null
  billing: StripeField | null
  /** The Checkout Session that created the intent; only that session may cancel it */
  session: string | null
}

export interface Session {
  id: string
  object: "checkout.session"
  status: "open" | "complete" | "expired"
  payment_status: "unpaid" | "paid"
  amount_total: number
  currency: string
  url: string
  success_url: string
  cancel_url: string
  expires_at: number
  customer_email: string | null
  payment_method_types: string[]
  allowed: StripeField | undefined
  metadata: Record<string, string>
  payment_intent: string | null
  intent_data: Record<string, StripeField>
}

interface Refund {
  id: string
  object: "refund"
  created: number
  amount: number
  status: "pending" | "succeeded" | "failed"
  payment_intent: string
  failure_reason: string | null
  metadata: Record<string, string>
}

const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString("hex")}`

/** One Stripe account in memory; validates every parameter */
export class StripeAccount {
  readonly intents = new Map<string, Intent>()
  readonly sessions = new Map<string, Session>()
  readonly refunds = new Map<string, Refund>()
  /** The fingerprints of cards by their charge */
  readonly cards = new Map<string, string>()
  readonly balance: BalanceTransaction[] = []
  /** Status of the next refunds; Stripe may report the outcome later */
  nextRefundStatus: Refund["status"] = "succeeded"

  constructor(readonly options: { pages: () => string; now: () => Date }) {}

  createIntent(fields: Fields, session: string | null = null): Intent {
    allow(fields, ["amount", "currency", "metadata", "shipping", "allowed_payment_method_types"])
    const id = newId("pi")
    const currency = currencyOf(fields.currency)
    const amount = amountOf(fields.amount, smallestCharge(currency))
    const intent: Intent = {
      id,
      object: "payment_intent",
      created: Math.floor(this.options.now().getTime() / 1000),
      client_secret: `${id}_secret_${randomBytes(12).toString("hex")}`,
      amount,
      amount_received: 0,
      currency,
      status: "requires_payment_method",
      metadata: fieldsOf(fields.metadata) as Record<string, string>,
      latest_charge: null,
      payment_method_types: offeredMethods(fields.allowed_payment_method_types, currency, amount),
      method: "card",
      shipping: fields.shipping === undefined ? null : shippingOf(fields.shipping),
      billing: null,
      session,
    }
    this.intents.set(id, intent)
    return intent
  }

  intent(id: string): Intent {
    return this.intents.get(id) ?? raise(missing(id))
  }

  /** The charge as `expand[]` returns it */
  withCharge(intent: Intent): object {
    const { latest_charge: id } = intent
    if (id === null) return intent
    const card = { brand: "visa", last4: "4242", fingerprint: this.cards.get(id) ?? null }
    const details = intent.method === "card" ? { type: "card", card } : { type: intent.method, [intent.method]: {} }
    const charge = { id, object: "charge", payment_method_details: details }
    return { ...intent, latest_charge: charge }
  }

  /** Pays a confirmed intent. */
  charge(intent: Intent, card?: string): void {
    intent.amount_received = intent.amount
    intent.latest_charge = intent.id.replace("pi_", "ch_")
    if (card !== undefined) this.cards.set(intent.latest_charge, card)
    const source = { id: intent.latest_charge, object: "charge" as const, payment_intent: intent.id }
    this.book("charge", { ...intent, fee: chargeFee(intent.amount) }, source)
  }

  /** Adds an entry to the account's balance. */
  book(
    type: BalanceTransaction["type"],
    { amount, fee, currency }: Pick<BalanceTransaction, "amount" | "fee" | "currency">,
    source: BalanceTransaction["source"],
  ): void {
    const created = Math.floor(this.options.now().getTime() / 1000)
    this.balance.push({ id: newId("txn"), object: "balance_transaction", type, created, amount, fee, currency, source })
  }

  cancelIntent(id: string): Intent {
    const intent = this.intent(id)
    if (intent.session) throw badRequest("Expire the Checkout Session instead.", "payment_intent_unexpected_state")
    if (intent.status === "succeeded" || intent.status === "processing" || intent.status === "canceled") {
      const message = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`
      throw badRequest(message, "payment_intent_unexpected_state")
    }
    intent.status = "canceled"
    return intent
  }

  createSession(fields: Fields): Session {
    const known = ["mode", "line_items", "client_reference_id", "metadata", "payment_intent_data", "success_url"]
    allow(fields, [...known, "cancel_url", "expires_at", "customer_email", "allowed_payment_method_types"])
    if (fields.mode !== "payment") throw badRequest("Missing required param: mode.", "parameter_missing")
    allow(fieldsOf(fields.payment_intent_data), ["metadata", "shipping"])
    const id = newId("cs_test")
    const { currency, amount_total } = totalOf(fieldsOf(fields.line_items))
    const session: Session = {
      id,
      object: "checkout.session",
      status: "open",
      payment_status: "unpaid",
      currency,
      amount_total,
      url: `${this.options.pages()}/pay/${id}`,
      success_url: urlOf(fields.success_url),
      cancel_url: urlOf(fields.cancel_url),
      expires_at: expiryOf(fields.expires_at, this.options.now()),
      customer_email: textOf(fields.customer_email) ?? null,
      payment_method_types: offeredMethods(fields.allowed_payment_method_types, currency, amount_total),
      allowed: fields.allowed_payment_method_types,
      metadata: fieldsOf(fields.metadata) as Record<string, string>,
      payment_intent: null,
      intent_data: fieldsOf(fields.payment_intent_data),
    }
    this.sessions.set(id, session)
    return session
  }

  session(id: string): Session {
    return this.sessions.get(id) ?? raise(missing(id))
  }

  expireSession(id: string): Session {
    const session = this.session(id)
    if (session.status !== "open") {
      throw badRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This one is ${session.status}.`,
      )
    }
    session.status = "expired"
    const intent = session.payment_intent && this.intent(session.payment_intent)
    if (intent && intent.status !== "succeeded") intent.status = "canceled"
    return session
  }

  createRefund(fields: Fields): Refund {
    allow(fields, ["payment_intent", "amount", "metadata"])
    const intent = this.intent(textOf(fields.payment_intent) ?? "")
    const amount = amountOf(fields.amount, 1)
    const left = intent.amount_received - this.refundedOf(intent.id)
    if (intent.status !== "succeeded")
      throw badRequest("This PaymentIntent does not have a successful charge to refund.")
    if (left === 0) throw badRequest("Charge has already been refunded.", "charge_already_refunded")
    if (amount > left) throw badRequest(`Refund amount (${amount}) is greater than unrefunded amount (${left})`)
    assertRefundable(intent.method, { amount, paid: intent.amount_received })
    const refund: Refund = {
      id: newId("re"),
      object: "refund",
      created: Math.floor(this.options.now().getTime() / 1000),
      amount,
      status: this.nextRefundStatus,
      payment_intent: intent.id,
      failure_reason: null,
      metadata: fieldsOf(fields.metadata) as Record<string, string>,
    }
    this.refunds.set(refund.id, refund)
    this.book("refund", { amount: -amount, fee: 0, currency: intent.currency }, refund)
    return refund
  }

  refund(id: string): Refund {
    return this.refunds.get(id) ?? raise(missing(id))
  }

  refundsOf(intentId: string): Refund[] {
    return [...this.refunds.values()].filter((refund) => refund.payment_intent === intentId)
  }

  /** Refunded and pending amount of an intent */
  refundedOf(intentId: string): number {
    const given = this.refundsOf(intentId).filter((refund) => refund.status !== "failed")
    return given.reduce((sum, refund) => sum + refund.amount, 0)
  }
}

function raise(error: Error): never {
  throw error
}
