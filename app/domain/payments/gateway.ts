import type { Cents } from "../money"
import type { Card } from "./card"

/** Stripe's words for where an intent stands; the sandbox uses the same. */
export type PaymentIntentStatus = "requires_payment_method" | "requires_action" | "processing" | "succeeded" | "canceled"

/** A payment intent as the shop sees it, whichever gateway holds it. */
export interface PaymentIntent {
  id: string
  clientSecret: string
  amount: Cents
  currency: string
  status: PaymentIntentStatus
  /** Set by us when the intent was made; an intent of somebody else's has neither. */
  checkoutId: string | null
  userId: string | null
}

/** Whom a payment bills: the customer's name, e-mail, phone and address. */
export interface BillingDetails {
  name: string
  email: string
  phone: string
  address: { line1: string; city: string; state: string; postalCode: string; country: string }
}

export interface NewPaymentIntent {
  amount: Cents
  checkoutId: string
  userId: string
  billing: BillingDetails
}

export interface HostedPageRequest {
  intent: PaymentIntent
  description: string
  returnUrl: string
  cancelUrl: string
  /** The hosted page must not be usable after this moment. */
  expiresAt: Date
  email: string
}

export interface GatewayRefund {
  id: string
  status: "pending" | "succeeded" | "failed"
}

/** Where the shop takes the card itself: the sandbox's own form. */
export interface CardTerminal {
  /**
   * Charges a card, or asks for an approval first (`requires_action`).
   * @throws ShopError `payment` with the reason for a decline
   */
  confirm(intentId: string, card: Card): Promise<PaymentIntent>
  /** The cardholder's answer on the approval page. @throws ShopError `payment` when they declined */
  answer(intentId: string, approved: boolean): Promise<PaymentIntent>
}

/**
 * Where cards are charged. Every call has a time limit and throws `ShopError` of kind `unavailable` when the gateway
 * cannot be reached or errs; calls with an idempotency key may be repeated safely.
 */
export interface PaymentGateway {
  readonly kind: "stripe" | "sandbox"
  /** `null` where cards are entered with the gateway itself. */
  readonly terminal: CardTerminal | null
  /** The public key that clients ask for at start. */
  readonly publishableKey: string
  /** Makes the checkout's intent, or finds it again when the same checkout asks twice. */
  create(intent: NewPaymentIntent): Promise<PaymentIntent>
  find(id: string): Promise<PaymentIntent | null>
  /** Cancels an unpaid intent and answers how it stands then: `succeeded` when the payment was quicker. */
  cancel(id: string): Promise<PaymentIntent>
  /** Gives back `amount` of a succeeded intent; `refundId` is our own refund's id and makes repeats harmless. */
  refund(refund: { intentId: string; amount: Cents; refundId: string }): Promise<GatewayRefund>
  /** The address of a page on which this intent can be paid without scripts. */
  hostedPage(request: HostedPageRequest): Promise<string>
}
