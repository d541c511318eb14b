import type { ProductSummary } from "~/domain/catalog/product"
import type { PictureView } from "~/domain/media/picture"
import type { ProductCardView } from "~/ui/product-card"
import { toHalfStars } from "~/ui/stars"

/** What cards show of products and nothing else: it is on its way twice, as markup and for scripts. */
export function viewCards(products: readonly ProductSummary[]): ProductCardView[] {
  return products.map(({ id, name, price, compareAtPrice, priorPrice, stock, rating, numReviews, picture }) => ({
    id,
    name,
    price,
    rating: toHalfStars(rating),
    numReviews,
    picture: picture && withoutWords(picture),
    ...(compareAtPrice !== null && { compareAtPrice, priorPrice }),
    ...(stock < 1 && { isSoldOut: true as const }),
  }))
}

/** The name stands right beside it. */
function withoutWords({ stem, widths, width, height, placeholder }: PictureView) {
  return { stem, widths, width, height, placeholder }
}
