import { formerFilePath } from "~/domain/catalog/former-addresses/former-path"
import { MAX_OPTIONS, MAX_VARIANTS } from "~/domain/catalog/variants/variant"
import { cut } from "~/domain/text/cut"
import type { ImportedInventory, ImportedProduct, ImportedSale, ImportedVariant } from "../csv/imported-product"
import { distinct, filled } from "./other-shops"
import { plainText } from "./plain-text.server"
import type { NamedTaxClass, ReadContext } from "./read-context"
import { RowReader, roundedText, type WeightUnit } from "./row-reader"
import { discounted, noteSaleDays, priceCells, saleDays } from "./sale-price"
import { findColumns, type SheetColumn, type SheetFormat, type SheetKeys, type SheetRow } from "./sheet"
import { unitCells } from "./unit-cells"

const column = (becomes: string, ...headings: string[]): SheetColumn => ({ becomes, headings })
const numberColumn = (becomes: string, ...headings: string[]): SheetColumn => ({ becomes, headings, number: "typed" })

const columns = {
  id: column("Identity, and part of the old address", "Product ID", "ID", "Id"),
  active: column("Status: 0 is a draft", "Active (0/1)", "Active", "Status"),
  name: column("Name", "Name"),
  categories: column("Category: the first one that the shop has", "Categories (x,y,z...)", "Categories", "Category"),
  net: numberColumn(
    "Price; tax is added if this shop's prices include it",
    "Price tax excluded",
    "Price tax excl.",
    "Price (tax excl.)",
  ),
  gross: numberColumn("Price", "Price tax included", "Price tax incl.", "Price (tax incl.)"),
  tax: column("Tax class", "Tax rules ID", "Tax rule", "Tax rules id"),
  onSale: column("Recognises the file", "On sale (0/1)"),
  amount: numberColumn("Sale price: the price less this amount", "Discount amount"),
  percent: numberColumn("Sale price: the price less this share", "Discount percent"),
  from: column("Day on which the sale begins", "Discount from (yyyy-mm-dd)"),
  until: column("Day on which the sale ends", "Discount to (yyyy-mm-dd)"),
  reference: column("SKU", "Reference #", "Reference"),
  brand: column("Brand", "Brand", "Manufacturer"),
  ean: column("GTIN, if it is valid", "EAN13", "EAN-13"),
  upc: column("GTIN, if it is valid", "UPC"),
  mpn: column("Manufacturer's part number", "MPN"),
  weight: numberColumn("Weight in grams", "Weight", "Package weight"),
  stock: numberColumn("Stock", "Quantity"),
  outOfStock: column("Whether it is sold when its stock is used up", "Out of stock action", "Action when out of stock"),
  summary: column("Description, if the long one is empty", "Summary", "Short description"),
  description: column("Description, without its markup", "Description"),
  slug: column("Old address", "URL rewritten", "Rewritten URL", "Friendly URL"),
  orderable: column("Status: 0 is a draft", "Available for order (0 = No, 1 = Yes)", "Available for order"),
  images: column("Pictures", "Image URLs (x,y,z...)", "Image URLs"),
  alts: column("Descriptions of the pictures", "Image alt texts (x,y,z...)"),
  features: column(
    "Facts",
    "Feature (Name:Value:Position:Customized)",
    "Feature(Name:Value:Position)",
    "Feature (Name:Value:Position)",
  ),
}
type Key = keyof typeof columns
type Reader = RowReader<Key>

/** The sample of the importer, which exporters follow: https://github.com/PrestaShop/PrestaShop/tree/develop/docs/csv_import */
export const prestaShop: SheetFormat<Key> = {
  name: "PrestaShop",
  columns,
  required: ["id", "name", "net"],
  recognise: recogniseProducts,
  read: (rows, context) => readProducts(rows(), context),
}

/** A list of the back office may have only the price with tax. */
function recogniseProducts(headings: readonly string[]): SheetKeys<Key> | null {
  const keys = findColumns({ columns }, headings)
  return keys.includes("id") && keys.includes("name") && keys.includes("gross") ? keys : null
}

async function* readProducts(
  rows: AsyncIterable<SheetRow<Key>>,
  context: ReadContext<Key>,
): AsyncGenerator<ImportedProduct> {
  noteSaleDays(context, "from", "until")
  for await (const row of rows) yield toProduct(new RowReader(row, context))
}

