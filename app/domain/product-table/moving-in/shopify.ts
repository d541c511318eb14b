import { shopifyPath } from "~/domain/catalog/former-addresses/former-path"
import { MAX_OPTIONS, MAX_VARIANTS } from "~/domain/catalog/variants/variant"
import { cleanCode } from "~/domain/text/clean-code"
import { textKey } from "~/domain/text/text-key"
import type { ImportedInventory, ImportedProduct, ImportedVariant } from "../csv/imported-product"
import { categoriesOf, distinct, filled } from "./other-shops"
import { plainText } from "./plain-text.server"
import { type NamedTaxClass, ONE_TAX_CLASS, type ReadContext } from "./read-context"
import { RowReader } from "./row-reader"
import { findColumns, type SheetColumn, type SheetFormat, type SheetKeys, type SheetRow } from "./sheet"
import { type ReadUnits, unitCells } from "./unit-cells"

const column = (becomes: string, ...headings: string[]): SheetColumn => ({ becomes, headings })
const numberColumn = (becomes: string, ...headings: string[]): SheetColumn => ({ becomes, headings, number: "typed" })

const HS_CODE = "HS code of the product"
const ORIGIN = "Country of origin of the product"

const options = {
  option1: column("Name of the first option", "Option1 Name"),
  value1: column("Value of the first option", "Option1 Value"),
  option2: column("Name of the second option", "Option2 Name"),
  value2: column("Value of the second option", "Option2 Value"),
  option3: column("Name of the third option", "Option3 Name"),
  value3: column("Value of the third option", "Option3 Value"),
}

/** https://help.shopify.com/en/manual/products/import-export/using-csv; newer files rename some columns. */
const columns = {
  handle: column("Identity and old address /products/{handle}, and the rows of one product", "Handle", "URL handle"),
  title: column("Name", "Title"),
  body: column("Description, without its markup", "Body (HTML)", "Body HTML", "Description"),
  vendor: column("Brand", "Vendor"),
  type: column("Category", "Type", "Custom Product Type"),
  taxonomy: column("Category, if there is no type", "Product Category", "Standard Product Type"),
  published: column("Status: false is a draft", "Published", "Published on online store"),
  status: column("Status: only active products are published", "Status"),
  ...options,
  sku: column("SKU", "Variant SKU", "SKU"),
  grams: { ...column("Weight in grams", "Variant Grams", "Weight value (grams)"), number: "typed" as const },
  tracker: column("Whether the stock is counted", "Variant Inventory Tracker", "Inventory tracker"),
  stock: numberColumn("Stock; below zero is 0", "Variant Inventory Qty", "Inventory quantity"),
  places: {
    becomes: "Stock of a place; all places are added up",
    headings: [],
    prefixes: ["Inventory Available:", "Inventory On Hand:", "Inventory quantity:"],
    number: "typed" as const,
  },
  policy: column(
    "Whether it is sold when its stock is used up",
    "Variant Inventory Policy",
    "Continue selling when out of stock",
  ),
  price: numberColumn("Price", "Variant Price", "Price"),
  compareAt: numberColumn("Compare-at price, if it is above the price", "Variant Compare At Price", "Compare-at price"),
  taxable: column("Tax class: false is not taxed", "Variant Taxable", "Charge tax"),
  barcode: column("GTIN, if it is valid", "Variant Barcode", "Barcode"),
  mpn: column("Manufacturer's part number", "Google Shopping / MPN"),
  image: column("Picture", "Image Src", "Product image URL"),
  imagePosition: column("Order of the pictures", "Image Position"),
  imageAlt: column("Description of the picture", "Image Alt Text"),
  variantImage: column("Picture of the version", "Variant Image", "Variant image URL"),
  giftCard: column("Gift cards are not imported", "Gift Card"),
  hs: column(HS_CODE, "Variant HS Code", "HS code"),
  origin: column(ORIGIN, "Variant Country of Origin", "Country/Region of origin"),
}
type Key = keyof typeof columns
type Row = SheetRow<Key>
type Reader = RowReader<Key>

export const shopify: SheetFormat<Key> = {
  name: "Shopify",
  columns,
  required: ["handle", "title", "price"],
  read: (rows, context) => readShopify(rows(), context),
}

/** Further rows have only pictures, beyond the limit of a product. */
const MAX_ROWS_OF_PRODUCT = MAX_VARIANTS + 250

