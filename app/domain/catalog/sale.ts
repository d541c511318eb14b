import { invalid } from "~/domain/shop-error"
import type { Offer } from "./variants/variant-record"

const NOT_REDUCED = "The compare-at price must be more than the price"

export function isReduced({ price, compareAtPrice }: Pick<Offer, "price" | "compareAtPrice">): boolean {
  return compareAtPrice === null || compareAtPrice > price
}

/** Returns why prices do not fit together, and the field at which to say so. */
export function offerRefusal(offer: Offer): { field: keyof Offer; message: string } | null {
  return isReduced(offer) ? null : { field: "compareAtPrice", message: NOT_REDUCED }
}

/** @throws ShopError `invalid` */
export function assertOffer(offer: Offer): void {
  const refusal = offerRefusal(offer)
  if (refusal) throw invalid(refusal.message, refusal.field)
}

/** A sale ends when the price alone is raised to its compare-at price. */
export function offerAfter(before: Offer, changes: Partial<Offer>): Offer {
  const after = { ...before, ...changes }
  return changes.compareAtPrice === undefined && !isReduced(after) ? { ...after, compareAtPrice: null } : after
}
