import type { Customer, NewHostedPayment } from "../payments/gateway"
import type { Payment } from "../payments/payment"
import { describeShipping } from "../shipping/shipping.server"
import type { Books, Shop } from "../shop"
import type { Checkout } from "./checkout"
import { findCheckout } from "./checkouts.server"

/** How long a hosted page may live, in milliseconds: Stripe insists on half an hour, the hold ends it earlier. */
const PAGE_LIFE = 60 * 60_000

/**
 * What the gateway is asked for to open a payment. It follows from what is written down already, so that asking again
 * under the same idempotency key asks for the same.
 */
export async function describePayment(shop: Shop, payment: Payment): Promise<NewHostedPayment> {
  const { id: paymentId, userId, checkoutId, amount, createdAt } = payment
  const checkout = checkoutId === null ? null : await findCheckout(shop, checkoutId)
  const here = `${shop.identity.url}/process/payment`
  return {
    paymentId,
    userId,
    checkoutId,
    amount,
    customer: checkout && (await customerOf(shop, checkout)),
    lines: checkout ? linesOf(checkout) : [],
    returnUrl: `${here}/return?payment=${paymentId}`,
    cancelUrl: here,
    expiresAt: new Date(createdAt.getTime() + PAGE_LIFE),
  }
}

/** The customer's name, e-mail, phone and address: for the card's bill and for the parcel. */
export async function customerOf(books: Books, checkout: Pick<Checkout, "userId" | "shippingInfo">): Promise<Customer> {
  const { shippingInfo, userId } = checkout
  const { name, email } = await books.db
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

function linesOf({ lines, totals }: Checkout): NewHostedPayment["lines"] {
  const items = lines.map(({ name, price, quantity }) => ({ name, price, quantity }))
  const charges = [
    { name: "Shipping", price: totals.shipping, quantity: 1 },
    { name: "Tax (GST)", price: totals.tax, quantity: 1 },
  ]
  return [...items, ...charges.filter((charge) => charge.price > 0)]
}
