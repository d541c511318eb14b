import { type Days, lastDayOf } from "~/domain/days/days"
import { formatMoney } from "~/domain/money/format-money"
import { type Cents, sum } from "~/domain/money/money"
import { formatDay, usesPerPerson } from "./discount"
import type { DiscountRule } from "./discount-record"

interface Basket {
  lines: readonly BasketLine[]
  /** Id of the destination's zone */
  zone: string | null
  currency: string
}

export interface BasketLine {
  productId: string
  /** The key of the category */
  category: string
  price: Cents
  quantity: number
}

/** Uses of a discount, without those of the shopper's own open checkout */
export interface Uses {
  all: number
  own: number
}

export interface Shopper {
  /** Whether the e-mail address is verified */
  isVerified: boolean
  hasOrdered: boolean
  usesOf(id: string): Uses
}

/** Returns a sentence that begins with the discount's name, without its full stop; null if it applies. */
export function reasonNotToApply(
  discount: DiscountRule,
  { lines, zone, currency }: Basket,
  { isVerified, hasOrdered, usesOf }: Shopper,
  { now, days }: { now: Date; days: Pick<Days, "dayOf"> },
): string | null {
  const { startsAt, endsAt, stoppedAt, maxUses, zones, goodsFrom, unitsFrom, firstOrder } = discount
  const title = discount.code ?? discount.name
  if (stoppedAt !== null) return `${title} has ended`
  const today = days.dayOf(now)
  if (endsAt !== null && endsAt <= now) return `${title} ended on ${formatDay(lastDayOf(endsAt, days), today)}`
  if (startsAt !== null && startsAt > now) return `${title} begins on ${formatDay(days.dayOf(startsAt), today)}`
  // Checked first, so that no one learns whether an address has ordered here.
  if (firstOrder && !isVerified) return `${title} is only for a first order: sign in and confirm your email to use it`
  const uses = usesOf(discount.id)
  const own = usesPerPerson(discount)
  if (own !== null && uses.own >= own) return `You have already used ${title}`
  if (firstOrder && hasOrdered) return `${title} is only for a first order`
  if (maxUses !== null && uses.all >= maxUses) return `${title} has been used up`
  if (zones.length > 0 && (zone === null || !zones.includes(zone))) return `${title} is not available for this address`
  const chosen = placesOf(discount, lines).map((place) => lines[place] as BasketLine)
  if (chosen.length === 0) return `${title} does not apply to these products`
  const missingUnits = (unitsFrom ?? 0) - sum(chosen.map(({ quantity }) => quantity))
  if (missingUnits > 0) return `${title} needs at least ${unitsFrom} items: add ${missingUnits} more`
  const missing = (goodsFrom ?? 0) - sum(chosen.map(({ price, quantity }) => price * quantity))
  if (missing > 0) {
    return `${title} needs at least ${formatMoney(goodsFrom ?? 0, currency)} of goods: add ${formatMoney(missing, currency)} more`
  }
  return null
}

/** Returns the indexes of the lines that the discount applies to. */
export function placesOf(
  { categories, products }: Pick<DiscountRule, "categories" | "products">,
  lines: readonly Pick<BasketLine, "category" | "productId">[],
): number[] {
  const isWhole = categories.length === 0 && products.length === 0
  return lines.flatMap(({ category, productId }, place) => {
    return isWhole || categories.includes(category) || products.includes(productId) ? [place] : []
  })
}
