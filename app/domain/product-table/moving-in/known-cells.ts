import { createHash } from "node:crypto"
import { withoutSale } from "~/domain/catalog/sale"
import { findVariant } from "~/domain/catalog/variants/variant"
import { setPricesRecord } from "~/domain/catalog/variants/variant-record"
import { centsToText } from "~/domain/money/format-money"
import type { LocalTaxes } from "~/domain/pricing/local-rules"
import { textKey } from "~/domain/text/text-key"
import type { ImportedProduct, ImportedVariant, VariantColumn } from "../csv/imported-product"
import type { CsvProduct } from "../csv/product-columns"
import { hasOptionsOf, slugsOf } from "../import/merge-options"
import type { KnownOrigin } from "../import/product-import"
import { filled } from "./other-shops"
import { roundedText } from "./row-reader"
import { discounted } from "./sale-price"
import { taxRateOf } from "./with-tax"

/** Ten bytes are enough to tell the versions of one cell. */
const digest = (text: string) => createHash("sha256").update(text).digest("base64").slice(0, 14)

const versionKey = ({ values }: Pick<ImportedVariant, "values">) => values.map(textKey).join("|")

/** Whether staff chose its stock, which is no cell of the file then */
const isChosen = ({ asked }: ImportedVariant) => asked !== undefined && asked !== "backorders"

/**
 * Returns digests of all cells by their names. Stock is stored as it is, to find the difference later, and so are prices to
 * which those of other files add.
 */
export function digestsOf({ cells, options, variants }: ImportedProduct): Record<string, string> {
  const own = Object.entries(cells).map(([name, cell]) => [name, digest(cell)])
  const ofVariants = variants.flatMap((variant) => {
    const { stock: units, uncounted: _, ...others } = variant.cells
    const { priceImpact: impact, asked, basePrice: base, discount } = variant
    const stock = isChosen(variant) ? undefined : units
    const names = Object.entries({ ...others, ...(impact !== undefined && { impact }), ...(asked && { asked }) }).map(
      ([name, cell]) => [`${name} ${versionKey(variant)}`, digest(cell)],
    )
    const kept = Object.entries({ stock, base, discount }).filter(([, text]) => text !== undefined)
    return [...names, ...kept.map(([name, text]) => [`${name} ${versionKey(variant)}`, text])]
  })
  return Object.fromEntries([...own, ["options", digest(options.map(textKey).join("|"))], ...ofVariants])
}

/** The share of the cells of an earlier import that are unchanged in this product, apart from its name */
export function similarity(product: ImportedProduct, before: Readonly<Record<string, string>>): number {
  const now = digestsOf(product)
  const names = Object.keys(before).filter((name) => name !== "name" && name !== "options" && name !== "status")
  return names.length === 0 ? 0 : names.filter((name) => now[name] === before[name]).length / names.length
}

/** Words that remove a value of a product */
const emptied: Partial<Record<VariantColumn, string>> = {
  compareAtPrice: "0",
  sku: "none",
  gtin: "none",
  mpn: "none",
  weightGrams: "none",
  salePrice: "0",
  saleFrom: "none",
  saleUntil: "none",
}

/**
 * Returns the cells of a product that differ from those of its last import, so that nothing is lost that was changed
 * here since; null if there are none, and a sentence if they cannot be applied.
 */
export function changesSince(
  product: ImportedProduct,
  { cells: before }: Pick<KnownOrigin, "cells">,
  current: CsvProduct,
  taxes: LocalTaxes,
): ImportedProduct | string | null {
  const now = digestsOf(product)
  const isOld = (name: string) => now[name] === before[name]
  const cells = Object.fromEntries(
    Object.entries(product.cells).filter(([name]) => !(product.onlyChanges && name === "name") && !isOld(name)),
  )
  const variants = product.variants.map((variant) => variantSince(variant, { product, before, isOld, current, taxes }))
  const isNew = ({ values }: ImportedVariant) =>
    !Object.keys(before).some((name) => name.endsWith(` ${versionKey({ values })}`))
  const isSame =
    Object.keys(cells).length === 0 &&
    variants.every(
      (variant, place) =>
        Object.keys(variant.cells).length === 0 &&
        variant.problem === undefined &&
        variant.changes === product.variants[place]?.changes &&
        !isNew(variant),
    )
  if (isSame) return null
  const [first] = product.variants
  const selected = product.options.map((name, place) => [name, first?.values[place] ?? ""] as const)
  const isKept = hasOptionsOf(current.options, selected) || product.options.length === 0
  if (!isKept && current.options.length > 0) {
    return "The options of this product were changed in this shop: please change its versions here"
  }
  return { ...product, id: current.id, cells, variants }
}

interface Since extends Combined {
  product: ImportedProduct
  isOld(name: string): boolean
}

