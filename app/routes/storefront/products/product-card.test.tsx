import { expect, test } from "vitest"
import { markupOf } from "~/testing/pages/markup"
import { pageText } from "~/testing/pages/page-text"
import { stockLabel } from "../product/stock-status"
import { ProductCard, type ProductCardView } from "./product-card"

const mug = {
  id: "5f1a3c9d0e2b4a6c8d0e1f2a",
  name: "Stoneware Mug",
  price: 2450,
  compareAtPrice: null,
  priorPrice: null,
  rating: 4,
  numReviews: 3,
  picture: null,
}

test("the whole card is one link", () => {
  const markup = markupOf(<ProductCard product={mug} />)
  expect(markup).toMatch(/^<a [^>]*href="\/product\/5f1a3c9d0e2b4a6c8d0e1f2a\/stoneware-mug"[^>]*>.*<\/a>$/)
  expect(markup.match(/<a /g)).toHaveLength(1)
})

test("a sold-out card has a text that says so", () => {
  expect(markupOf(<ProductCard product={{ ...mug, isSoldOut: true }} />)).toContain("Sold out")
  expect(markupOf(<ProductCard product={mug} />)).not.toContain("Sold out")
})

test("a card has a text with the present and the former price of a sale", () => {
  const words = (card: ProductCardView) => pageText(markupOf(<ProductCard product={card} />))
  const sale = { ...mug, compareAtPrice: 3_000, priorPrice: 2_800 }
  expect(words(sale)).toContain("Sale Now $24.50 Was $30.00 Lowest price in the 30 days before: $28.00")
  expect(words({ ...sale, priorPrice: null })).not.toContain("Lowest")
  expect(words({ ...sale, priorPrice: 3_000 })).not.toContain("Lowest")
  expect(words(mug)).not.toMatch(/Sale|Now|Was/)
})

test("the stock level is shown as text", () => {
  expect([0, 1, 3, 5, 6].map(stockLabel)).toEqual([
    "Out of stock",
    "Only 1 left",
    "Only 3 left",
    "Only 5 left",
    "In stock",
  ])
})
