import type { Cents } from "../money"
import type { ProductChanges } from "./product"

export const NOT_REDUCED = "The compare-at price must be more than the price"

/** Whether a product costs less than before, if it is said to. */
export function isReduced({ price, compareAtPrice }: { price: Cents; compareAtPrice: Cents | null }): boolean {
  return compareAtPrice === null || compareAtPrice > price
}

/** Both prices of a product after a change. A sale ends when the price alone is raised to what it was compared with. */
export function pricesAfter(
  before: { price: Cents; compareAtPrice: Cents | null },
  { price = before.price, compareAtPrice }: Pick<ProductChanges, "price" | "compareAtPrice">,
): { price: Cents; compareAtPrice: Cents | null } {
  if (compareAtPrice !== undefined) return { price, compareAtPrice }
  return { price, compareAtPrice: isReduced({ ...before, price }) ? before.compareAtPrice : null }
}
