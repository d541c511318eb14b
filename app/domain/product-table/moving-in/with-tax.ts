import type { LocalTaxes } from "~/domain/pricing/local-rules"
import { PERCENT, STANDARD_CLASS } from "~/domain/pricing/rules"
import type { ImportedProduct, ImportedVariant } from "../csv/imported-product"
import { roundedText } from "./row-reader"

/**
 * Turns prices without tax into those of this shop, with two decimals, and adds tax if its prices include it. `usual` is
 * the tax class unless the file has one.
 */
export function withTax(
  product: ImportedProduct,
  taxes: LocalTaxes,
  usual = STANDARD_CLASS as string,
): { product: ImportedProduct; isTaxed: boolean } {
  if (!product.isNet) return { product, isTaxed: false }
  const { included } = taxes
  const rate = taxRateOf(taxes, product.cells.taxClass ?? usual)
  const variants = product.variants.map((variant) => priced(variant, { included, factor: 1 + rate }))
  return { product: { ...product, variants }, isTaxed: included }
}

const AMOUNT = /^-?\d+(?:\.\d+)?$/

function priced(
  variant: ImportedVariant,
  { included, factor }: { included: boolean; factor: number },
): ImportedVariant {
  const { price, compareAtPrice, salePrice, ...cells } = variant.cells
  const shown = (net: string | undefined, less = 0) => {
    if (net === undefined || !AMOUNT.test(net)) return net
    return roundedText(Number(net) * (included ? factor : 1) - less)
  }
  const prices = { price: shown(price), compareAtPrice: shown(compareAtPrice), salePrice: shown(salePrice) }
  const amount = Number(variant.discount) || 0
  if (amount > 0) {
    const less = included ? amount : amount / factor
    if (salePrice !== undefined) prices.salePrice = shown(price, less)
    else if (compareAtPrice !== undefined) prices.price = shown(compareAtPrice, less)
  }
  const kept = Object.fromEntries(Object.entries(prices).filter(([, text]) => text !== undefined))
  const change = {
    line: variant.line,
    heading: "Price",
    cell: price ?? "",
    becomes: prices.price ?? "",
    reason: included ? "Tax was added" : "Prices have two decimals",
    about: "prices" as const,
  }
  const isSame = price === undefined || Number(prices.price) === Number(price)
  const changes = [...(variant.changes ?? []), ...(isSame ? [] : [change])]
  return { ...variant, cells: { ...cells, ...kept }, ...(changes.length > 0 && { changes }) }
}

/** Returns the share of all taxes of a class, such as 0.19. */
export function taxRateOf(taxes: LocalTaxes, taxClass: string): number {
  return taxes.ratesOf(taxClass).reduce((sum, { rate }) => sum + rate, 0) / (100 * PERCENT)
}