function variantSince(variant: ImportedVariant, { product, isOld, ...since }: Since): ImportedVariant {
  const { before, current } = since
  const key = versionKey(variant)
  // The digests have the reason not to count instead of the cell that says so.
  const isOldCell = (name: string) => isOld(`${name === "uncounted" ? "asked" : name} ${key}`)
  const changed = Object.entries(variant.cells).filter(([name]) => !isOldCell(name))
  const removed = Object.entries(emptied).filter(
    ([name]) => before[`${name} ${key}`] !== undefined && variant.cells[name as VariantColumn] === undefined,
  )
  const cells: ImportedVariant["cells"] = Object.fromEntries([
    ...(product.onlyChanges ? [] : removed),
    ...changed,
    ...(changed.some(([name]) => name === "price") ? saleOf(variant) : []),
  ])
  if (isChosen(variant) && isOld(`asked ${key}`)) delete cells.stock
  if (product.onlyChanges && cells.stock !== undefined && isUncounted(variant, product, current)) {
    const wasSoldWhenOut = before[`asked ${key}`] === digest("backorders")
    if (wasSoldWhenOut || variant.isUnstated) return staysUncounted(variant, cells)
  }
  const stockBefore = before[`stock ${key}`]
  if (cells.stock !== undefined && stockBefore !== undefined) cells.stockSeen = stockBefore
  if (variant.priceImpact === undefined || isOld(`impact ${key}`)) return { ...variant, cells }
  const { discount, ...prices } = combinedPrices(variant, since)
  return { ...variant, ...(discount && { discount }), cells: { ...cells, ...prices } }
}

function isUncounted({ values }: ImportedVariant, { options }: ImportedProduct, current: CsvProduct): boolean {
  const slugs = slugsOf(
    current.options,
    options.map((name, place) => [name, values[place] ?? ""] as const),
  )
  return slugs !== null && findVariant(current.variants, slugs)?.uncounted === true
}

function staysUncounted(variant: ImportedVariant, { stock = "", ...cells }: ImportedVariant["cells"]): ImportedVariant {
  const reason = variant.isUnstated
    ? "The file has no number for a version that is sold without counting"
    : "The other shop sells it when its stock is used up"
  const change = { line: variant.line, heading: "Stock", cell: stock, becomes: "not counted", reason }
  return { ...variant, cells, changes: [...(variant.changes ?? []), { ...change, about: "stock" }] }
}

/** Without its sale, a price would be the one to pay, and end the sale. */
const saleOf = ({ cells }: ImportedVariant) =>
  Object.entries(cells).filter(([name]) => name === "salePrice" || name === "saleFrom" || name === "saleUntil")

/**
 * Returns the digests to keep: those of earlier files, apart from cells that these versions do not have any more. A file
 * that only changes products replaces no other cells, but its stock is instead of that of an earlier file.
 */
export function knownAfter(before: Readonly<Record<string, string>>, product: ImportedProduct): Record<string, string> {
  const { onlyChanges = false, variants } = product
  const replaced = onlyChanges ? variants.filter(({ cells }) => cells.stock !== undefined) : variants
  const keys = new Set(replaced.map(versionKey))
  const kept = Object.entries(before).filter(([name]) => {
    const [cell = ""] = name.split(" ", 1)
    const isReplaced = !onlyChanges || cell === "asked"
    return !(isReplaced && name.includes(" ") && keys.has(name.slice(cell.length + 1)))
  })
  return { ...Object.fromEntries(kept), ...digestsOf(product) }
}

interface Combined {
  before: Readonly<Record<string, string>>
  current: CsvProduct
  taxes: LocalTaxes
}

type PriceCells = Pick<ImportedVariant["cells"], "price" | "compareAtPrice" | "salePrice" | "saleFrom" | "saleUntil">

/**
 * Returns the prices of a combination without tax: its impact is added to the price of the product outside of a sale, and
 * a sale of the product reduces the sum (https://github.com/PrestaShop/PrestaShop, `Product::priceCalculation`).
 */
function combinedPrices(
  { priceImpact = "0" }: ImportedVariant,
  { before, current, taxes }: Combined,
): PriceCells & Pick<ImportedVariant, "discount"> {
  const [first] = current.variants
  const stored = first?.stored ?? withoutSale(current)
  const isReduced = stored.salePrice === null && stored.compareAtPrice !== null
  const own = (isReduced ? stored.compareAtPrice : stored.price) ?? 0
  const factor = taxes.included ? 1 + taxRateOf(taxes, current.taxClass) : 1
  const net = (cents: number) => Number(centsToText(cents)) / factor
  const base = Number(before[`base ${NO_VALUES}`] ?? Number.NaN)
  // With options, the price of the product is that of its cheapest version. Without, staff may have changed it.
  const isFromFile =
    current.options.length > 0 ? Number.isFinite(base) : roundedText(base * factor) === centsToText(own)
  const regular = (isFromFile ? base : net(own)) + Number(priceImpact)
  const price = regular.toFixed(6)
  const sale = isReduced ? stored.price : stored.salePrice
  if (sale === null) return { price }
  const discount = before[`discount ${NO_VALUES}`] ?? `${100 * (1 - sale / own)}%`
  const reduced = discounted(regular, discount)
  if (!(reduced > 0 && reduced < regular)) return { price }
  const isAmount = !discount.endsWith("%")
  const salePrice = reduced.toFixed(6)
  if (isReduced) return { price: salePrice, compareAtPrice: price, ...(isAmount && { discount }) }
  const { saleFrom, saleUntil } = setPricesRecord.textsOf(stored)
  return { price, salePrice, ...filled({ saleFrom, saleUntil }), ...(isAmount && { discount }) }
}

/** The key of a product without versions */
const NO_VALUES = versionKey({ values: [] })
