import { MAX_OPTIONS, MAX_VARIANTS } from "~/domain/catalog/variants/variant"
import { unescapeFormula } from "~/domain/csv/csv-cell"
import { cut } from "~/domain/text/cut"
import { textKey } from "~/domain/text/text-key"
import type { ImportedInventory, ImportedProduct, ImportedSale, ImportedVariant } from "../csv/imported-product"
import { categoriesOf, combinations, distinct, filled } from "./other-shops"
import { plainText } from "./plain-text.server"
import { type NamedTaxClass, ONE_TAX_CLASS, type ReadContext } from "./read-context"
import { RowReader, weightUnit } from "./row-reader"
import { noteSaleDays, priceCells, saleDays } from "./sale-price"
import { findColumns, type SheetColumn, type SheetFormat, type SheetKeys, type SheetRow } from "./sheet"
import { asked, type ReadUnits, unitCells } from "./unit-cells"
import {
  attributeHeadings,
  brandHeadings,
  type WooColumn,
  weightWords,
  wooColumns,
  wooHeadings,
} from "./woocommerce-headings"
import { wooCommercePaths } from "./wordpress-paths"

const MAX_ATTRIBUTES = 40
const numbers = Array.from({ length: MAX_ATTRIBUTES }, (_, place) => place + 1)

const uses: Partial<Record<WooColumn, string>> = {
  id: "Identity of each product",
  type: "Simple product, product with versions, or version",
  sku: "SKU",
  gtin: "GTIN, if it is valid",
  name: "Name, and the old address",
  published: "Status: only 1 is published",
  visibility: "Status: hidden products are drafts",
  short: "Description, if the long one is empty",
  description: "Description, without its markup",
  saleFrom: "Day on which the sale price begins",
  saleTo: "Day on which the sale price ends",
  taxStatus: "Tax class: only “taxable” is taxed",
  taxClass: "Tax class",
  inStock: "Stock, if it is not counted",
  stock: "Stock",
  backorders: "Whether it is sold when its stock is used up",
  weight: "Weight in grams",
  sale: "Price, while it is on sale",
  regular: "Price, or compare-at price while it is on sale",
  categories: "Category: the first one that the shop has",
  images: "Pictures; of a version, its picture",
  parent: "The product of a version",
}
const numeric: Partial<Record<WooColumn, SheetColumn["number"]>> = {
  stock: "program",
  weight: "program",
  sale: "typed",
  regular: "typed",
}
type NamedKey = Extract<WooColumn, keyof typeof uses> | "slug" | "brands"
type AttributeKey = `option${number}` | `value${number}`
type Key = NamedKey | AttributeKey
type Row = SheetRow<Key>
type Reader = RowReader<Key>
type Context = ReadContext<Key>

const named = wooColumns.flatMap((key): [string, SheetColumn][] => {
  const becomes = uses[key]
  if (becomes === undefined) return []
  const prefixes = key === "weight" ? weightWords : undefined
  return [[key, { becomes, headings: wooHeadings[key], number: numeric[key], ...(prefixes && { prefixes }) }]]
})
const attributes = numbers.flatMap((number): [string, SheetColumn][] => {
  const { names, values } = attributeHeadings(number)
  return [
    [`option${number}`, { becomes: "Name of an option (if versions differ in it) or of a fact", headings: names }],
    [`value${number}`, { becomes: "Values of an option, or of a fact", headings: values }],
  ]
})
const columns = Object.fromEntries([
  ...named,
  ["slug", { becomes: "Old address", headings: ["Slug"] }],
  ["brands", { becomes: "Brand", headings: brandHeadings }],
  ...attributes,
]) as Record<Key, SheetColumn>

/** https://github.com/woocommerce/woocommerce/wiki/Product-CSV-Import-Schema */
export const wooCommerce: SheetFormat<Key> = {
  name: "WooCommerce",
  columns,
  required: ["type", "name", "regular"],
  recognise,
  read: readWooCommerce,
}

