import { squarePath } from "~/domain/catalog/former-addresses/former-path"
import { MAX_OPTIONS, MAX_VARIANTS } from "~/domain/catalog/variants/variant"
import { cut } from "~/domain/text/cut"
import { textKey } from "~/domain/text/text-key"
import type { ImportedInventory, ImportedProduct, ImportedVariant } from "../csv/imported-product"
import { categoriesOf, distinct, filled } from "./other-shops"
import { plainText } from "./plain-text.server"
import type { ReadContext } from "./read-context"
import { RowReader, weightUnit } from "./row-reader"
import { priceCells } from "./sale-price"
import type { SheetColumn, SheetFormat, SheetRow } from "./sheet"
import { unitCells } from "./unit-cells"

const column = (becomes: string, ...headings: string[]): SheetColumn => ({ becomes, headings })
const numberColumn = (becomes: string, ...headings: string[]): SheetColumn => ({ becomes, headings, number: "typed" })

const columns = {
  handle: column("Identity of each product", "Reference Handle"),
  token: column("Identity of each product", "Token", "Item Token"),
  name: column("Name", "Item Name", "Name"),
  customerName: column("Name, if there is no other", "Customer-facing Name"),
  variation: column("Version", "Variation Name"),
  sku: column("SKU", "SKU"),
  description: column("Description, without its markup", "Description"),
  categories: column("Category: the first one that the shop has", "Categories", "Category"),
  reporting: column("Category, if there is no other", "Reporting Category"),
  gtin: column("GTIN, if it is valid", "GTIN"),
  permalink: column("Old address", "Permalink"),
  visibility: column("Status: hidden products are drafts", "Square Online Item Visibility", "Visibility"),
  type: column("Kind of product", "Item Type"),
  weight: { becomes: "Weight in grams", headings: [], prefixes: ["Weight"], number: "typed" as const },
  archived: column("Status: archived products are drafts", "Archived"),
  sellable: column("Status: products that are not sold are drafts", "Sellable"),
  stockable: column("Whether the stock is counted", "Stockable"),
  onlinePrice: numberColumn("Price, while it is on sale", "Online Sale Price"),
  price: numberColumn("Price", "Price"),
  option1: column("Name of the first option", "Option Name 1"),
  value1: column("Value of the first option", "Option Value 1"),
  option2: column("Name of the second option", "Option Name 2"),
  value2: column("Value of the second option", "Option Value 2"),
  option3: column("Name of the third option", "Option Name 3"),
  value3: column("Value of the third option", "Option Value 3"),
  image: column("Picture", "Image", "Item Image", "Image URL"),
  quantity: {
    becomes: "Stock of a place; all places are added up",
    headings: ["Current Quantity"],
    prefixes: ["Current Quantity"],
    number: "typed" as const,
  },
  enabled: { becomes: "Recognises the places", headings: [], prefixes: ["Enabled"] },
}
type Key = keyof typeof columns
type Row = SheetRow<Key>
type Reader = RowReader<Key>

/** https://squareup.com/help/us/en/article/5153: a row for each version */
export const square: SheetFormat<Key> = {
  name: "Square",
  columns,
  required: ["token", "name", "variation", "price"],
  read: (rows, context) => readSquare(rows(), context),
}

/** Rows of one product follow each other. */
async function* readSquare(rows: AsyncIterable<Row>, context: ReadContext<Key>): AsyncGenerator<ImportedProduct> {
  let group: Reader[] = []
  const versions = new Set<string>()
  for await (const row of rows) {
    const reader = new RowReader(row, context)
    const [first] = group
    if (first && !continues(first, versions, reader)) {
      yield toProduct(group)
      group = []
      versions.clear()
    }
    versions.add(versionKey(reader))
    // A product with too many versions is refused as a whole.
    if (group.length <= MAX_VARIANTS) group.push(reader)
  }
  if (group.length > 0) yield toProduct(group)
}

/** Versions have the same handle or token, or the same name and another version. */
function continues(first: Reader, versions: ReadonlySet<string>, next: Reader): boolean {
  for (const key of ["handle", "token"] as const) {
    if (first.has(key) && first.text(key) === next.text(key)) return true
  }
  if (first.has("handle") && next.has("handle")) return false
  if (!next.has("name")) return true
  return first.text("name") === next.text("name") && !versions.has(versionKey(next))
}

