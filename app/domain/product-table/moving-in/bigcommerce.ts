import { formerFilePath } from "~/domain/catalog/former-addresses/former-path"
import { MAX_OPTIONS } from "~/domain/catalog/variants/variant"
import { cut } from "~/domain/text/cut"
import { textKey } from "~/domain/text/text-key"
import type { ImportedInventory, ImportedProduct, ImportedVariant } from "../csv/imported-product"
import { categoriesOf, distinct, filled } from "./other-shops"
import { plainText } from "./plain-text.server"
import { weightUnitOf } from "./prestashop"
import type { ReadContext } from "./read-context"
import { RowReader } from "./row-reader"
import { priceCells } from "./sale-price"
import type { SheetColumn, SheetFormat, SheetRow } from "./sheet"
import { type ReadUnits, unitCells } from "./unit-cells"

const column = (becomes: string, ...headings: string[]): SheetColumn => ({ becomes, headings })
const numberColumn = (becomes: string, ...headings: string[]): SheetColumn => ({ becomes, headings, number: "typed" })

const pictureNumbers = Array.from({ length: 20 }, (_, place) => place + 1)
type PictureKey = `file${number}` | `alt${number}`
const pictureColumns = Object.fromEntries(
  pictureNumbers.flatMap((number) => [
    [`file${number}`, column("Picture", `Product Image File - ${number}`, `Product Image URL - ${number}`)],
    [`alt${number}`, column("Description of the picture", `Product Image Description - ${number}`)],
  ]),
) as Record<PictureKey, SheetColumn>

/** Headings of the newer and of the older export */
const namedColumns = {
  item: column("Product, version, or picture", "Item", "Item Type"),
  id: column("Identity of each product", "ID", "Product ID"),
  name: column("Name; of a version, its options", "Name", "Product Name"),
  type: column("Physical or digital product", "Type", "Product Type"),
  sku: column("SKU", "SKU", "Product Code/SKU"),
  options: column("Options of a version", "Options"),
  tracking: column(
    "Whether the stock is counted, for the product or for each version",
    "Inventory Tracking",
    "Track Inventory",
  ),
  stock: numberColumn("Stock", "Current Stock", "Current Stock Level"),
  price: numberColumn("Price, or compare-at price while it is on sale", "Price"),
  sale: numberColumn("Price, while it is on sale", "Sale Price"),
  brand: column("Brand", "Brand", "Brand Name"),
  categories: column("Category: the first one that the shop has", "Categories", "Category"),
  description: column("Description, without its markup", "Description", "Product Description"),
  url: column("Old address", "Product URL"),
  weight: numberColumn("Weight in grams", "Weight", "Product Weight"),
  visible: column("Status: false is a draft", "Is Visible", "Product Visible?"),
  buyable: column("Status: N is a draft", "Allow Purchases?"),
  taxClass: column("Tax class", "Tax Class", "Product Tax Class"),
  gtin: column("GTIN, if it is valid", "Global Trade Number", "GPS Global Trade Item Number", "GTIN"),
  upc: column("GTIN, if it is valid", "UPC/EAN", "Product UPC/EAN"),
  mpn: column("Manufacturer's part number", "Manufacturer Part Number", "GPS Manufacturer Part Number"),
  image: column("Picture", "Image URL (Import)", "Internal Image URL (Export)"),
  imageAlt: column("Description of the picture", "Image Description"),
  variantImage: column("Picture of the version", "Variant Image URL"),
}
const columns: Record<Key, SheetColumn> = { ...namedColumns, ...pictureColumns }
type Key = keyof typeof namedColumns | PictureKey
type Row = SheetRow<Key>
type Reader = RowReader<Key>

/** https://support.bigcommerce.com/s/article/Importing-and-Exporting-Products-v3 */
export const bigCommerce: SheetFormat<Key> = {
  name: "BigCommerce",
  columns,
  required: ["item", "id", "name", "price"],
  read: (rows, context) => readBigCommerce(rows(), context),
}

