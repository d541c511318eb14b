import type { Cents } from "~/domain/money/money"
import type { ProductChanges } from "./product"

export const NOT_REDUCED = "The compare-at price must be more than the price"

export function isReduced({ price, compareAtPrice }: { price: Cents; compareAtPrice: Cents | null }): boolean {
  return compareAtPrice === null || compareAtPrice > price
}

/** A sale ends when the price alone is raised to its compare-at price. */
export function pricesAfter(
  before: { price: Cents; compareAtPrice: Cents | null },
  { price = before.price, compareAtPrice }: Pick<ProductChanges, "price" | "compareAtPrice">,
): { price: Cents; compareAtPrice: Cents | null } {
  if (compareAtPrice !== undefined) return { price, compareAtPrice }
  return { price, compareAtPrice: isReduced({ ...before, price }) ? before.compareAtPrice : null }
}
