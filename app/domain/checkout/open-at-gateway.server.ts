import { HOUR } from "~/domain/durations"
import { type Customer, type GatewayPayment, GatewayRefusal, type NewHostedPayment } from "~/domain/payments/gateway"
import type { Payment } from "~/domain/payments/payment"
import { markPaymentCancelled, recordGatewayId } from "~/domain/payments/record-payment.server"
import { billLines } from "~/domain/pricing/bill"
import { describeShipping } from "~/domain/shipping/shipping.server"
import type { Queryable, Shop } from "~/domain/shop"
import type { Checkout } from "./checkout"
import { findCheckout } from "./checkouts.server"

/**
 * Asks the gateway to open what is written down. Callers that ask for the same payment meanwhile, in any process,
 * get the same answer. It is kept before it is answered, so that nothing can be paid that is not known here.
 * Answers null when the payment was closed meanwhile; then nothing of it is left at the gateway.
 * @throws ShopError `unavailable` when the gateway has not answered in time
 */
export async function openAtGateway(shop: Shop, payment: Payment): Promise<GatewayPayment | null> {
  const request = await gatewayRequestOf(shop, payment)
  const { payments } = shop
  const opening = payment.kind === "hosted" ? payments.openHosted(request) : payments.open(request)
  const gatewayPayment = await opening.catch(async (error) => {
    // Under the same key the gateway would only say so again.
    if (error instanceof GatewayRefusal) await markPaymentCancelled(shop, payment.id)
    throw error
  })
  if (await recordGatewayId(shop, payment.id, gatewayPayment.id)) return gatewayPayment
  await payments.cancel(gatewayPayment.id)
  return null
}

/** How long a hosted page may live, in milliseconds: Stripe insists on half an hour, the hold ends it earlier. */
const HOSTED_PAGE_LIFETIME = HOUR

/**
 * What the gateway is asked for to open a payment. It follows from what is written down already, so that asking again
 * under the same idempotency key asks for the same.
 */
async function gatewayRequestOf(shop: Shop, payment: Payment): Promise<NewHostedPayment> {
  const { id: paymentId, userId, checkoutId, amount, createdAt } = payment
  const checkout = checkoutId === null ? null : await findCheckout(shop, checkoutId)
  const here = `${shop.identity.url}/process/payment`
  return {
    paymentId,
    userId,
    checkoutId,
    amount,
    currency: checkout?.currency ?? shop.settings.current.pricing.currency,
    customer: checkout && (await customerOf(shop, checkout)),
    lines: checkout ? linesOf(checkout) : [],
    returnUrl: `${here}/return?payment=${paymentId}`,
    cancelUrl: here,
    expiresAt: new Date(createdAt.getTime() + HOSTED_PAGE_LIFETIME),
  }
}

/** The customer's name, e-mail, phone and address: for the card's bill and for the parcel. */
export async function customerOf(
  shop: Queryable,
  checkout: Pick<Checkout, "userId" | "shippingInfo">,
): Promise<Customer> {
  const { shippingInfo, userId } = checkout
  const { name, email } = await shop.db
    .selectFrom("users")
    .select(["name", "email"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow()
  return {
    name,
    email,
    phone: shippingInfo.phoneNo,
    address: {
      line1: shippingInfo.address,
      city: shippingInfo.city,
      state: describeShipping(shippingInfo).state,
      postalCode: shippingInfo.pinCode,
      country: shippingInfo.country,
    },
  }
}

function linesOf(checkout: Checkout): NewHostedPayment["lines"] {
  const items = checkout.lines.map(({ name, price, quantity }) => ({ name, price, quantity }))
  const charges = billLines(checkout).filter(
    ({ kind, amount }) => (kind === "shipping" || kind === "tax") && amount > 0,
  )
  return [...items, ...charges.map(({ label, amount }) => ({ name: label, price: amount, quantity: 1 }))]
}
