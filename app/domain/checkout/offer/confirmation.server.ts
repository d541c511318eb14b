import type { Buyer } from "~/domain/accounts/actor"
import type { Cart } from "~/domain/cart/cart"
import { type CartLine, describeUnavailability } from "~/domain/cart/cart-lines.server"
import { type CartView, type OrderChoice, viewCart, viewLines } from "~/domain/cart/view-cart.server"
import { formatMoney } from "~/domain/money/format-money"
import { sum } from "~/domain/money/money"
import { agreedTextFor } from "~/domain/pages/agreed-text.server"
import { type OfferedPaymentMethod, offeredPaymentMethods, type PaymentMethod } from "~/domain/settings/payment-methods"
import { assertComplete, assertShipped, findShipping } from "~/domain/shipping/shipping.server"
import type { ShippingInfo } from "~/domain/shipping/shipping-info"
import type { Shop } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import { firstSentences } from "~/domain/text/first-sentences"
import { pluralize } from "~/domain/text/pluralize"
import {
  type ConfirmedOffer,
  formatChargesSnapshot,
  formatLineSnapshot,
  type LineSnapshot,
} from "./confirm-order-schema"
import { digestOf, type Offer } from "./offer.server"

interface Confirmation extends Offer {
  cart: CartView
  paymentMethod: PaymentMethod
  /** The ways to pay for this order */
  payments: readonly OfferedPaymentMethod[]
  /** What the form sends back */
  snapshot: { digest: string; lines: string[]; charges: string; terms: string }
}

interface ConfirmationChoice extends Pick<OrderChoice, "method" | "code"> {
  /** The first one that is offered is used for one that is not. */
  payment?: string | null
}

/** Throws `invalid` for field `cart` or `shippingInfo` if that step is missing. */
export async function prepareConfirmation(
  shop: Shop,
  member: Buyer,
  cart: Cart,
  { method, code, payment }: ConfirmationChoice = {},
): Promise<Confirmation> {
  const view = await viewCart(shop, { user: member, cart }, { code })
  if (view.lines.length === 0) throw invalid("Your cart is empty", "cart")
  if (view.quote.lines.length === 0) throw invalid(`${describeTroubles(view.lines)}.`, "cart")
  const shippingInfo = await findShipping(shop, member)
  if (!shippingInfo) throw invalid("Please enter your shipping details first", "shippingInfo")
  assertComplete(shippingInfo)
  const paidOnline = viewLines(shop, view, { to: shippingInfo, method })
  assertShipped(paidOnline.quote, shippingInfo)
  const payments = paymentsFor(shop, paidOnline, shippingInfo)
  const { method: paymentMethod, fee } = payments.find((one) => one.method === payment) ?? payments[0]
  const sent = fee > 0 ? viewLines(shop, view, { to: shippingInfo, method, paymentFee: fee }) : paidOnline
  const offer = {
    ...{ ...sent.quote, shippingInfo, paymentMethod },
    terms: await agreedTextFor(shop, shippingInfo.country),
  }
  return {
    ...offer,
    payments,
    cart: sent,
    snapshot: {
      digest: digestOf(offer),
      lines: sent.quote.lines.map(formatLineSnapshot),
      charges: formatChargesSnapshot(sent.quote),
      terms: offer.terms?.digest ?? "",
    },
  }
}

/** An order with nothing to pay has no choice. */
function paymentsFor({ settings }: Shop, { quote: { totals, shippingMethod } }: CartView, { country }: ShippingInfo) {
  const offered = offeredPaymentMethods(settings.current, { country, isCollected: shippingMethod?.pickup != null })
  return totals.total === 0 ? ([offered[0]] as const) : offered
}

/** The cart page names all of them. */
function describeTroubles(lines: readonly CartLine[]): string {
  return firstSentences(lines.map(describeUnavailability), (others) => {
    return `${pluralize(others, "other product")} cannot be bought at the moment either`
  })
}

const CHECK_AMOUNTS = "Please check the new amounts and confirm again."
const TERMS_CHANGED = "Our terms have changed since you opened this page. Please read them and confirm again."

/** Describes the differences from the confirmed offer. */
export function describeChanges(
  confirmed: ConfirmedOffer,
  { cart, terms }: Pick<Confirmation, "cart" | "terms">,
): string {
  const changes = changesSince(confirmed, cart)
  const isOfTerms = (confirmed.snapshot.terms ?? "") !== (terms?.digest ?? "")
  return [...changes, isOfTerms ? TERMS_CHANGED : CHECK_AMOUNTS].join(" ")
}

function changesSince({ snapshot, method }: ConfirmedOffer, { lines, quote }: CartView): string[] {
  const before = new Map(snapshot.lines.map((line) => [line.variantId, line]))
  const changes = lines.map((line) => changeOf(line, before.get(line.variantId), quote.currency))
  const missing = snapshot.lines.filter(({ variantId }) => !lines.some((line) => line.variantId === variantId)).length
  if (missing > 0)
    changes.push(
      missing === 1 ? "A product is no longer in your cart." : `${missing} products are no longer in your cart.`,
    )
  const ofGoods = changes.filter((change) => change !== null)
  return [...ofGoods, ...chargeChanges(method, snapshot.charges, quote, ofGoods.length > 0)]
}

/** Discounts follow from goods, and taxes from everything else: they are only named when that does not explain them. */
function chargeChanges(
  method: ConfirmedOffer["method"],
  charges: ConfirmedOffer["snapshot"]["charges"],
  { shipping, shippingMethod, totals, taxes, currency }: CartView["quote"],
  goodsChanged: boolean,
): string[] {
  const changes: string[] = []
  if (method && shippingMethod && !shipping.methods.some(({ id }) => id === method))
    changes.push(`The shipping method that you chose is no longer available: it is now ${shippingMethod.name}.`)
  if (charges && charges.shipping !== totals.shipping)
    changes.push(
      `Shipping now costs ${formatMoney(totals.shipping, currency)} instead of ${formatMoney(charges.shipping, currency)}.`,
    )
  const { discount = totals.discount } = charges ?? {}
  if (!goodsChanged && discount !== totals.discount)
    changes.push(
      `Discounts now take ${formatMoney(totals.discount, currency)} off instead of ${formatMoney(discount, currency)}.`,
    )
  const tax = sum(taxes.map(({ amount }) => amount))
  if (charges && !goodsChanged && changes.length === 0 && charges.tax !== tax)
    changes.push(`Taxes now come to ${formatMoney(tax, currency)} instead of ${formatMoney(charges.tax, currency)}.`)
  return changes
}

function changeOf(line: CartLine, before: LineSnapshot | undefined, currency: string): string | null {
  const { name, price, quantity, unavailability } = line
  if (!before) return unavailability === null ? `${name} was added to your cart.` : null
  if (unavailability !== null) return `${describeUnavailability(line)}.`
  const prices = `${name} now costs ${formatMoney(price, currency)} instead of ${formatMoney(before.price, currency)}.`
  if (price !== before.price) return prices
  return quantity === before.quantity ? null : `${name}: now ${quantity} instead of ${before.quantity}.`
}