function toProduct(reader: Reader): ImportedProduct {
  const { context, row } = reader
  const id = reader.text("id")
  const name = plainText(reader.text("name"))
  const pictures = distinct(reader.text("images").split(","))
  const categories = listOf(reader.text("categories"))
    .map((path) => path.split(/[>/]/).at(-1)?.trim() ?? "")
    .filter((category) => !/^(home|root|accueil|inicio|)$/i.test(category))
  const slug = reader.text("slug")
  const path = slug === "" || id === "" ? null : formerFilePath(`${id}-${slug}.html`)
  const isOff = /^(0|no)$/i
  const isNet = reader.has("net")
  const discount = discountOf(reader)
  const sale = saleOf(reader, discount)
  const inventory: ImportedInventory = {
    counted: "version",
    isSoldWhenOut: reader.text("outOfStock") === "1",
    isInStock: true,
  }
  const { cells: units, ...question } = unitCells(reader, {
    ...inventory,
    count: () => reader.units("stock") || "0",
    ...{ cell: "stock", policy: "outOfStock" },
  })
  const wrong = row.problem
  const { taxClass, taxClassName } = context.has("tax") ? taxClassOf(reader) : {}
  const variant: ImportedVariant = {
    line: reader.line,
    values: [],
    cells: filled({
      sku: reader.sku("reference"),
      gtin: reader.gtin("ean") || reader.gtin("upc"),
      mpn: reader.mpn("mpn"),
      ...priceCells(
        reader,
        { regular: isNet ? "net" : "gross", sale: discount.endsWith("%") ? "percent" : "amount", isNet },
        sale,
      ),
      ...units,
      weightGrams: reader.grams("weight", weightUnitOf(context, "kg")),
    }),
    inventory,
    ...question,
    ...(isNet && { basePrice: reader.amount("net") }),
    ...(sale && { sale, discount }),
    ...(reader.changes.length > 0 && { changes: reader.changes }),
    ...(wrong && { problem: wrong }),
  }
  return {
    handle: id,
    ...(id !== "" && { origin: `id:${id}` }),
    isNet,
    cells: filled({
      name,
      desc: plainText(reader.text("description")) || plainText(reader.text("summary")) || name,
      category: categories[0],
      brand: reader.text("brand"),
      status: isOff.test(reader.text("active")) || isOff.test(reader.text("orderable")) ? "draft" : "published",
      taxClass,
      ownFacts: factsOf(reader.text("features")),
    }),
    taxClassName,
    options: [],
    pictures,
    alts: altsOf(pictures, reader.text("alts")),
    categories,
    formerPaths: path === null ? [] : [path],
    variants: [variant],
  }
}

function taxClassOf(reader: Reader): NamedTaxClass {
  const rule = reader.text("tax")
  return rule === "0"
    ? reader.context.namedTaxClass("none", rule)
    : reader.context.namedTaxClass(rule && `Tax rule ${rule}`)
}

/** Weights are in the unit of the other shop's settings, which its file does not name. */
export function weightUnitOf<Key extends string>(context: ReadContext<Key>, usual: WeightUnit): WeightUnit {
  const units = { kg: "Kilograms", g: "Grams", lb: "Pounds", oz: "Ounces" }
  const answer = context.ask({
    id: "weight-unit",
    label: "Unit of the weights",
    hint: "The file does not name it.",
    choices: Object.entries(units).map(([value, label]) => ({ value, label })),
    usual,
  })
  return answer in units ? (answer as WeightUnit) : usual
}

/**
 * Returns `10%`, or an amount, which the importer prefers and which has tax in it
 * (https://github.com/PrestaShop/PrestaShop, `AdminImportController::productImportOne` and `SpecificPrice::$reduction_tax`).
 */
function discountOf(reader: Reader): string {
  if ((reader.number("amount") ?? 0) > 0) return reader.amount("amount")
  return (reader.number("percent") ?? 0) > 0 ? `${reader.amount("percent")}%` : ""
}

/** Where tax is added to the price, the amount of a discount is taken off again afterwards. */
function saleOf(reader: Reader, discount: string): ImportedSale | undefined {
  const price = reader.number(reader.has("net") ? "net" : "gross")
  if (price === null || discount === "") return undefined
  const reduced = Math.max(0, discounted(price, discount))
  return {
    price: reader.has("net") ? String(Number(reduced.toFixed(6))) : roundedText(reduced),
    ...saleDays(reader, "from", "until"),
  }
}