/** Rows of one product follow each other. */
async function* readShopify(rows: AsyncIterable<Row>, context: ReadContext<Key>): AsyncGenerator<ImportedProduct> {
  const handles = new Set<string>()
  let group: Row[] = []
  const finish = function* () {
    const [first] = group
    if (!first) return
    const handle = handleOf(first)
    const isTwice = handle !== "" && handles.has(handle)
    handles.add(handle)
    const readers = group.map((row) => new RowReader(row, context))
    yield toProduct(readers as [Reader], isTwice ? "This handle is already used in an earlier row" : undefined)
  }
  for await (const row of rows) {
    const [first] = group
    const continues = first && handleOf(row) !== "" && handleOf(row) === handleOf(first)
    if (!continues) {
      yield* finish()
      group = [row]
    } else if (group.length < MAX_ROWS_OF_PRODUCT) group.push(row)
  }
  yield* finish()
}

const handleOf = ({ cells }: Pick<SheetRow<"handle">, "cells">) => cleanCode(cells.handle ?? "")

function toProduct(readers: readonly [Reader, ...Reader[]], twice?: string): ImportedProduct {
  const [first] = readers
  const { cells } = first.row
  const handle = handleOf(first.row)
  const options = optionsOf(first.row)
  const pictures = picturesOf(readers)
  const categories = distinct([cells.type, ...categoriesOf(cells.taxonomy)])
  const name = cells.title ?? handle
  const path = shopifyPath(handle)
  const sold = readers.filter((reader) => reader === first || isVariant(reader.row))
  const isGiftCard = /^(true|yes|1)$/i.test(first.text("giftCard"))
  const { taxClass, taxClassName } = taxClassOf(sold)
  const customs = customsOf(sold)
  const problem = twice ?? (isGiftCard ? "Gift cards are not sold here" : undefined)
  return {
    handle,
    ...(handle !== "" && { origin: `handle:${textKey(handle)}` }),
    cells: filled({
      name,
      desc: plainText(cells.body ?? "") || name,
      brand: cells.vendor,
      category: categories[0],
      status: isPublished(cells) ? "published" : "draft",
      taxClass,
      ...customs,
    }),
    taxClassName,
    options,
    pictures: pictures.map(({ address }) => address),
    alts: pictures.map(({ alt }) => alt),
    categories,
    formerPaths: path === null ? [] : [path],
    variants: sold.map((reader) => toVariant(reader, options, pictures, problem)),
  }
}

/** Other rows add one picture each. */
function isVariant({ cells, problem }: Row): boolean {
  const own = [cells.price, cells.sku, cells.value1, cells.value2, cells.value3]
  return problem !== undefined || own.some((cell) => cell !== undefined)
}

function isPublished({ published, status }: Row["cells"]): boolean {
  const isShown = !/^(false|no|0)$/i.test(published?.trim() ?? "")
  return isShown && /^(active|)$/i.test(status?.trim() ?? "")
}

/** The class of the first version; versions that differ from it are listed. */
function taxClassOf(sold: readonly Reader[]): NamedTaxClass {
  const [first, ...others] = sold
  if (!first?.context.has("taxable")) return {}
  const isFree = (reader: Reader) => /^(false|no|0)$/i.test(reader.text("taxable"))
  for (const other of others.filter((other) => other.has("taxable") && isFree(other) !== isFree(first))) {
    other.change("taxable", isFree(first) ? "false" : "true", ONE_TAX_CLASS, { about: "taxes" })
  }
  return isFree(first) ? first.context.namedTaxClass("none", first.text("taxable")) : first.context.namedTaxClass("")
}

/** Returns the facts for customs declarations: those of the first version that has any. Others are listed. */
function customsOf<Key extends string>(sold: readonly RowReader<Key | "hs" | "origin">[]) {
  const found = sold.map((reader) => ({ reader, hsCode: reader.hsCode("hs"), country: reader.country("origin") }))
  const hsCode = found.map((facts) => facts.hsCode).find((code) => code !== "")
  const countryOfOrigin = found.map(({ country }) => country).find((country) => country !== "")
  for (const { reader, ...own } of found) {
    if (own.hsCode !== "" && own.hsCode !== hsCode) reader.change("hs", hsCode ?? "", ONE_OF_PRODUCT)
    if (own.country !== "" && own.country !== countryOfOrigin)
      reader.change("origin", countryOfOrigin ?? "", ONE_OF_PRODUCT)
  }
  return { hsCode, countryOfOrigin }
}

