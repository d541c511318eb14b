import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import type { ProductSummary } from "~/domain/catalog/product"
import { ProductPrice } from "./products/product-price"
import { viewCards } from "./view-cards"

const mug = {
  id: "1",
  name: "Mug",
  price: 2_800,
  compareAtPrice: null,
  priorPrice: null,
  stock: 3,
  rating: 4,
  numReviews: 2,
  picture: null,
}

function priceOf(facts: Partial<ProductSummary>): string {
  const [card] = viewCards([{ ...mug, highestPrice: 2_800, ...facts } as ProductSummary])
  return card ? renderToStaticMarkup(<ProductPrice product={card} />).replaceAll(/<[^>]*>/g, "") : ""
}

test("a card has one price, and says “from” where versions cost more", () => {
  expect(priceOf({})).toBe("$28.00")
  expect(priceOf({ highestPrice: 3_000 })).toBe("from $28.00")
  expect(priceOf({ highestPrice: 3_000, compareAtPrice: 3_500 })).toBe("SaleNow from $28.00Was $35.00")
})
