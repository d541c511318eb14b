import type { Buyer } from "~/domain/accounts/actor"
import type { Cart } from "~/domain/cart/cart"
import { describeUnavailability } from "~/domain/cart/cart-lines.server"
import type { CartView } from "~/domain/cart/view-cart.server"
import { ago, MINUTE } from "~/domain/durations"
import type { ConsumerLaw } from "~/domain/law/consumer-law"
import { currencies } from "~/domain/money/currency"
import { formatMoney } from "~/domain/money/format-money"
import type { Cents } from "~/domain/money/money"
import { type AgreedDocument, agreedTextFor, agreedTextsNow, storeAgreedTexts } from "~/domain/pages/agreed-text.server"
import type { Payment, TrackedPayment } from "~/domain/payments/payment"
import { paymentLimits } from "~/domain/payments/payment-limits"
import { findPaymentWithoutCheckout, insertPaymentWithoutCheckout } from "~/domain/payments/payments.server"
import { quoteAt } from "~/domain/pricing/quote"
import { assertShipped, checkShipping, findShipping, isComplete } from "~/domain/shipping/shipping.server"
import type { ShippingInfo } from "~/domain/shipping/shipping-info"
import type { Shop, Tx } from "~/domain/shop"
import { conflict, invalid } from "~/domain/shop-error"
import { holdOffer } from "../hold/start-checkout.server"
import type { Offer } from "../offer/offer.server"
import { openAtGateway, openPayment } from "../payment/checkout-payment.server"
import { paymentProcessing } from "../payment/payment-outcome"
import { finishTrackedPayment } from "../settlement/finish-payment.server"
import { freePaymentId, isFree } from "../settlement/free-order.server"
import type { OpenPaymentJson } from "./api-payment"
import { viewRequested } from "./quote-order.server"

/** Returns the client secret; without items or a cart of this total, `order/new` later names the goods. */
export async function openApiPayment(
  shop: Shop,
  member: Buyer,
  cart: Cart,
  request: OpenPaymentJson,
  address: string | null = null,
): Promise<string> {
  assertChargeable(shop, request.amount)
  await shop.limits.consume(paymentLimits.startedByMember, member.id)
  const offer = await findOffer(shop, member, cart, request)
  const checkout = offer && (await holdOffer(shop, member, offer, { source: "api", address }))
  if (checkout && isFree(checkout)) return freePaymentId(checkout.id)
  if (request.amount === 0) throw invalid("Only an order with a total of 0 is free", "amount")
  const payment = checkout
    ? await openPayment(shop, checkout, "intent")
    : await openPaymentWithoutCheckout(shop, member, request.amount)
  if (payment.clientSecret !== null) return payment.clientSecret
  // A hosted payment has no client secret; it is returned only if it is processing or succeeded.
  if (payment.status === "processing") throw paymentProcessing()
  await finishTrackedPayment(shop, payment)
  throw conflict("This order is already paid. You can find it under My Orders.")
}

function assertChargeable({ settings }: Pick<Shop, "settings">, amount: Cents): void {
  const { leastTotal } = currencies[settings.current.pricing.currency]
  if (amount !== 0 && amount < leastTotal) throw invalid(`amount must be at least ${leastTotal} cents, or 0`, "amount")
}

async function findOffer(shop: Shop, member: Buyer, cart: Cart, request: OpenPaymentJson): Promise<Offer | null> {
  const { amount, orderedItems, shippingInfo } = request
  const saved = shippingInfo ? checkShipping(shop, shippingInfo) : await findShipping(shop, member)
  const address = saved && isComplete(saved) ? saved : null
  const view = await viewRequested(shop, member, cart, { ...request, to: address })
  if (address && (orderedItems || shippingInfo)) assertShipped(view.quote, address)
  if (view.codeRefusal) throw invalid(view.codeRefusal, "discountCodes")
  const charged = view.quote.lines.length > 0 && view.quote.shippingMethod ? quoteAt(view.quote, amount) : null
  if (orderedItems) return offerAt(shop, assertOfferMatches(view, address, charged))
  return charged && address ? offerAt(shop, { ...charged, shippingInfo: address }) : null
}

async function offerAt(shop: Shop, offer: Omit<Offer, "terms">): Promise<Offer> {
  return { ...offer, terms: await agreedTextFor(shop, offer.shippingInfo.country) }
}

function assertOfferMatches(
  { lines, quote: { currency, totals } }: CartView,
  address: ShippingInfo | null,
  charged: CartView["quote"] | null,
): Omit<Offer, "terms"> {
  if (!address) throw invalid("Please enter your shipping details first", "shippingInfo")
  const unavailableLine = lines.find((line) => line.unavailability !== null)
  if (unavailableLine) throw conflict(describeUnavailability(unavailableLine))
  if (!charged) throw invalid(`The amount differs from the total of ${formatMoney(totals.total, currency)}`, "amount")
  return { ...charged, shippingInfo: address }
}

/** Within this time, a request for the same amount returns the same open payment. */
const REPEAT_WINDOW = 5 * MINUTE

async function openPaymentWithoutCheckout(shop: Shop, member: Buyer, amount: Cents): Promise<TrackedPayment> {
  const texts = await agreedTextsNow(shop)
  let after = ago(shop, REPEAT_WINDOW)
  for (let tries = 0; tries < 5; tries++) {
    const record = await shop.transaction((tx) => findOrInsert(tx, { userId: member.id, amount, texts, after }))
    const opened =
      record.gatewayId === null ? await openAtGateway(shop, record, null) : await shop.payments.find(record.gatewayId)
    if (opened?.status === "processing") throw paymentProcessing()
    if (opened && opened.status !== "succeeded" && opened.status !== "canceled") return { record, ...opened }
    after = record.createdAt
  }
  throw conflict("You are paying for this order in another window. Please try again in a moment.")
}

interface WantedPayment {
  userId: string
  amount: Cents
  /** The terms that its order will have, by the law of the place where it goes */
  texts: Map<ConsumerLaw, AgreedDocument>
  after: Date
}

/** Locks the user row, so that parallel requests share one payment. */
async function findOrInsert(tx: Tx, { userId, amount, texts, after }: WantedPayment): Promise<Payment> {
  await tx.db.selectFrom("users").select("id").where("id", "=", userId).forNoKeyUpdate().execute()
  const digests = [...texts].map(([law, { digest }]) => [law, digest] as const)
  const wanted = { userId, amount, agreedTerms: digests.length === 0 ? null : Object.fromEntries(digests) }
  const known = await findPaymentWithoutCheckout(tx, { ...wanted, after })
  if (known) return known
  await storeAgreedTexts(tx, [...texts.values()])
  return insertPaymentWithoutCheckout(tx, wanted)
}
