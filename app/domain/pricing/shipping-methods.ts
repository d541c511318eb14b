import type { Cents } from "~/domain/money/money"
import type { PickupPoint, ShippingMethod } from "./rules"

/** A method as it is offered for some goods */
export interface OfferedMethod extends Pick<ShippingMethod, "id" | "name" | "days" | "pickup"> {
  price: Cents
  /** Null if it is never free */
  missingToFree: Cents | null
}

/** A method as it is kept with an order */
export interface AgreedMethod {
  id: string
  name: string
  zone: string
  days: ShippingMethod["days"]
  pickup: PickupPoint | null
  /** What the cheapest would have cost, which a withdrawal gives back; absent where there was no choice */
  standard?: Cents
}

interface Parcel {
  /** After discounts */
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

/** Prefers methods that ship: collecting is only an explicit choice. */
export function cheapestMethod(methods: readonly OfferedMethod[]): OfferedMethod | null {
  const sent = methods.filter(({ pickup }) => pickup === null)
  const [first = null, ...others] = sent.length > 0 ? sent : methods
  return first && others.reduce((cheapest, method) => (method.price < cheapest.price ? method : cheapest), first)
}

/** Null if it is not offered for this parcel */
function priceOf({ kind, steps }: ShippingMethod, { goods, grams }: Parcel): Cents | null {
  const amount = kind === "weight" ? grams : kind === "price" ? goods : 0
  const step = steps.find(({ from, to }) => (amount > from || from === 0) && (to === null || amount <= to))
  return step?.price ?? null
}
