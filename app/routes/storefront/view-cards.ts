import type { ProductSummary } from "~/domain/catalog/product"
import type { PictureView } from "~/domain/media/picture"
import { toHalfStars } from "~/ui/stars"
import type { ProductCardView } from "./products/product-card"

/** Only what cards show, because it is sent as markup and as data. */
export function viewCards(products: readonly ProductSummary[]): ProductCardView[] {
  const said = new Map<string, number[]>()
  return products.map(
    ({ id, name, price, highestPrice, compareAtPrice, priorPrice, stock, rating, numReviews, picture }) => ({
      id,
      name,
      price,
      rating: toHalfStars(rating),
      numReviews,
      picture: picture && cardPicture(picture, said),
      ...(compareAtPrice !== null && { compareAtPrice, priorPrice }),
      ...(highestPrice > price && { isFrom: true as const }),
      ...(stock < 1 && { isSoldOut: true as const }),
    }),
  )
}

/** Pictures of the same widths share one list, which is sent once. */
function cardPicture({ stem, widths, placeholder }: PictureView, said: Map<string, number[]>) {
  const key = widths.join()
  if (!said.has(key)) said.set(key, widths)
  return { stem, widths: said.get(key) ?? widths, placeholder }
}