const ONE_OF_PRODUCT = "All versions of a product have the same"

/** A product without options has one option with this name. */
const ONLY_VALUE = "default title"

type OptionRow = Pick<SheetRow<keyof typeof options>, "cells">

function optionsOf({ cells }: OptionRow): string[] {
  const names = [cells.option1, cells.option2, cells.option3].flatMap((name) => name?.trim() || [])
  const isSingle = textKey(cells.value1?.trim() ?? "") === ONLY_VALUE && names.length <= 1
  return isSingle ? [] : names.slice(0, MAX_OPTIONS)
}

function valuesOf({ cells }: OptionRow, options: readonly string[]): string[] {
  return [cells.value1, cells.value2, cells.value3].slice(0, options.length).map((value) => value?.trim() ?? "")
}

interface Picture {
  address: string
  alt: string
}

function picturesOf(readers: readonly Reader[]): Picture[] {
  const placed = readers.map((reader) => ({
    address: reader.text("image"),
    alt: reader.text("imageAlt"),
    position: Number(reader.text("imagePosition")) || Infinity,
  }))
  const ordered = placed.sort((one, other) => (one.position === other.position ? 0 : one.position - other.position))
  const ofVariants = readers.map((reader) => ({ address: reader.text("variantImage"), alt: "" }))
  const pictures = new Map<string, Picture>()
  for (const { address, alt } of [...ordered, ...ofVariants]) {
    if (address !== "" && !pictures.has(address)) pictures.set(address, { address, alt })
  }
  return [...pictures.values()]
}

function toVariant(
  reader: Reader,
  options: readonly string[],
  pictures: readonly Picture[],
  problem?: string,
): ImportedVariant {
  const picture = pictures.findIndex(({ address }) => address === reader.text("variantImage")) + 1
  const price = reader.money("price")
  const compareAt = reader.money("compareAt")
  const isReduced = Number(compareAt) > Number(price)
  if (compareAt !== "" && !isReduced && Number(compareAt) !== 0) {
    reader.change("compareAt", "", "It is not above the price", { about: "prices" })
  }
  const inventory = inventoryOf(reader)
  const { cells: units, ...question } = unitCellsOf(reader, inventory)
  const cells = filled({
    sku: reader.sku("sku"),
    gtin: reader.gtin("barcode"),
    mpn: reader.mpn("mpn"),
    price,
    compareAtPrice: isReduced ? compareAt : "",
    ...units,
    weightGrams: reader.grams("grams", "g"),
  })
  const wrong = reader.row.problem ?? problem
  return {
    line: reader.line,
    values: valuesOf(reader.row, options),
    cells,
    inventory,
    ...question,
    ...(picture > 0 && { pictureNumber: picture }),
    ...(reader.changes.length > 0 && { changes: reader.changes }),
    ...(wrong && { problem: wrong }),
  }
}

/** A file without the column of the tracker counts each stock. */
function inventoryOf(reader: Reader): ImportedInventory {
  const isCounted = reader.has("tracker") || !reader.context.has("tracker")
  return {
    counted: isCounted ? "version" : "none",
    isSoldWhenOut: /^(continue|true|yes|1)$/i.test(reader.text("policy")),
    isInStock: true,
  }
}

function unitCellsOf(reader: Reader, inventory: ImportedInventory): ReadUnits {
  return unitCells(reader, { ...inventory, count: () => countOf(reader), cell: "tracker", policy: "policy" })
}

function countOf(reader: Reader): string {
  const places = reader.several("places")
  if (reader.has("stock")) return reader.units("stock")
  return places.length > 0 ? addedUp(reader, places) : "0"
}

function addedUp<Key extends string>(reader: RowReader<Key>, places: readonly { key: Key; name: string }[]): string {
  reader.context.addUp(places.map(({ name }) => name))
  const numbers = places.map(({ key }) => Math.max(0, reader.number(key) ?? 0))
  return String(numbers.reduce((sum, units) => sum + units, 0))
}

