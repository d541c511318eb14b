import type Stripe from "stripe"
import type {
  Customer,
  GatewayPayment,
  GatewayStatus,
  ListedPayment,
  NewHostedPayment,
  NewPayment,
} from "~/domain/payments/gateway"
import { CARDS_ONLY, onlineMethods } from "~/domain/payments/online-methods"

/** Stripe's limit of lines on a page */
const MAX_LINES = 100

type StripeMethod = Stripe.PaymentIntentCreateParams.AllowedPaymentMethodType

/** Stripe leaves out those that it does not have for the currency, the amount or the country. */
function allowed({ methods = CARDS_ONLY }: Pick<NewPayment, "methods">): StripeMethod[] {
  return methods.filter((method) => !onlineMethods[method].isTest) as StripeMethod[]
}

export function intentParams(payment: NewPayment): Stripe.PaymentIntentCreateParams {
  const { amount, currency, customer } = payment
  return {
    amount,
    currency: currency.toLowerCase(),
    allowed_payment_method_types: allowed(payment),
    metadata: metadataOf(payment),
    ...(customer && { shipping: shippingOf(customer) }),
  }
}

export function sessionParams(payment: NewHostedPayment): Stripe.Checkout.SessionCreateParams {
  const { customer, returnUrl, cancelUrl, expiresAt } = payment
  const metadata = metadataOf(payment)
  return {
    mode: "payment",
    allowed_payment_method_types: allowed(payment),
    line_items: linesOf(payment),
    client_reference_id: payment.paymentId,
    metadata,
    payment_intent_data: { metadata, ...(customer && { shipping: shippingOf(customer) }) },
    success_url: returnUrl,
    cancel_url: cancelUrl,
    expires_at: Math.floor(expiresAt.getTime() / 1000),
    ...(customer && { customer_email: customer.email }),
  }
}

export function fromIntent(intent: Stripe.PaymentIntent): GatewayPayment {
  return {
    id: intent.id,
    intentId: intent.id,
    clientSecret: intent.client_secret,
    url: null,
    amount: amountOf(intent),
    currency: intent.currency,
    status: statusOf(intent.status),
    method: methodOf(intent),
    cardFingerprint: cardFingerprintOf(intent),
    ...idsOf(intent.metadata),
  }
}

export function toListed(intent: Stripe.PaymentIntent): ListedPayment {
  return { ...fromIntent(intent), shop: intent.metadata.shop ?? null, createdAt: new Date(intent.created * 1_000) }
}

export function fromSession(session: Stripe.Checkout.Session, intent: Stripe.PaymentIntent | null): GatewayPayment {
  const unpaid = session.status === "expired" ? "canceled" : "requires_payment_method"
  const status = intent ? statusOf(intent.status) : unpaid
  const isOver = session.status === "expired" || (session.status === "complete" && intent !== null)
  const isStillPaid = status === "succeeded" || status === "processing"
  return {
    id: session.id,
    intentId: intent?.id ?? null,
    clientSecret: null,
    url: session.status === "open" ? session.url : null,
    amount: intent ? amountOf(intent) : (session.amount_total ?? 0),
    currency: intent?.currency ?? session.currency ?? "",
    // The intent of a session that is over can no longer be paid, even if its debit failed.
    status: isOver && !isStillPaid ? "canceled" : status,
    method: intent && methodOf(intent),
    cardFingerprint: intent && cardFingerprintOf(intent),
    ...idsOf(session.metadata),
  }
}

/** The captured amount of a paid payment: only that can be refunded */
function amountOf({ status, amount, amount_received }: Stripe.PaymentIntent): number {
  return status === "succeeded" ? amount_received : amount
}

/** A payment that is processing has a charge too. */
function methodOf({ status, latest_charge: charge }: Stripe.PaymentIntent): string | null {
  if ((status !== "succeeded" && status !== "processing") || charge === null || typeof charge === "string") return null
  return charge?.payment_method_details?.type ?? null
}

/** Reading a payment expands its charge. */
function cardFingerprintOf({ status, latest_charge: charge }: Stripe.PaymentIntent): string | null {
  if (status !== "succeeded" || charge === null || typeof charge === "string") return null
  return charge?.payment_method_details?.card?.fingerprint ?? null
}

const gatewayStatuses: Record<string, GatewayStatus> = {
  requires_payment_method: "requires_payment_method",
  requires_confirmation: "requires_payment_method",
  requires_action: "requires_action",
  succeeded: "succeeded",
  canceled: "canceled",
}

/** Every other status may still succeed or fail. */
function statusOf(status: Stripe.PaymentIntent.Status): GatewayStatus {
  return gatewayStatuses[status] ?? "processing"
}

function metadataOf({ paymentId, userId, checkoutId, shop }: NewPayment): Record<string, string> {
  return { paymentId, userId, shop, ...(checkoutId && { checkoutId }) }
}

function idsOf(metadata: Stripe.Metadata | null) {
  return {
    paymentId: metadata?.paymentId ?? null,
    userId: metadata?.userId ?? null,
    checkoutId: metadata?.checkoutId ?? null,
  }
}

function shippingOf({ name, phone, address }: Customer) {
  const { line1, city, state, postalCode, country } = address
  return { name, phone, address: { line1, city, country, postal_code: postalCode, ...(state && { state }) } }
}

function linesOf({ lines, amount, currency }: NewHostedPayment): Stripe.Checkout.SessionCreateParams.LineItem[] {
  const shown = lines.length > MAX_LINES ? [{ name: "Your order", price: amount, quantity: 1 }] : lines
  return shown.map(({ name, price, quantity }) => ({
    quantity,
    price_data: { currency: currency.toLowerCase(), unit_amount: price, product_data: { name } },
  }))
}
