import { expect, test } from "vitest"
import { markupOf } from "~/testing/markup"
import { ProductCard } from "./product-card"
import { stockLabel } from "./stock-status"

const mug = {
  id: "5f1a3c9d0e2b4a6c8d0e1f2a",
  name: "Stoneware Mug",
  price: 2450,
  rating: 4,
  numReviews: 3,
  stock: 9,
  picture: null,
}

test("the whole card is one link", () => {
  const markup = markupOf(<ProductCard product={mug} />)
  expect(markup).toMatch(/^<a [^>]*href="\/product\/5f1a3c9d0e2b4a6c8d0e1f2a\/stoneware-mug"[^>]*>.*<\/a>$/)
  expect(markup.match(/<a /g)).toHaveLength(1)
})

test("a card says in words that nothing is left", () => {
  expect(markupOf(<ProductCard product={{ ...mug, stock: 0 }} />)).toContain("Sold out")
  expect(markupOf(<ProductCard product={mug} />)).not.toContain("Sold out")
})

test("stock is told in words", () => {
  expect([0, 1, 3, 5, 6].map(stockLabel)).toEqual([
    "Out of stock",
    "Only 1 left",
    "Only 3 left",
    "Only 5 left",
    "In stock",
  ])
})