type ItemKind = "product" | "variant" | "picture" | "other"

function kindOf({ cells }: Row): ItemKind {
  const item = (cells.item ?? "").trim().toLowerCase()
  if (item === "product") return "product"
  if (item === "variant" || item === "sku") return "variant"
  return item === "image" ? "picture" : "other"
}

/** The rows of versions and pictures follow that of their product. */
async function* readBigCommerce(rows: AsyncIterable<Row>, context: ReadContext<Key>): AsyncGenerator<ImportedProduct> {
  let group: Row[] = []
  for await (const row of rows) {
    const kind = kindOf(row)
    if (kind === "product") {
      if (group.length > 0) yield toProduct(group, context)
      group = [row]
    } else if (kind === "other" || group.length === 0) {
      yield refused(new RowReader(row, context))
    } else if (group.length < 1_000) group.push(row)
  }
  if (group.length > 0) yield toProduct(group, context)
}

function refused(reader: Reader): ImportedProduct {
  const item = cut(reader.text("item"), 40)
  const problem =
    reader.row.problem ??
    (item === "" ? "This row does not say what it is" : `Rows of the kind “${item}” are not imported`)
  return {
    cells: filled({ name: reader.text("name") }),
    options: [],
    variants: [{ line: reader.line, values: [], cells: {}, problem }],
  }
}

