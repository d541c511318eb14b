import type { LineItem } from "~/domain/catalog/line-item"
import { daysOf, todayOf } from "~/domain/days/shop-days.server"
import { type FoundDiscounts, findDiscounts, quoteFor } from "~/domain/discounts/find-discounts.server"
import type { Cents } from "~/domain/money/money"
import { homeOf, rulesAt, zoneOf } from "~/domain/pricing/local-rules"
import type { Destination } from "~/domain/pricing/places"
import type { Quote } from "~/domain/pricing/quote"
import type { Shop } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import type { CartOwner } from "./cart"
import { type CartLine, readChosenLines, readLines } from "./cart-lines.server"
import { chooseOnlyVariants, mergeItems } from "./choose-only-variants.server"

export interface OrderedItem extends LineItem {
  /** The id of the product, or of the variant */
  product?: string
}

export interface CartView {
  lines: CartLine[]
  quote: Quote<CartLine>
  /** The reason why the discount code does not apply, without a full stop */
  codeRefusal: string | null
  discounts: FoundDiscounts
}

/** The destination of shipping and discount; by default the shop's own place */
export interface OrderChoice {
  to?: Destination | null
  /** The id or the name of a shipping method; absent means the cheapest. */
  method?: string | null
  /** The fee of the chosen way to pay */
  paymentFee?: Cents
  /** A discount code as it was entered */
  code?: string
}

export async function viewCart(shop: Shop, { user, cart }: CartOwner, choice: OrderChoice = {}): Promise<CartView> {
  const lines = await readLines(shop, cart, user?.id ?? null)
  return viewLines(shop, { lines, discounts: await findDiscounts(shop, user, choice.code) }, choice)
}

/** Quotes the lines that can be bought; unavailable ones are left out. */
export function viewLines(
  shop: Shop,
  { lines, discounts }: Pick<CartView, "lines" | "discounts">,
  { to, method, paymentFee }: Omit<OrderChoice, "code">,
): CartView {
  const purchasable = lines.filter((line) => line.unavailability === null)
  const { pricing } = shop.settings.current
  const destination = to ?? homeOf(pricing)
  const rules = rulesAt(pricing, destination, todayOf(shop))
  const zone = zoneOf(pricing, destination)?.id ?? null
  return {
    lines,
    discounts,
    ...quoteFor(purchasable, rules, { zone, method, paymentFee, now: shop.now(), days: daysOf(shop) }, discounts),
  }
}

/** Views a client's order, where a product's id means its only variant; throws `invalid` if it has several. */
export async function viewOrdered(
  shop: Shop,
  user: CartOwner["user"],
  items: readonly OrderedItem[],
  choice: OrderChoice = {},
): Promise<CartView> {
  const lines = await readChosenLines(shop, mergeItems(items), user?.id ?? null, chooseOnlyVariants)
  const foreign = lines.some(({ productId, variantId }) => {
    return items.some(
      (item) => item.variantId === variantId && ![undefined, productId, variantId].includes(item.product),
    )
  })
  if (foreign) throw invalid("This variant belongs to another product", "variant")
  return viewLines(shop, { lines, discounts: await findDiscounts(shop, user, choice.code) }, choice)
}