const KINDS = /^(?:simple|variable|variation|grouped|external|virtual|downloadable|[a-z][a-z_-]{2,30})$/
const kindsOf = (cell: string) => cell.toLowerCase().split(/[\s,]+/)
const isKind = (cell: string) => kindsOf(cell).every((kind) => KINDS.test(kind))
const isKnownKind = (cell: string) => kindsOf(cell).some((kind) => /^(?:simple|variable|variation)$/.test(kind))
const oneOf =
  (...values: string[]) =>
  (cell: string) =>
    values.includes(cell)
const isFlag = oneOf("", "0", "1")

/** The values of columns that are the same in every language */
const expected: Partial<Record<WooColumn, (cell: string) => boolean>> = {
  id: (cell) => /^\d{0,12}$/.test(cell),
  type: isKind,
  published: oneOf("-1", "'-1", "0", "1", "2", ""),
  featured: isFlag,
  visibility: oneOf("visible", "catalog", "search", "hidden", ""),
  taxStatus: oneOf("taxable", "shipping", "none", ""),
  inStock: oneOf("0", "1", "backorder", ""),
  individually: isFlag,
  reviews: isFlag,
  position: (cell) => /^'?-?\d{0,9}$/.test(cell),
}

/** Finds the columns of a complete export by their order, because its values are not translated. */
function recognise(headings: readonly string[], rows: readonly (readonly string[])[]): SheetKeys<Key> | null {
  if (!rows.some((row) => isKnownKind(row[1] ?? ""))) return null
  const orders = [[], ["gtin"], ["lowStock"], ["gtin", "lowStock"]].map((absent) =>
    wooColumns.filter((key) => !absent.includes(key)),
  )
  const order = orders.find(
    (keys) =>
      headings.length >= keys.length &&
      rows.every((row) => keys.every((key, place) => expected[key]?.(row[place]?.trim() ?? "") ?? true)) &&
      weightUnit(unitIn(headings[keys.indexOf("weight")] ?? "")) !== null,
  )
  if (!order) return null
  const found = findColumns({ columns }, headings)
  return headings.map((heading, place) => {
    const key = order[place]
    if (key === undefined) return found[place] ?? attributeAt(headings, place)
    if (key === "weight") return `weight ${heading}` as Key
    return key in columns ? (key as Key) : null
  })
}

/** Of each attribute, name, values, visibility and kind follow each other with its number. */
function attributeAt(headings: readonly string[], place: number): Key | null {
  const numberAt = (at: number) => /^(?!meta|download)\D*(\d{1,2})\D*$/i.exec(headings[at] ?? "")?.[1]
  const number = numberAt(place)
  if (number === undefined) return null
  let first = place
  while (numberAt(first - 1) === number) first--
  const isWhole = numberAt(first + 3) === number
  if (!isWhole || place - first > 1) return null
  return place === first ? `option${Number(number)}` : `value${Number(number)}`
}

const unitIn = (heading: string) => /\(([^)]{1,20})\)/.exec(heading)?.[1] ?? ""

const isVariation = ({ cells }: Row) => kindsOf(cells.type ?? "simple").includes("variation")

/** Collects variants first, because they may be anywhere in the file. */
async function* readWooCommerce(rows: () => AsyncIterable<Row>, context: Context): AsyncGenerator<ImportedProduct> {
  const variations = new Map<string, Variation[]>()
  for await (const row of rows()) {
    if (!isVariation(row)) continue
    const parent = keyOf(row.cells.parent)
    const others = variations.get(parent)
    if (others) others.push(toVariation(row))
    else variations.set(parent, [toVariation(row)])
  }
  noteSaleDays(context, "saleFrom", "saleTo")
  for await (const row of rows()) {
    if (isVariation(row)) continue
    const keys = [keyOf(row.cells.sku), keyOf(row.cells.id && `id:${row.cells.id}`)].filter((key) => key !== "")
    const own = keys.flatMap((key) => variations.get(key) ?? [])
    for (const key of keys) variations.delete(key)
    yield toProduct(new RowReader(row, context), own)
    for (const { row } of own.filter(({ isPublished }) => !isPublished)) {
      yield unknownProduct(
        new RowReader(row, context),
        "This version is switched off in the other shop, and is not imported",
      )
    }
  }
  for (const orphans of variations.values()) {
    for (const { row } of orphans) {
      yield unknownProduct(new RowReader(row, context), "The product of this version has no row")
    }
  }
}

