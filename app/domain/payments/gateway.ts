import type { Cents } from "~/domain/money/money"
import { ShopError } from "~/domain/shop-error"
import type { Card } from "./card"
import type { OnlineMethod } from "./online-methods"

/** Stripe's statuses of a payment intent; the sandbox uses the same. */
export type GatewayStatus = "requires_payment_method" | "requires_action" | "processing" | "succeeded" | "canceled"

export interface Customer {
  name: string
  email: string
  phone: string
  address: { line1: string; city: string; state: string; postalCode: string; country: string }
}

export interface NewPayment {
  /** The shop's own id, used as the idempotency key. */
  paymentId: string
  userId: string
  checkoutId: string | null
  amount: Cents
  currency: string
  /** The shop, and its address, that opens it */
  shop: string
  customer: Customer | null
  /** By default, cards only. The gateway leaves out methods that it does not have for this payment. */
  methods?: readonly OnlineMethod[]
}

export interface NewHostedPayment extends NewPayment {
  lines: { name: string; price: Cents; quantity: number }[]
  returnUrl: string
  cancelUrl: string
  expiresAt: Date
}

export interface GatewayPayment {
  id: string
  intentId: string | null
  clientSecret: string | null
  /** The hosted page; null for an intent, and once the page has expired */
  url: string | null
  amount: Cents
  /** ISO 4217 in lower case. */
  currency: string
  status: GatewayStatus
  /** The gateway's name of the method used, such as `ideal`; null until it is known */
  method: string | null
  /** The card's fingerprint; null before it is paid, and for other methods */
  cardFingerprint: string | null
  paymentId: string | null
  userId: string | null
  checkoutId: string | null
}

export interface ListedPayment extends GatewayPayment {
  /** The value of `NewPayment.shop`; null for one of another program, or of an earlier version */
  shop: string | null
  /** By the gateway's clock. */
  createdAt: Date
}

export interface PaymentList {
  payments: ListedPayment[]
  /** False if there are more than a list has. */
  isComplete: boolean
}

export interface NewRefund {
  intentId: string
  amount: Cents
  refundId: string
  /** The number of error responses: each uses up an idempotency key. */
  refusals: number
  /** An earlier attempt may have reached the gateway so long ago that its idempotency key has expired. */
  isRepeat?: boolean
}

export interface GatewayRefund {
  id: string
  intentId: string
  amount: Cents
  status: "pending" | "succeeded" | "failed"
  failure: string | null
  /** Null for a refund made elsewhere. */
  refundId: string | null
  /** By the gateway's clock. */
  createdAt: Date
}

/** What the gateway took, from its ledger */
export interface GatewayFee {
  /** Of the entry in the ledger */
  id: string
  kind: "payment" | "refund" | "dispute"
  intentId: string
  /** The gateway's id of the refund or dispute */
  occurrence: string | null
  /** Cents; negative for a fee that it gave back */
  amount: number
  /** ISO 4217 in capitals, of the account's balance */
  currency: string
  /** By the gateway's clock. */
  createdAt: Date
}

export interface FeeList {
  fees: GatewayFee[]
  /** The time of the oldest entry that was read, if the list has earlier ones; null if it is complete */
  cutAt: Date | null
}

/** Payments and refunds are fetched by id, never taken from the event. */
export type WebhookEvent =
  /** `declined` identifies the attempt: it is the same in each event about it. */
  | { about: "payment"; id: string; declined?: string }
  | { about: "refund"; id: string }
  | { about: "refunds"; intentId: string }
  | { about: "dispute"; id: string; intentId: string; reason: string; outcome: "open" | "won" | "lost" }
  | { about: "nothing" }

export interface WebhookReader {
  /** Throws `invalid` unless the gateway signed the message recently. */
  parse(message: Uint8Array, headers: Headers): WebhookEvent
}

/** Origins for the Content-Security-Policy of the payment page. */
export interface PaymentPageSources {
  scripts: readonly [string, ...string[]]
  frames: readonly string[]
  calls: readonly string[]
  forms: readonly string[]
}

/** How a test page answers; the later answers are known two minutes later. */
export type TestAnswer = "approve" | "decline" | "approve-later" | "fail-later"

/** The sandbox's own card form, and its test pages of other methods */
export interface CardTerminal {
  /** Begins a payment that the buyer approves on the method's test page. */
  startMethod(id: string, method: OnlineMethod): Promise<GatewayPayment>
  /** Throws `payment` if the buyer declines. */
  answer(id: string, answer: TestAnswer): Promise<GatewayPayment>
  /** Throws `payment` with the reason for a decline. */
  confirm(id: string, card: Card): Promise<GatewayPayment>
  resolveApproval(id: string, approved: boolean): Promise<GatewayPayment>
  findBySecret(clientSecret: string): Promise<GatewayPayment | null>
}

export type GatewayKind = "stripe" | "sandbox"

/** Milliseconds for which the page may show a payment's last known state. */
export const RECENT = 2_000

/**
 * Each call takes at most 15 s, and throws `unavailable` if a retry is safe, `GatewayRefusal` for an error response.
 */
export interface PaymentGateway {
  readonly kind: GatewayKind
  readonly publishableKey: string
  readonly terminal: CardTerminal | null
  readonly webhook: WebhookReader | null
  readonly pageSources: PaymentPageSources | null
  /** Opens one intent per `paymentId`, even with repeated calls. */
  open(payment: NewPayment): Promise<GatewayPayment>
  openHosted(payment: NewHostedPayment): Promise<GatewayPayment>
  /** `maxAge` is in milliseconds; decisions about money need the default of 0. */
  find(id: string, options?: { maxAge?: number }): Promise<GatewayPayment | null>
  /** Lists all intents of the account that were created in this time, paid or not. */
  paymentsBetween(from: Date, until: Date): Promise<PaymentList>
  /** Returns `succeeded` if the payment was paid first, null if the gateway has no such payment. */
  cancel(id: string): Promise<GatewayPayment | null>
  /** Refunds once per `refundId`. */
  refund(refund: NewRefund): Promise<GatewayRefund>
  findRefund(id: string): Promise<GatewayRefund | null>
  refundsOf(intentId: string): Promise<GatewayRefund[]>
  refundsSince(moment: Date): Promise<GatewayRefund[]>
  /** Lists the newest fees in this time of all payments of the account, also those of other programs. */
  feesBetween(from: Date, until: Date): Promise<FeeList>
}

/** The gateway's error response, which the same idempotency key would repeat */
export class GatewayRefusal extends ShopError {}