const inventoryColumns = {
  handle: column("The product", "Handle"),
  title: column("Name, for messages", "Title"),
  ...options,
  sku: column("SKU, for messages", "SKU"),
  location: column("Place; all places are added up", "Location"),
  available: numberColumn("Stock", "Available", "Available (not editable)"),
  onHand: numberColumn("Stock, if no number is available", "On hand", "On hand (current)", "On hand (new)"),
  places: numberColumn("Stock of a place; all places are added up"),
  hs: column(HS_CODE, "HS Code"),
  origin: column(ORIGIN, "COO"),
}
type InventoryKey = keyof typeof inventoryColumns

/** https://help.shopify.com/en/manual/products/inventory/setup/inventory-csv: a row for each version and place */
export const shopifyInventory: SheetFormat<InventoryKey> = {
  name: "Shopify inventory",
  columns: inventoryColumns,
  required: ["handle", "option1", "location"],
  recognise: recogniseInventory,
  read: (rows, context) => readInventory(rows(), context),
}

/** Older files have a column for each place after the others. */
function recogniseInventory(headings: readonly string[]): SheetKeys<InventoryKey> | null {
  const found = findColumns(shopifyInventory, headings)
  const last = found.indexOf("origin")
  const isInventory = found.includes("handle") && found.includes("option1") && !found.includes("location")
  if (!isInventory || last < 0 || last === headings.length - 1) return null
  return found.map((key, place) => key ?? (place > last ? (`places ${headings[place]}` as InventoryKey) : null))
}

/** Rows of one product follow each other; those of its versions are added up. */
async function* readInventory(
  rows: AsyncIterable<SheetRow<InventoryKey>>,
  context: ReadContext<InventoryKey>,
): AsyncGenerator<ImportedProduct> {
  let group: StockedProduct | null = null
  for await (const row of rows) {
    const reader = new RowReader(row, context)
    if (reader.has("location")) context.addUp([reader.text("location")])
    context.addUp(reader.several("places").map(({ name }) => name))
    const continues = group && group.handle !== "" && group.handle === handleOf(row)
    if (group && !continues) yield toStocked(group)
    if (!group || !continues) group = beginStocked(row)
    addStock(group, reader)
  }
  if (group) yield toStocked(group)
}

interface StockedProduct {
  handle: string
  first: SheetRow<InventoryKey>
  options: string[]
  variants: Map<string, StockedVariant>
}

interface StockedVariant extends ImportedVariant {
  /** Null as long as no place has a number */
  units: number | null
  /** Its first row */
  reader: RowReader<InventoryKey>
}

function beginStocked(first: SheetRow<InventoryKey>): StockedProduct {
  return { handle: handleOf(first), first, options: optionsOf(first), variants: new Map() }
}

/** A version has a row for each place; a product with too many versions is refused as a whole. */
function addStock({ options, variants }: StockedProduct, reader: RowReader<InventoryKey>): void {
  const values = valuesOf(reader.row, options)
  const key = values.map(textKey).join("\n")
  const { problem } = reader.row
  const known = variants.get(key)
  if (!known && variants.size > MAX_VARIANTS) return
  const start = { line: reader.line, values, cells: {}, units: null, reader, ...(problem && { problem }) }
  const variant = known ?? start
  const units = unitsOf(reader)
  variants.set(key, { ...variant, units: units === null ? variant.units : (variant.units ?? 0) + units })
}

/** The units of a row; null if it says `not stocked`. */
function unitsOf(reader: RowReader<InventoryKey>): number | null {
  const places = reader.several("places")
  const numbers =
    places.length > 0
      ? places.map(({ key }) => reader.number(key))
      : [reader.number("available") ?? reader.number("onHand")]
  const counted = numbers.filter((units) => units !== null)
  return counted.length === 0 ? null : counted.reduce((sum, units) => sum + Math.max(0, units), 0)
}

function toStocked({ handle, first, options, variants }: StockedProduct): ImportedProduct {
  const stocked = [...variants.values()]
  const facts = customsOf(stocked.map(({ reader }) => reader))
  return {
    handle,
    ...(handle !== "" && { origin: `handle:${textKey(handle)}` }),
    onlyChanges: true,
    cells: filled({ name: first.cells.title?.trim(), ...facts }),
    options,
    variants: stocked.map(({ units, reader: { changes }, ...variant }) => ({
      ...variant,
      cells: { stock: String(units ?? 0) },
      ...(units === null && { isUnstated: true }),
      ...(changes.length > 0 && { changes }),
    })),
  }
}
