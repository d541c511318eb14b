import { MAX_OPTIONS, MAX_VARIANTS } from "~/domain/catalog/variants/variant"
import { textKey } from "~/domain/text/text-key"
import type { ImportedProduct, ImportedVariant } from "../csv/imported-product"
import { categoriesOf, distinct, filled } from "./other-shops"
import { plainText } from "./plain-text.server"
import type { ReadContext } from "./read-context"
import { RowReader } from "./row-reader"
import { priceCells } from "./sale-price"
import type { SheetColumn, SheetFormat, SheetKeys, SheetRow } from "./sheet"
import { asked, type ReadUnits } from "./unit-cells"

const column = (becomes: string): SheetColumn => ({ becomes, headings: [] })
const numberColumn = (becomes: string): SheetColumn => ({ becomes, headings: [], number: "typed" })

/** The columns that an unknown file may have, as they are offered */
export const handColumns = {
  name: column("Name"),
  key: column("Number or code of the product: rows with the same one are its versions"),
  description: column("Description"),
  category: column("Category"),
  brand: column("Brand"),
  price: numberColumn("Price"),
  sale: numberColumn("Sale price"),
  stock: numberColumn("Stock"),
  sku: column("SKU"),
  gtin: column("GTIN or EAN"),
  mpn: column("Manufacturer's part number"),
  kg: numberColumn("Weight in kilograms"),
  grams: numberColumn("Weight in grams"),
  taxClass: column("Tax class"),
  status: column("Status: published, or draft"),
  picture: column("Address of a picture; several are separated by commas"),
  option1: column("First option, such as the size"),
  option2: column("Second option"),
  option3: column("Third option"),
}
export type HandColumn = keyof typeof handColumns
export const handColumnNames = Object.keys(handColumns) as HandColumn[]

/** The column of each heading; null if it is ignored */
export type HandMapping = SheetKeys<HandColumn>

/** Without these, nothing can be imported. */
export const requiredColumns: readonly HandColumn[] = ["name", "price"]

export const byHand: SheetFormat<HandColumn> = {
  name: "Chosen columns",
  columns: handColumns,
  required: requiredColumns,
  read: (rows, context) => readByHand(rows(), context),
}

/** Rows of one product follow each other. */
async function* readByHand(
  rows: AsyncIterable<SheetRow<HandColumn>>,
  context: ReadContext<HandColumn>,
): AsyncGenerator<ImportedProduct> {
  let group: RowReader<HandColumn>[] = []
  for await (const row of rows) {
    const reader = new RowReader(row, context)
    const [first] = group
    const continues =
      first && reader.has("key") && first.text("key") === reader.text("key") && group.length <= MAX_VARIANTS
    if (first && !continues) {
      yield toProduct(group, context)
      group = []
    }
    group.push(reader)
  }
  if (group.length > 0) yield toProduct(group, context)
}

const optionKeys = ["option1", "option2", "option3"] as const

function toProduct(readers: readonly RowReader<HandColumn>[], context: ReadContext<HandColumn>): ImportedProduct {
  const [first] = readers as readonly [RowReader<HandColumn>]
  const options = optionKeys.filter((key) => readers.some((reader) => reader.has(key))).slice(0, MAX_OPTIONS)
  const name = plainText(first.text("name"))
  const categories = distinct(categoriesOf(first.text("category")))
  const pictures = distinct(readers.flatMap((reader) => reader.text("picture").split(/[,|]/)))
  const key = first.text("key") || first.text("sku")
  const { taxClass, taxClassName } = context.has("taxClass") ? context.namedTaxClass(first.text("taxClass")) : {}
  return {
    handle: first.text("key"),
    ...(key === "" ? { isKnownByName: true, origin: `name:${textKey(name)}` } : { origin: `key:${textKey(key)}` }),
    cells: filled({
      name,
      desc: plainText(first.text("description"), { keepsLines: true }) || name,
      category: categories[0],
      brand: first.text("brand"),
      status: /^(draft|hidden|inactive|0|no|false)$/i.test(first.text("status")) ? "draft" : "published",
      taxClass,
    }),
    taxClassName,
    options: options.map((option) => context.headingOf(option)),
    pictures,
    categories,
    formerPaths: [],
    variants: readers.map((reader) => toVariant(reader, options)),
  }
}

function toVariant(reader: RowReader<HandColumn>, options: readonly (typeof optionKeys)[number][]): ImportedVariant {
  const sale = reader.number("sale") ? { price: reader.money("sale"), from: null, until: null } : undefined
  const { cells: units, ...question } = unitsOf(reader)
  const { problem } = reader.row
  return {
    line: reader.line,
    values: options.map((option) => reader.text(option)),
    cells: filled({
      sku: reader.context.has("sku") ? reader.sku("sku") : "",
      gtin: reader.gtin("gtin"),
      mpn: reader.mpn("mpn"),
      ...priceCells(reader, { regular: "price", sale: "sale" }, sale),
      ...units,
      weightGrams: reader.grams("kg", "kg") || reader.grams("grams", "g"),
    }),
    ...question,
    ...(sale && { sale }),
    ...(reader.changes.length > 0 && { changes: reader.changes }),
    ...(problem && { problem }),
  }
}

function unitsOf(reader: RowReader<HandColumn>): ReadUnits {
  if (reader.has("stock")) return { cells: { stock: reader.units("stock") } }
  return asked(reader, "stock", "unstated", "The file does not state it")
}
