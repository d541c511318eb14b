import { expect, test } from "vitest"
import type { LocalTaxes } from "~/domain/pricing/local-rules"
import { PERCENT } from "~/domain/pricing/rules"
import { productsOf } from "./testing/sheet-rows"
import { withTax } from "./with-tax"

const taxes = (included: boolean) =>
  ({ included, ratesOf: () => [{ name: "VAT", rate: 19 * PERCENT }] }) as unknown as LocalTaxes

const heading =
  "Product ID;Name *;Price tax excluded;Discount amount;Discount percent;Discount from (yyyy-mm-dd);Discount to (yyyy-mm-dd);On sale (0/1)"

async function pricesOf(cells: string, included: boolean) {
  const [product] = await productsOf(`${heading}\n7;Pan;${cells};0\n`)
  if (!product) throw new Error("the file has no product")
  const [variant] = withTax(product, taxes(included)).product.variants
  const { price, compareAtPrice, salePrice } = variant?.cells ?? {}
  return [price, compareAtPrice, salePrice].filter((amount) => amount !== undefined)
}

test("tax is added before a price is rounded", async () => {
  expect(await pricesOf("8.394958;;;;", true)).toEqual(["9.99"])
  expect(await pricesOf("8.394958;;;;", false)).toEqual(["8.39"])
})

test("the share of a discount reduces prices with and without tax alike", async () => {
  expect(await pricesOf("8.394958;;10;;", true)).toEqual(["8.99", "9.99"])
  expect(await pricesOf("8.394958;;10;2020-01-01;2999-12-31", false)).toEqual(["8.39", "7.56"])
})

test("the amount of a discount has tax in it, and is preferred to the share", async () => {
  expect(await pricesOf("8.394958;2;10;;", true)).toEqual(["7.99", "9.99"])
  expect(await pricesOf("8.394958;2;;2020-01-01;2999-12-31", true)).toEqual(["9.99", "7.99"])
  expect(await pricesOf("8.394958;2;;;", false)).toEqual(["6.71", "8.39"])
})
