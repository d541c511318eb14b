import type { Cents } from "~/domain/money/money"
import type { PickupPoint, ShippingMethod } from "./rules"

/** A method that is available for some goods */
export interface OfferedMethod extends Pick<ShippingMethod, "id" | "name" | "days" | "pickup"> {
  price: Cents
  /** Null if it is never free */
  missingToFree: Cents | null
}

/** The method stored with an order */
export interface AgreedMethod {
  id: string
  name: string
  zone: string
  days: ShippingMethod["days"]
  pickup: PickupPoint | null
  /** The price of the cheapest method, which a withdrawal refunds; absent where there was no choice */
  standard?: Cents
}

interface Parcel {
  /** The goods after discounts */
  goods: Cents
  grams: number
}

export function offeredMethods(methods: readonly ShippingMethod[], parcel: Parcel): OfferedMethod[] {
  return methods.flatMap((method) => {
    const price = priceOf(method, parcel)
    if (price === null) return []
    const { id, name, days, pickup, freeAbove } = method
    const isFree = price === 0 || (freeAbove !== null && parcel.goods > freeAbove)
    const missingToFree = freeAbove === null ? null : Math.max(0, freeAbove + 1 - parcel.goods)
    return [{ id, name, days, pickup, price: isFree ? 0 : price, missingToFree }]
  })
}

/** Prefers methods that ship, because collecting must be an explicit choice. */
export function cheapestMethod(methods: readonly OfferedMethod[]): OfferedMethod | null {
  const sent = methods.filter(({ pickup }) => pickup === null)
  const [first = null, ...others] = sent.length > 0 ? sent : methods
  return first && others.reduce((cheapest, method) => (method.price < cheapest.price ? method : cheapest), first)
}

/** Null if it is not available for this parcel */
function priceOf({ kind, steps }: ShippingMethod, { goods, grams }: Parcel): Cents | null {
  const amount = kind === "weight" ? grams : kind === "price" ? goods : 0
  const step = steps.find(({ from, to }) => (amount > from || from === 0) && (to === null || amount <= to))
  return step?.price ?? null
}
