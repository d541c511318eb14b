import type { CurrencyCode } from "../format-money"
import type { Cents } from "../money"
import { ShopError } from "../shop-error"
import type { Card } from "./card"

/** Stripe's words for where a payment stands; the sandbox uses the same. */
export type GatewayStatus = "requires_payment_method" | "requires_action" | "processing" | "succeeded" | "canceled"

/** Whom a payment bills and where the goods go: the customer's name, e-mail, phone and address. */
export interface Customer {
  name: string
  email: string
  phone: string
  address: { line1: string; city: string; state: string; postalCode: string; country: string }
}

/** A payment to be opened. The gateway keeps the three ids and answers them with the payment. */
export interface NewPayment {
  /** The id of our own record: the idempotency key, so that asking twice opens one payment. */
  paymentId: string
  userId: string
  /** Null as long as a client of the API has not said what it pays for. */
  checkoutId: string | null
  amount: Cents
  currency: CurrencyCode
  customer: Customer | null
}

/** A payment to be opened on the gateway's own page, for browsers without scripts. */
export interface NewHostedPayment extends NewPayment {
  /** What the page shows; prices are for one, and all together make the amount. */
  lines: { name: string; price: Cents; quantity: number }[]
  returnUrl: string
  cancelUrl: string
  /** The latest moment at which the page can still be used; closing the payment ends it earlier. */
  expiresAt: Date
}

/** A payment as the gateway knows it: an intent, or a hosted page with the intent that it makes. */
export interface GatewayPayment {
  /** What `find` and `cancel` take. */
  id: string
  /** The intent that moves the money; a hosted page may have none before its first use. */
  intentId: string | null
  /** With this a browser confirms an intent; null for a hosted page. */
  clientSecret: string | null
  /** Where a browser without scripts pays; null for an intent, and once the page is over. */
  url: string | null
  amount: Cents
  /** As ISO 4217 calls it, in small letters. */
  currency: string
  status: GatewayStatus
  /** Ours, as given when the payment was opened; a foreign payment has none. */
  paymentId: string | null
  userId: string | null
  checkoutId: string | null
}

export interface NewRefund {
  intentId: string
  amount: Cents
  /** The id of our own record, kept with the refund. */
  refundId: string
  /** How often this refund was answered with an error: each time its idempotency key is used up. */
  refusals: number
}

export interface GatewayRefund {
  id: string
  intentId: string
  amount: Cents
  status: "pending" | "succeeded" | "failed"
  /** Why it failed. */
  failure: string | null
  /** Ours; null for a refund that was made elsewhere. */
  refundId: string | null
  /** By the gateway's own clock. */
  createdAt: Date
}

/** What the gateway sends of its own accord; only the ids are believed, the rest is asked for. */
export type WebhookEvent =
  | { about: "payment"; id: string }
  | { about: "refund"; id: string }
  | { about: "refunds"; intentId: string }
  | { about: "dispute"; intentId: string; reason: string; outcome: "open" | "won" | "lost" }
  | { about: "nothing" }

/** Where the gateway's messages are read. */
export interface WebhookReader {
  /** @throws ShopError `invalid` for a message that the gateway has not signed, or not just now */
  parse(message: Uint8Array, headers: Headers): WebhookEvent
}

/** The origins that the payment page may use beside the shop's own, where the gateway's fields are in it. */
export interface PaymentPageSources {
  scripts: readonly [string, ...string[]]
  frames: readonly string[]
  calls: readonly string[]
  /** Its hosted pages. */
  forms: readonly string[]
}

/** Where the shop takes the card itself: the sandbox's own form. */
export interface CardTerminal {
  /**
   * Charges a card, or asks for an approval first (`requires_action`).
   * @throws ShopError `payment` with the reason for a decline
   */
  confirm(id: string, card: Card): Promise<GatewayPayment>
  /** The cardholder's answer on the approval page. @throws ShopError `payment` when they declined */
  answerApproval(id: string, approved: boolean): Promise<GatewayPayment>
  /** The payment that a client secret belongs to. */
  findBySecret(clientSecret: string): Promise<GatewayPayment | null>
}

/** Each with a card form of its own on the payment page. */
export type GatewayKind = "stripe" | "sandbox"

/** The age up to which the state of a payment is good enough to be shown, in milliseconds. */
export const RECENT = 2_000

/**
 * Where cards are charged. No call takes longer than 15 seconds. Each throws `ShopError` of kind `unavailable` when
 * the gateway cannot be reached: then it is unknown whether it has acted, and the same call may be made again. It throws
 * `GatewayRefusal` when the gateway has answered with an error.
 */
export interface PaymentGateway {
  readonly kind: GatewayKind
  /** The public key that clients ask for at start. */
  readonly publishableKey: string
  /** Null where cards are entered with the gateway itself. */
  readonly terminal: CardTerminal | null
  /** Null where the gateway never writes. */
  readonly webhook: WebhookReader | null
  /** Null where nothing of the gateway is in the shop's pages. */
  readonly pageSources: PaymentPageSources | null
  /** Opens an intent, or finds it again when the same payment asks twice. */
  open(payment: NewPayment): Promise<GatewayPayment>
  /** The same for a page on which the payment can be made without scripts. */
  openHosted(payment: NewHostedPayment): Promise<GatewayPayment>
  /** @param options.maxAge how old the answer may be, in milliseconds; 0 by default, and what decides about money needs that */
  find(id: string, options?: { maxAge?: number }): Promise<GatewayPayment | null>
  /**
   * Ends an unpaid payment and answers how it stands then: `succeeded` when the money was quicker, null when the gateway
   * has never heard of it.
   */
  cancel(id: string): Promise<GatewayPayment | null>
  /** Gives back `amount` of a succeeded intent, once for each `refundId`. */
  refund(refund: NewRefund): Promise<GatewayRefund>
  findRefund(id: string): Promise<GatewayRefund | null>
  /** All refunds of an intent, also those that were made with the gateway itself, newest first. */
  refundsOf(intentId: string): Promise<GatewayRefund[]>
  /** The same of all intents, from a moment on; a thousand at the most. */
  refundsSince(moment: Date): Promise<GatewayRefund[]>
}

/** The gateway has answered, with an error: under the same idempotency key it would only say so again. */
export class GatewayRefusal extends ShopError {}