const versionKey = (reader: Reader) =>
  textKey([reader.text("variation"), reader.text("value1"), reader.text("value2"), reader.text("value3")].join("\n"))

function toProduct(readers: readonly Reader[]): ImportedProduct {
  const [first] = readers as readonly [Reader]
  const name = plainText(first.text("name") || first.text("customerName"))
  const options = optionsOf(readers)
  const categories = distinct(
    [...first.text("categories").split(","), first.text("reporting")].flatMap((path) => categoriesOf(path)),
  )
  const key = first.text("handle") || first.text("token")
  const path = first.has("permalink") ? squarePath(first.text("permalink")) : null
  const pictures = distinct(readers.map((reader) => reader.text("image"))).filter((address) => /^https?:/.test(address))
  const type = first.text("type").toLowerCase()
  const isSold = /^(physical|physical good|regular|digital|prepared food and beverage|other|)$/.test(type)
  const problem = isSold ? undefined : `Products of the type “${cut(first.text("type"), 40)}” are not sold here`
  return {
    handle: key,
    ...(key !== "" && { origin: `id:${key}` }),
    cells: filled({
      name,
      desc: plainText(first.text("description"), { keepsLines: true }) || name,
      category: categories[0],
      status: isPublished(first) ? "published" : "draft",
    }),
    options: options.map(({ name }) => name),
    pictures,
    categories,
    formerPaths: path === null ? [] : [path],
    variants: readers.map((reader) => toVariant(reader, options, problem)),
  }
}

function isPublished(reader: Reader): boolean {
  const isOn =
    !/^(hidden|unavailable|private)$/i.test(reader.text("visibility")) &&
    !/^(y|yes|true)$/i.test(reader.text("archived"))
  return isOn && !/^(n|no|false)$/i.test(reader.text("sellable"))
}

interface Option {
  name: string
  key: "variation" | "value1" | "value2" | "value3"
}

/** Without options, versions differ by their names. */
function optionsOf(readers: readonly Reader[]): Option[] {
  const [first] = readers as readonly [Reader]
  const named = [
    { name: first.text("option1"), key: "value1" as const },
    { name: first.text("option2"), key: "value2" as const },
    { name: first.text("option3"), key: "value3" as const },
  ].filter(({ name, key }) => name !== "" && first.has(key))
  if (named.length > 0) return named.slice(0, MAX_OPTIONS)
  return readers.length > 1 ? [{ name: "Version", key: "variation" }] : []
}

function toVariant(reader: Reader, options: readonly Option[], problem?: string): ImportedVariant {
  const sale = reader.number("onlinePrice")
    ? { price: reader.money("onlinePrice"), from: null, until: null }
    : undefined
  const isVariable = /^variable$/i.test(reader.text("price"))
  const wrong =
    reader.row.problem ??
    problem ??
    (isVariable ? "Its price is typed at the till, so it cannot be sold online" : undefined)
  const count = /^(n|no|false)$/i.test(reader.text("stockable")) ? null : countOf(reader)
  const inventory: ImportedInventory = {
    counted: count === null ? "none" : "version",
    isSoldWhenOut: false,
    isInStock: true,
  }
  const { cells: units, ...question } = unitCells(reader, {
    ...inventory,
    count: () => count ?? "0",
    cell: "stockable",
  })
  return {
    line: reader.line,
    values: options.map(({ key }) => reader.text(key)),
    cells: filled({
      sku: reader.sku("sku"),
      gtin: reader.gtin("gtin"),
      ...priceCells(reader, { regular: "price", sale: "onlinePrice" }, sale),
      ...units,
      weightGrams: weightOf(reader),
    }),
    inventory,
    ...question,
    ...(sale && { sale }),
    ...(reader.changes.length > 0 && { changes: reader.changes }),
    ...(wrong && { problem: wrong }),
  }
}

function countOf(reader: Reader): string | null {
  if (reader.has("quantity")) return reader.units("quantity")
  const places = reader.several("quantity")
  if (places.length === 0) return null
  reader.context.addUp(places.map(({ name }) => name))
  return String(places.reduce((sum, { key }) => sum + Math.max(0, Math.floor(reader.number(key) ?? 0)), 0))
}

function weightOf(reader: Reader): string {
  for (const { key, name } of reader.several("weight")) {
    const unit = weightUnit(name.replaceAll(/[()]/g, ""))
    if (unit) return reader.grams(key, unit)
  }
  return ""
}
