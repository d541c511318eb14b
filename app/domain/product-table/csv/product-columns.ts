import { type DescribedProduct, productTexts } from "~/domain/catalog/editing/product-texts"
import { measureRecord } from "~/domain/catalog/measures/measure-record"
import { slugify } from "~/domain/catalog/product-path"
import type { StoredPrices } from "~/domain/catalog/sale"
import type { ProductOption, Variant } from "~/domain/catalog/variants/variant"
import { type EditedVariant, editedVariantRecord, setPricesRecord } from "~/domain/catalog/variants/variant-record"
import type { ProductColumn, VariantColumn } from "./imported-product"

/** With the prices that staff set, and their own price outside of a sale */
export interface CsvVariant extends EditedVariant, Pick<Variant, "values"> {
  id?: string
  /** Today's prices, and whether a sale has begun or will begin */
  stored: StoredPrices
  pictureId: string | null
  /** The sum of its movements while it is sold without counting; exports leave it out. */
  uncountedUnits?: number | null
}

export interface CsvProduct extends DescribedProduct {
  id: string
  options: ProductOption[]
  /** Only variants for sale */
  variants: CsvVariant[]
  /** Ids of the products */
  pictures: string[]
}

export const optionColumns = [
  ["option1Name", "option1Value"],
  ["option2Name", "option2Value"],
  ["option3Name", "option3Value"],
] as const
type OptionColumn = (typeof optionColumns)[number][number]

/** `stockSeen` is the stock at the export: an import applies the difference. */
export type CsvColumn = "_id" | "handle" | ProductColumn | OptionColumn | VariantColumn

/** A variant; the first row has the product's own fields as well. */
interface CsvLine {
  product: CsvProduct
  variant: CsvVariant
  isFirst: boolean
}

export function csvLines(product: CsvProduct): CsvLine[] {
  return product.variants.map((variant, place) => ({ product, variant, isFirst: place === 0 }))
}

type Cell = (line: CsvLine) => string

/** The product's own fields, in its first row */
function texts<Field extends ProductColumn>(...fields: Field[]) {
  const cell = (field: Field): Cell => {
    return ({ product, isFirst }) => (isFirst ? productTexts(product)[field] : "")
  }
  return Object.fromEntries(fields.map((field) => [field, cell(field)])) as Record<Field, Cell>
}

/** The fields of the variant itself */
function variantTexts<Field extends keyof typeof editedVariantRecord.fields>(fields: readonly Field[]) {
  const cell = (field: Field): Cell => {
    return ({ variant }) => editedVariantRecord.textsOf(variant)[field]
  }
  return Object.fromEntries(fields.map((field) => [field, cell(field)])) as Record<Field, Cell>
}

const stockCell: Cell = ({ variant }) => (variant.uncounted ? "" : String(variant.stock))

const optionName = (place: number): Cell => {
  return ({ product }) => product.options[place]?.name ?? ""
}
const optionValue = (place: number): Cell => {
  return ({ product, variant }) =>
    product.options[place]?.values.find(({ slug }) => slug === variant.values[place])?.name ?? ""
}

export const productColumns: Record<CsvColumn, Cell> = {
  _id: ({ product }) => product.id,
  ...texts("name", "category"),
  ...variantTexts(setPricesRecord.names),
  stock: stockCell,
  stockSeen: stockCell,
  uncounted: ({ variant }) => (variant.uncounted ? "yes" : ""),
  ...texts("desc", "status", "publishedFrom", "publishedUntil"),
  handle: ({ product }) => slugify(product.name) || product.id,
  option1Name: optionName(0),
  option1Value: optionValue(0),
  option2Name: optionName(1),
  option2Value: optionValue(1),
  option3Name: optionName(2),
  option3Value: optionValue(2),
  ...variantTexts(["sku", "gtin", "mpn", "weightGrams", ...measureRecord.names]),
  position: ({ product, variant }) => (product.options.length > 0 ? String(variant.position) : ""),
  ...texts("brand", "material", "countryOfOrigin", "hsCode"),
  ...texts("manufacturer", "manufacturerAddress", "manufacturerContact"),
  ...texts("responsiblePerson", "warnings", "withdrawalExemption", "ownFacts", "taxClass"),
  picture: ({ product, variant }) => String(product.pictures.indexOf(variant.pictureId ?? "") + 1 || ""),
}

export const csvColumns = Object.keys(productColumns) as CsvColumn[]