function toProduct(rows: readonly Row[], context: ReadContext<Key>): ImportedProduct {
  const [first, ...others] = rows.map((row) => new RowReader(row, context)) as [Reader, ...Reader[]]
  const name = plainText(first.text("name"))
  const versions = others
    .filter(({ row }) => kindOf(row) === "variant")
    .map((reader) => ({ reader, options: optionsOf(reader) }))
  const options = versions[0]?.options.map(([option]) => option) ?? []
  const pictures = picturesOf(first, others)
  const categories = categoriesIn(first.text("categories"))
  const path = first.text("url").replace(/^\//, "").replace(/\/$/, "")
  const formerPath = path === "" ? null : formerFilePath(path)
  const id = first.text("id")
  const isOff = /^(false|n|no|0)$/i
  const { taxClass, taxClassName } = context.has("taxClass")
    ? context.namedTaxClass(first.text("taxClass").replace(/^0$/, ""))
    : {}
  const isPublished = !isOff.test(first.text("visible")) && !isOff.test(first.text("buyable"))
  const variants =
    versions.length === 0
      ? [toVariant(first, first, [], pictures)]
      : versions.map(({ reader, options: own }) =>
          toVariant(
            reader,
            first,
            own.map(([, value]) => value),
            pictures,
          ),
        )
  const [head, ...rest] = variants
  const ownChanges = versions.length > 0 ? first.changes : []
  return {
    handle: id,
    ...(id !== "" && { origin: `id:${id}` }),
    cells: filled({
      name,
      desc: plainText(first.text("description")) || name,
      brand: first.text("brand"),
      category: categories[0],
      status: isPublished ? "published" : "draft",
      taxClass,
    }),
    taxClassName,
    options: options.slice(0, MAX_OPTIONS),
    pictures: pictures.map(({ address }) => address),
    alts: pictures.map(({ alt }) => alt),
    categories,
    formerPaths: formerPath === null ? [] : [formerPath],
    variants: head
      ? [{ ...head, ...(ownChanges.length > 0 && { changes: [...ownChanges, ...(head.changes ?? [])] }) }, ...rest]
      : [],
  }
}

/** Reads `Type=Rectangle|Name=Size|Value=S;Type=…`, or `[S]Size=S,[RB]Color=Red` of the older export. */
function optionsOf(reader: Reader): [name: string, value: string][] {
  const newer = reader.text("options")
  if (newer !== "") {
    return newer.split(";").flatMap((option): [string, string][] => {
      const parts = new Map(
        option
          .split("|")
          .map((part) => [part.split("=", 1)[0]?.trim() ?? "", part.slice(part.indexOf("=") + 1).trim()]),
      )
      const [name, value] = [parts.get("Name"), parts.get("Value")]
      return name && value ? [[name, withoutColor(value)]] : []
    })
  }
  return reader
    .text("name")
    .split(/,(?=\[[A-Z]{1,4}\])/)
    .flatMap((option): [string, string][] => {
      const [, name = "", value = ""] = /^\[[A-Z]{1,4}\]([^=]{1,100})=(.*)$/.exec(option.trim()) ?? []
      return name === "" ? [] : [[name.trim(), withoutColor(value)]]
    })
}

/** Swatches have their colour behind the name, as in `Red:#ff0000`. */
const withoutColor = (value: string) => value.replace(/[:[]#[0-9a-f]{3,8}\]?$/i, "").trim()

/** Reads `Shop All;Clothing/Shirts`, or `Category Path: Clothing/Shirts | Category Name: Shirts` of the older export. */
function categoriesIn(text: string): string[] {
  const older = [...text.matchAll(/Category Path: ([^,|]{1,200})/g)].map(([, path]) => path ?? "")
  const paths = older.length > 0 ? older : text.split(";")
  return distinct(paths.flatMap((path) => categoriesOf(path, "/")))
}

interface Picture {
  address: string
  alt: string
}

function picturesOf(first: Reader, others: readonly Reader[]): Picture[] {
  const numbered = pictureNumbers.map((number) => ({
    address: first.text(`file${number}`),
    alt: first.text(`alt${number}`),
  }))
  const rows = [first, ...others].map((reader) => ({ address: reader.text("image"), alt: reader.text("imageAlt") }))
  const ofVariants = others.map((reader) => ({ address: reader.text("variantImage"), alt: "" }))
  const byAddress = new Map<string, Picture>()
  for (const picture of [...numbered, ...rows, ...ofVariants]) {
    if (picture.address !== "" && !byAddress.has(picture.address)) byAddress.set(picture.address, picture)
  }
  return [...byAddress.values()]
}

function toVariant(
  reader: Reader,
  product: Reader,
  values: readonly string[],
  pictures: readonly Picture[],
): ImportedVariant {
  const own = reader.has("price") ? reader : product
  const sale = own.number("sale") ? { price: own.money("sale"), from: null, until: null } : undefined
  const inventory = inventoryOf(reader, product)
  const { cells: units, ...question } = unitsOf(reader, product, inventory)
  const picture = pictures.findIndex(({ address }) => address === reader.text("variantImage")) + 1
  const problem = reader.row.problem ?? product.row.problem
  const unit = weightUnitOf(reader.context, "kg")
  return {
    line: reader.line,
    values: values.slice(0, MAX_OPTIONS),
    cells: filled({
      sku: reader.sku("sku"),
      gtin: reader.gtin("gtin") || reader.gtin("upc"),
      mpn: reader.mpn("mpn"),
      ...priceCells(own, { regular: "price", sale: "sale" }, sale),
      ...units,
      weightGrams: reader.grams("weight", unit) || (reader === product ? "" : product.grams("weight", unit)),
    }),
    inventory,
    ...question,
    ...(sale && { sale }),
    ...(picture > 0 && { pictureNumber: picture }),
    ...(reader.changes.length > 0 && { changes: reader.changes }),
    ...(problem && { problem }),
  }
}

function inventoryOf(reader: Reader, product: Reader): ImportedInventory {
  const tracking = textKey(product.text("tracking"))
  const counted = /^(none|)$/.test(tracking)
    ? "none"
    : /^(by )?(product|simple)/.test(tracking) && reader !== product
      ? "product"
      : "version"
  return { counted, isSoldWhenOut: false, isInStock: true }
}

function unitsOf(reader: Reader, product: Reader, inventory: ImportedInventory): ReadUnits {
  return unitCells(reader, {
    ...inventory,
    count: () => reader.units("stock") || "0",
    ...{ cell: "stock", shared: product.text("stock") },
  })
}