const keyOf = (text: string | undefined) =>
  textKey(
    undoEscapes(text ?? "")
      .trim()
      .replace(/^'/, ""),
  )

/** A variation whose product has not been read yet */
interface Variation {
  row: Row
  image: string
  /** Attributes by the key of their name */
  values: Map<string, string>
  isPublished: boolean
}

/** Keeps only the cells in which a version differs. */
function toVariation({ line, problem, cells }: Row): Variation {
  const { id, type, sku, gtin, name, inStock, stock, backorders, sale, regular, saleFrom, saleTo, taxClass } = cells
  const own = { id, type, sku, gtin, name, inStock, stock, backorders, sale, regular, saleFrom, saleTo, taxClass }
  const weights = Object.entries(cells).filter(([key]) => key.startsWith("weight "))
  const values = attributesOf(cells).map(({ name, value }) => [textKey(name), undoEscapes(value)] as const)
  return {
    row: { line, cells: { ...own, ...Object.fromEntries(weights) }, ...(problem && { problem }) },
    image: imagesOf(cells)[0] ?? "",
    values: new Map(values),
    isPublished: cells.published?.trim() !== "0",
  }
}

/**
 * Undoes what the exporter does to texts: a quotation mark before a formula, and backslashes before commas and
 * backslashes.
 */
function undoEscapes(text: string): string {
  return unescapeFormula(text).replaceAll("\\,", ",").replaceAll("\\\\", "\\")
}

/** Names may contain entities and markup. */
const nameOf = (text: string) => plainText(undoEscapes(text)).replaceAll("\n", " ")

/** Splits a list at its commas, of which those within a value follow a backslash. */
function listOf(text: string | undefined): string[] {
  return unescapeFormula(text ?? "")
    .split(/(?<!\\),/)
    .map((value) => plainText(value.replaceAll("\\,", ",").replaceAll("\\\\", "\\")).replaceAll("\n", " ").trim())
    .filter((value) => value !== "")
}

function attributesOf(cells: Row["cells"]): { name: string; value: string }[] {
  return numbers.flatMap((number) => {
    const name = nameOf(cells[`option${number}`] ?? "")
    return name === "" ? [] : [{ name, value: plainText(cells[`value${number}`]?.trim() ?? "") }]
  })
}

function toProduct(reader: Reader, all: readonly Variation[]): ImportedProduct {
  const { cells, line, problem } = reader.row
  const name = nameOf(cells.name ?? "")
  const kinds = kindsOf(cells.type ?? "simple")
  const type = kinds.find((kind) => kind !== "virtual" && kind !== "downloadable") ?? "simple"
  if (!["simple", "variable"].includes(type)) {
    return unknownProduct(reader, `Products of the type “${cut(type, 40)}” are not sold here`)
  }
  const variations = all.filter(({ isPublished }) => isPublished)
  const categories = distinct(listOf(cells.categories).flatMap((path) => categoriesOf(path)))
  const pictures = distinct([...imagesOf(cells), ...variations.map(({ image }) => image)])
  const options = optionsOf(cells, variations)
  const isSingle = type === "simple" || variations.length === 0
  const [brand, ...brands] = listOf(cells.brands)
  if (brands.length > 0) reader.change("brands", brand ?? "", "A product has one brand")
  for (const { row } of all.filter(({ isPublished }) => !isPublished)) {
    const unpublished = new RowReader(row, reader.context)
    unpublished.change("published", "", "A version that is not published is not imported")
    reader.changes.push(...unpublished.changes)
  }
  const { taxClass, taxClassName } = taxClassOf(reader)
  const product: ImportedProduct = {
    handle: cells.id,
    ...(originOf(reader) && { origin: originOf(reader) }),
    cells: filled({
      name,
      desc: textOf(cells.description) || textOf(cells.short) || name,
      category: categories[0],
      brand,
      ownFacts: factsOf(cells, isSingle ? [] : options),
      status: isPublished(cells) ? "published" : "draft",
      taxClass,
    }),
    taxClassName,
    options: isSingle ? [] : options,
    pictures,
    categories,
    formerPaths: wooCommercePaths({ slug: cells.slug?.trim() ?? "", name }),
    variants: isSingle
      ? [{ ...variantOf(reader, reader), ...(problem && { problem }) }]
      : versionsOf(variations, reader, options, pictures),
  }
  const [first] = product.variants
  if (!isSingle && first && reader.changes.length > 0)
    product.variants[0] = { ...first, changes: [...reader.changes, ...(first.changes ?? [])] }
  return { ...product, variants: product.variants.map((variant) => ({ ...variant, line: variant.line || line })) }
}

function originOf({ row: { cells } }: Reader): string {
  if (cells.id) return `id:${cells.id}`
  return cells.sku ? `sku:${keyOf(cells.sku)}` : ""
}

function taxClassOf(reader: Reader): NamedTaxClass {
  const { context } = reader
  const status = reader.text("taxStatus").toLowerCase()
  if (status === "none" || status === "shipping") return context.namedTaxClass("none", status)
  const isStated = context.has("taxClass") || context.has("taxStatus")
  return isStated ? context.namedTaxClass(reader.text("taxClass")) : {}
}

/** The files contain line breaks as the two characters `\n`, and a backslash as two. */
function textOf(html: string | undefined): string {
  const text = unescapeFormula(html ?? "").replaceAll(/\\(\\|n)/g, (_, sign: string) => (sign === "n" ? "\n" : "\\"))
  return plainText(text, { keepsLines: true })
}

function isPublished({ published, visibility }: Row["cells"]): boolean {
  return (published?.trim() ?? "1") === "1" && visibility?.trim().toLowerCase() !== "hidden"
}

/** Lists the attributes that are equal in all variants. */
function factsOf(cells: Row["cells"], options: readonly string[]): string {
  const facts = attributesOf(cells).filter(({ name, value }) => value !== "" && !options.includes(name))
  return facts.map(({ name, value }) => `${name.replaceAll(":", " ")}: ${listOf(value).join(", ")}`).join("\n")
}

/** Only attributes of at least one variant, which may be for any value */
function optionsOf(cells: Row["cells"], variations: readonly Variation[]): string[] {
  const names = attributesOf(cells).map(({ name }) => name)
  return names.filter((name) => variations.some(({ values }) => values.has(textKey(name))))
}

const valuesKey = (values: readonly string[]) => values.map(textKey).join("\n")

/** A version for any value of an attribute becomes one for each value, unless that has a version of its own. */
function versionsOf(
  variations: readonly Variation[],
  product: Reader,
  options: readonly string[],
  pictures: readonly string[],
): ImportedVariant[] {
  const all = new Map(attributesOf(product.row.cells).map(({ name, value }) => [textKey(name), listOf(value)]))
  const known = variations.map(({ values }) => options.map((name) => values.get(textKey(name)) ?? ""))
  const taken = new Set(known.map(valuesKey))
  return variations.flatMap((variation, place) => {
    const own = known[place] ?? []
    if (!own.includes("")) return toVariant(variation, product, { options, own, pictures })
    const values = own.map((value, option) =>
      value === "" ? (all.get(textKey(options[option] ?? "")) ?? []) : [value],
    )
    const count = values.reduce((rows, { length }) => rows * length, 1)
    if (count === 0 || count > MAX_VARIANTS) return toVariant(variation, product, { options, own, pictures })
    const free = combinations(values).filter((row) => !taken.has(valuesKey(row)))
    for (const row of free) taken.add(valuesKey(row))
    if (free.length === 0) {
      const shadowed = new RowReader(variation.row, product.context)
      shadowed.change("name", "", "Each of its values has a version of its own")
      product.changes.push(...shadowed.changes)
    }
    return free.map((row, number) => {
      const { changes, ...variant } = toVariant(variation, product, {
        ...{ options, own: row, pictures, isShared: free.length > 1 },
      })
      return number === 0 && changes ? { ...variant, changes } : variant
    })
  })
}

interface VersionSource {
  options: readonly string[]
  /** Its values */
  own: readonly string[]
  pictures: readonly string[]
  /** Whether other versions have the same row */
  isShared?: boolean
}

function toVariant(
  { row, image }: Variation,
  product: Reader,
  { options, own, pictures, isShared = false }: VersionSource,
): ImportedVariant {
  const reader = new RowReader(row, product.context)
  const open = options.find((_, place) => own[place] === "")
  const picture = pictures.indexOf(image) + 1
  const { taxClass } = row.cells
  if (taxClass && taxClass !== "parent" && taxClass !== product.row.cells.taxClass) {
    reader.change("taxClass", product.text("taxClass") || "standard", ONE_TAX_CLASS, { about: "taxes" })
  }
  const problem =
    row.problem ??
    product.row.problem ??
    (options.length > MAX_OPTIONS
      ? `A product has at most ${MAX_OPTIONS} options`
      : open && `This version is for any ${open.toLowerCase()}: please create one for each`)
  return {
    ...variantOf(reader, product, isShared),
    values: own,
    ...(picture > 0 && { pictureNumber: picture }),
    ...(problem && { problem }),
  }
}

/** A version has the weight, the stock and the sale of its product where its own are empty. */
function variantOf(reader: Reader, product: Reader, isShared = false): ImportedVariant {
  const sale = saleOf(reader)
  const { counted, ...others } = inventoryOf(reader, product)
  const inventory: ImportedInventory = { counted: isShared && counted === "version" ? "product" : counted, ...others }
  const shared = counted === "version" ? reader.text("stock") : product.text("stock")
  const { cells: units, ...question } = unitsOf(reader, inventory, shared)
  const cells = filled({
    sku: undoEscapes(reader.sku("sku")),
    gtin: reader.gtin("gtin"),
    ...priceCells(reader, { regular: "regular", sale: "sale" }, sale),
    ...units,
    weightGrams: weightOf(reader) || (reader === product ? "" : weightOf(product)),
  })
  return {
    line: reader.line,
    values: [],
    cells,
    inventory,
    ...question,
    ...(sale && { sale }),
    ...(reader.changes.length > 0 && { changes: reader.changes }),
  }
}

function saleOf(reader: Reader): ImportedSale | undefined {
  if (!reader.has("sale")) return undefined
  return { price: reader.money("sale"), ...saleDays(reader, "saleFrom", "saleTo") }
}

function inventoryOf(reader: Reader, product: Reader): ImportedInventory {
  const own = reader.text("stock").toLowerCase()
  const isShared = own === "parent" || (own === "" && reader !== product && product.number("stock") !== null)
  const counter = isShared ? product : reader
  const backorders = counter.text("backorders").toLowerCase()
  return {
    counted: isShared ? "product" : own === "" ? "none" : "version",
    isSoldWhenOut: backorders === "1" || backorders === "notify",
    isInStock: reader.text("inStock") !== "0",
  }
}

function unitsOf(reader: Reader, inventory: ImportedInventory, shared: string): ReadUnits {
  const { context } = reader
  if (!context.has("stock") && !context.has("inStock")) {
    return asked(reader, "stock", "unstated", "The file does not state it")
  }
  return unitCells(reader, {
    ...inventory,
    count: () => reader.units("stock"),
    ...{ cell: "stock", policy: "backorders", shared },
  })
}

function weightOf(reader: Reader): string {
  for (const { key } of reader.several("weight")) {
    const unit = weightUnit(unitIn(reader.context.headingOf(key)))
    if (unit) return reader.grams(key, unit)
  }
  return ""
}

/** Commas within an address follow a backslash. */
function imagesOf({ images }: Row["cells"]): string[] {
  return distinct((images ?? "").split(/(?<!\\),/).map((address) => address.replaceAll("\\,", ",")))
}

function unknownProduct({ row: { line, problem, cells } }: Reader, reason: string): ImportedProduct {
  const name = nameOf(cells.name ?? "")
  return {
    cells: filled({ name }),
    options: [],
    variants: [{ line, values: [], cells: {}, problem: problem ?? reason }],
  }
}
