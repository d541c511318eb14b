import { tenthsBelow, unitPriceOf } from "~/domain/catalog/measures/unit-price"
import type { ProductSummary } from "~/domain/catalog/product"
import { daysOf } from "~/domain/days/shop-days.server"
import { discountNotes } from "~/domain/discounts/discount-notes"
import type { PictureView } from "~/domain/media/picture"
import type { Shop } from "~/domain/shop"
import { toHalfStars } from "~/ui/stars"
import type { ProductCardView } from "./product-card"

/** Only the data shown on cards, because it is sent as markup and as data */
export function viewCards(shop: ShopOfCards, products: readonly ProductSummary[]): ProductCardView[] {
  const lists = new Map<string, number[]>()
  const noteOf = discountsOfSome(shop)
  const below = tenthsBelow(shop.settings.current.pricing)
  return products.map((product) => {
    const { id, name, category, price, highestPrice, compareAtPrice, priorPrice, stock } = product
    const { rating, numReviews, picture } = product
    const unitPrice = unitPriceOf(price, product, below)
    return {
      id,
      name,
      price,
      rating: toHalfStars(rating),
      numReviews,
      picture: picture && cardPicture(picture, lists),
      ...(compareAtPrice !== null && { compareAtPrice, priorPrice }),
      ...(highestPrice > price && { isFrom: true as const }),
      ...(unitPrice && { unitPrice }),
      ...(stock < 1 && { isSoldOut: true as const }),
      ...noteOf(id, category),
    }
  })
}

type ShopOfCards = Pick<Shop, "discounts" | "categories" | "settings" | "now">

/** A discount on the whole order would be on every card. */
function discountsOfSome({ discounts, categories, settings, now }: ShopOfCards) {
  const rules = discounts.current.filter(({ categories, products }) => categories.length + products.length > 0)
  return (id: string, name: string): { discount?: string } => {
    if (rules.length === 0) return {}
    const category = categories.current.find(name)?.key ?? ""
    const [discount] = discountNotes(rules, { id, category }, settings.current.pricing, {
      now: now(),
      days: daysOf({ settings }),
    })
    return discount === undefined ? {} : { discount }
  }
}

/** Pictures with the same widths share one list, which is sent once. */
function cardPicture({ stem, widths, placeholder }: PictureView, lists: Map<string, number[]>) {
  const key = widths.join()
  if (!lists.has(key)) lists.set(key, widths)
  return { stem, widths: lists.get(key) ?? widths, placeholder }
}