const listOf = (text: string) => distinct(text.split(","))

function altsOf(pictures: readonly string[], alts: string): string[] {
  const texts = alts.split(",").map((alt) => alt.trim())
  return pictures.map((_, place) => (texts.length > pictures.length ? "" : (texts[place] ?? "")))
}

function factsOf(features: string): string {
  const facts = listOf(features).map((feature) => feature.split(":").map((part) => part.trim()))
  return facts.flatMap(([name, value]) => (name && value ? [`${name}: ${value}`] : [])).join("\n")
}

const combinationColumns = {
  id: column("The product", "Product ID"),
  reference: column("The product, if there is no ID", "Product Reference"),
  attributes: column("Options", "Attribute (Name:Type:Position)"),
  values: column("Values of the options", "Value (Value:Position)"),
  sku: column("SKU", "Reference"),
  ean: column("GTIN, if it is valid", "EAN13", "EAN-13"),
  upc: column("GTIN, if it is valid", "UPC"),
  mpn: column("Manufacturer's part number", "MPN"),
  impact: numberColumn("Price: this is added to that of the product", "Impact on price"),
  stock: numberColumn("Stock", "Quantity"),
}
type CombinationKey = keyof typeof combinationColumns

export const prestaShopCombinations: SheetFormat<CombinationKey> = {
  name: "PrestaShop combinations",
  columns: combinationColumns,
  required: ["attributes", "values"],
  read: (rows, context) => readCombinations(rows(), context),
}

/** Rows of one product follow each other. */
async function* readCombinations(
  rows: AsyncIterable<SheetRow<CombinationKey>>,
  context: ReadContext<CombinationKey>,
): AsyncGenerator<ImportedProduct> {
  let group: RowReader<CombinationKey>[] = []
  const keyOf = (reader: RowReader<CombinationKey>) => `${reader.text("id")}\n${reader.text("reference")}`
  for await (const row of rows) {
    const reader = new RowReader(row, context)
    const [first] = group
    const isNamed = reader.has("id") || reader.has("reference")
    if (first && isNamed && keyOf(first) === keyOf(reader)) {
      // A product with too many versions is refused as a whole.
      if (group.length <= MAX_VARIANTS) group.push(reader)
      continue
    }
    if (first) yield toCombined(group)
    group = [reader]
  }
  if (group.length > 0) yield toCombined(group)
}

/** Splits `Color:color:0, Size:select:1` at the commas that a part with a position precedes. */
function partsOf(text: string): string[] {
  return text.split(/,(?=[^,]*(?:,|$))/).map((part) =>
    part
      .trim()
      .replace(/(?::(?:select|radio|color))?(?::\d{1,6})?$/, "")
      .trim(),
  )
}

function toCombined(readers: readonly RowReader<CombinationKey>[]): ImportedProduct {
  const [first] = readers as readonly [RowReader<CombinationKey>]
  const options = partsOf(first.text("attributes"))
  const [id, reference] = [first.text("id"), first.text("reference")]
  return {
    handle: id,
    ...(id !== "" ? { origin: `id:${id}` } : reference !== "" && { origin: `sku:${reference}` }),
    onlyChanges: true,
    isNet: true,
    cells: {},
    options: options.slice(0, MAX_OPTIONS),
    variants: readers.map((reader) => toCombination(reader, options)),
  }
}

function toCombination(reader: RowReader<CombinationKey>, options: readonly string[]): ImportedVariant {
  const isSame = partsOf(reader.text("attributes")).join("\n") === options.join("\n")
  const problem =
    reader.row.problem ??
    (options.length > MAX_OPTIONS
      ? `A product has at most ${MAX_OPTIONS} options`
      : isSame
        ? undefined
        : `This version has other options than line ${reader.line}: “${cut(reader.text("attributes"), 60)}”`)
  const units = reader.units("stock")
  return {
    line: reader.line,
    values: partsOf(reader.text("values")),
    cells: filled({
      sku: reader.sku("sku"),
      gtin: reader.gtin("ean") || reader.gtin("upc"),
      mpn: reader.mpn("mpn"),
      stock: units === "" ? "0" : units,
    }),
    priceImpact: reader.text("impact") || "0",
    ...(reader.changes.length > 0 && { changes: reader.changes }),
    ...(problem && { problem }),
  }
}
