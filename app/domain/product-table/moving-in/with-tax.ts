import type { LocalTaxes } from "~/domain/pricing/local-rules"
import { PERCENT, STANDARD_CLASS } from "~/domain/pricing/rules"
import type { ImportedProduct, ImportedVariant } from "../csv/imported-product"
import { roundedText } from "./row-reader"

/** Adds tax to prices without it, if the shop's prices include tax; `usual` is the tax class unless the file has one. */
export function withTax(
  product: ImportedProduct,
  taxes: LocalTaxes,
  usual = STANDARD_CLASS as string,
): { product: ImportedProduct; isTaxed: boolean } {
  if (!product.isNet || !taxes.included) return { product, isTaxed: false }
  const rate = taxRateOf(taxes, product.cells.taxClass ?? usual)
  const taxed = (amount: string | undefined) => {
    if (amount === undefined || !/^-?\d+(?:\.\d+)?$/.test(amount)) return amount
    return roundedText(Number(amount) * (1 + rate))
  }
  const variants = product.variants.map((variant): ImportedVariant => {
    const { price, compareAtPrice, salePrice, ...cells } = variant.cells
    const prices = { price: taxed(price), compareAtPrice: taxed(compareAtPrice), salePrice: taxed(salePrice) }
    const shown = Object.fromEntries(Object.entries(prices).filter(([, amount]) => amount !== undefined))
    const change = {
      line: variant.line,
      heading: "Price",
      cell: price ?? "",
      becomes: prices.price ?? "",
      reason: "Tax was added",
      about: "prices" as const,
    }
    const changes = [...(variant.changes ?? []), ...(prices.price === price ? [] : [change])]
    return { ...variant, cells: { ...cells, ...shown }, ...(changes.length > 0 && { changes }) }
  })
  return { product: { ...product, variants }, isTaxed: true }
}

/** Returns the share of all taxes of a class, such as 0.19. */
export function taxRateOf(taxes: LocalTaxes, taxClass: string): number {
  return taxes.ratesOf(taxClass).reduce((sum, { rate }) => sum + rate, 0) / (100 * PERCENT)
}
