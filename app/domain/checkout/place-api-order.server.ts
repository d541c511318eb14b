import type { Member } from "../accounts/user"
import type { Cart } from "../cart/cart"
import { viewCart } from "../cart/cart-lines.server"
import type { Cents } from "../money"
import type { Order } from "../orders/order"
import { findOrderOfIntent } from "../orders/orders.server"
import { findPaymentOf } from "../payments/payments.server"
import { checkShipping } from "../shipping/shipping.server"
import { ShippingJson } from "../shipping/shipping-info"
import type { Shop } from "../shop"
import { invalid, ShopError } from "../shop-error"
import { OrderedItems, type OrderRequest } from "./api-payment"
import { chargedTotals } from "./charged-totals"
import { findHeldCheckout } from "./checkouts.server"
import { finishTold, type PaymentOutcome } from "./finish-payment.server"
import { isPayable } from "./offer.server"
import { describeRefund } from "./payment-outcome.server"
import { releaseCheckout } from "./release-checkout.server"
import type { Claim } from "./settle-payment.server"

/**
 * The order of a payment that a client of the API has made: of its frozen checkout, or else of what it names now at
 * today's prices. A repeat answers the same order.
 * @throws ShopError `invalid` for a payment that is not the member's; `payment` when it has not succeeded; `conflict` or
 * `invalid` when no order can come of it and the money goes back
 */
export async function placeApiOrder(shop: Shop, member: Member, request: OrderRequest): Promise<Order> {
  const { id } = request.paymentInfo
  const earlier = await findOrderOfIntent(shop, member, id).catch(ignoreMissing)
  if (earlier) return earlier
  const told = await shop.payments.find(id)
  const payment = told && (await findPaymentOf(shop, told))
  if (!told?.intentId || payment?.userId !== member.id) throw invalid("This payment is not known", "paymentInfo.id")
  if (told.status !== "succeeded") throw new ShopError("payment", "This payment has not succeeded")
  const unclaimed = payment.checkoutId === null && payment.intentId === null
  const claim = unclaimed ? await makeClaim(shop, member, request, told.amount) : undefined
  return orderOf(shop, member, told.intentId, await finishTold(shop, told, claim))
}

async function orderOf(shop: Shop, member: Member, intentId: string, outcome: PaymentOutcome): Promise<Order> {
  if (outcome.kind === "ordered") return findOrderOfIntent(shop, member, intentId)
  if (outcome.kind !== "refunded") throw invalid("This payment is not known", "paymentInfo.id")
  throw new ShopError(outcome.reason === "amount" ? "invalid" : "conflict", describeRefund(outcome.reason))
}

/**
 * What the payment shall be for, or why it cannot be. A request that is merely malformed can be sent again: the money
 * stays where it is meanwhile.
 */
async function makeClaim(shop: Shop, member: Member, request: OrderRequest, paid: Cents): Promise<Claim> {
  const items = parse(OrderedItems, request.orderedItems)
  const shippingInfo = checkShipping(parse(ShippingJson, request.shippingInfo ?? {}))
  const { lines, totals } = await viewCart(shop, { user: member, cart: items })
  if (lines.some((line) => line.trouble !== null)) return { obstacle: "stock" }
  const charged = chargedTotals(totals, paid)
  if (!charged || !isPayable(charged.total)) return { obstacle: "amount" }
  await makeWay(shop, member, items)
  return { offer: { lines, totals: charged, shippingInfo } }
}

/** What the shelf has too little of may be held by a checkout of their own: unpaid, it makes way for what is paid. */
async function makeWay(shop: Shop, member: Member, ordered: Cart): Promise<void> {
  const held = await findHeldCheckout(shop, member)
  if (held === null) return
  const short = await readShortage(shop, ordered)
  if (held.lines.some(({ product }) => short.has(product))) await releaseCheckout(shop, held)
}

/** What the shelf has fewer of than is ordered. */
async function readShortage(shop: Shop, ordered: Cart): Promise<Set<string>> {
  const { lines } = await viewCart(shop, { user: null, cart: ordered })
  return new Set(lines.filter((line) => line.trouble !== null).map((line) => line.product))
}

interface Schema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false; error: { issues: { message: string }[] } }
}

function parse<T>(schema: Schema<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw invalid(parsed.error.issues[0]?.message ?? "This request is not valid")
}

function ignoreMissing(error: unknown): null {
  if (error instanceof ShopError && error.kind === "notFound") return null
  throw error
}
