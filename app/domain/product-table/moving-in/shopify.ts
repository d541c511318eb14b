import { shopifyPath } from "~/domain/catalog/former-addresses/former-path"
import { MAX_OPTIONS, MAX_VARIANTS } from "~/domain/catalog/variants/variant"
import { cleanCode } from "~/domain/text/clean-code"
import { textKey } from "~/domain/text/text-key"
import type { ImportedProduct, ImportedVariant } from "../csv/imported-product"
import { categoriesOf, compareAtPriceOf, distinct, filled, gramsOf, gtinOf, skuOf, unitsOf } from "./other-shops"
import { plainText } from "./plain-text.server"
import type { SheetFormat, SheetRow } from "./sheet"

const column = (becomes: string, ...headings: string[]) => ({ becomes, headings })

/** https://help.shopify.com/en/manual/products/import-export/using-csv; newer files rename some columns. */
const columns = {
  handle: column("Old address /products/{handle}, and the rows of one product", "Handle", "URL handle"),
  title: column("Name", "Title"),
  body: column("Description, without its markup", "Body (HTML)", "Body HTML", "Description"),
  vendor: column("Brand", "Vendor"),
  type: column("Category", "Type"),
  taxonomy: column("Category, if there is no type", "Product Category", "Standard Product Type"),
  published: column("Status: false is a draft", "Published", "Published on online store"),
  status: column("Status: only active products are published", "Status"),
  option1: column("Name of the first option", "Option1 Name"),
  value1: column("Value of the first option", "Option1 Value"),
  option2: column("Name of the second option", "Option2 Name"),
  value2: column("Value of the second option", "Option2 Value"),
  option3: column("Name of the third option", "Option3 Name"),
  value3: column("Value of the third option", "Option3 Value"),
  sku: column("SKU", "Variant SKU", "SKU"),
  grams: column("Weight in grams", "Variant Grams", "Weight value (grams)"),
  stock: column("Stock; below zero is 0", "Variant Inventory Qty", "Inventory quantity"),
  price: column("Price", "Variant Price", "Price"),
  compareAt: column("Compare-at price, if it is above the price", "Variant Compare At Price", "Compare-at price"),
  barcode: column("GTIN, if it is valid", "Variant Barcode", "Barcode"),
  mpn: column("Manufacturer's part number", "Google Shopping / MPN"),
  image: column("Picture", "Image Src", "Product image URL"),
  imagePosition: column("Order of the pictures", "Image Position"),
  variantImage: column("Picture of the version", "Variant Image", "Variant image URL"),
}
type Key = keyof typeof columns
type Row = SheetRow<Key>

export const shopify: SheetFormat<Key> = {
  name: "Shopify",
  columns,
  required: ["handle", "title", "price", "option1", "value1"],
  read: (rows) => readShopify(rows()),
}

/** Further rows have only pictures, beyond the limit of a product. */
const MAX_ROWS_OF_PRODUCT = MAX_VARIANTS + 250

/** Rows of one product follow each other. */
async function* readShopify(rows: AsyncIterable<Row>): AsyncGenerator<ImportedProduct> {
  const handles = new Set<string>()
  let group: Row[] = []
  const finish = function* () {
    const [first] = group
    if (!first) return
    const handle = handleOf(first)
    const isTwice = handle !== "" && handles.has(handle)
    handles.add(handle)
    yield toProduct(group, isTwice ? "This handle is already used in an earlier row" : undefined)
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

const handleOf = ({ cells }: Row) => cleanCode(cells.handle ?? "")

function toProduct(rows: readonly Row[], problem?: string): ImportedProduct {
  const [first] = rows as readonly [Row]
  const { cells } = first
  const options = optionsOf(first)
  const pictures = picturesOf(rows)
  const categories = distinct([cells.type, ...categoriesOf(cells.taxonomy)])
  const name = cells.title ?? handleOf(first)
  const path = shopifyPath(handleOf(first))
  const sold = rows.filter((row) => row === first || isVariant(row))
  return {
    handle: handleOf(first),
    cells: filled({
      name,
      desc: plainText(cells.body ?? "") || name,
      brand: cells.vendor,
      category: categories[0],
      status: isPublished(cells) ? "published" : "draft",
    }),
    options,
    pictures,
    categories,
    formerPaths: path === null ? [] : [path],
    variants: sold.map((row) => toVariant(row, options, pictures, problem)),
  }
}

/** Other rows add one picture each. */
function isVariant({ cells }: Row): boolean {
  return [cells.price, cells.sku, cells.value1, cells.value2, cells.value3].some((cell) => cell !== undefined)
}

function isPublished({ published, status }: Row["cells"]): boolean {
  const isShown = !/^(false|no|0)$/i.test(published?.trim() ?? "")
  return isShown && /^(active|)$/i.test(status?.trim() ?? "")
}

/** A product without options has one option with this name. */
const ONLY_VALUE = "default title"

function optionsOf({ cells }: Row): string[] {
  const names = [cells.option1, cells.option2, cells.option3].flatMap((name) => name?.trim() || [])
  const isSingle = textKey(cells.value1?.trim() ?? "") === ONLY_VALUE && names.length <= 1
  return isSingle ? [] : names.slice(0, MAX_OPTIONS)
}

function picturesOf(rows: readonly Row[]): string[] {
  const placed = rows.map(({ cells }) => ({ address: cells.image, position: Number(cells.imagePosition) || Infinity }))
  const ordered = placed.sort((one, other) => (one.position === other.position ? 0 : one.position - other.position))
  return distinct([...ordered.map(({ address }) => address), ...rows.map(({ cells }) => cells.variantImage)])
}

function toVariant(
  { line, cells }: Row,
  options: readonly string[],
  pictures: readonly string[],
  problem?: string,
): ImportedVariant {
  const picture = pictures.indexOf(cells.variantImage?.trim() ?? "") + 1
  return {
    line,
    values: [cells.value1, cells.value2, cells.value3].slice(0, options.length).map((value) => value?.trim() ?? ""),
    cells: filled({
      sku: skuOf(cells.sku),
      gtin: gtinOf(cells.barcode),
      mpn: skuOf(cells.mpn),
      price: cells.price,
      compareAtPrice: compareAtPriceOf(cells.compareAt, cells.price),
      stock: unitsOf(cells.stock),
      weightGrams: gramsOf(cells.grams),
    }),
    ...(picture > 0 && { pictureNumber: picture }),
    ...(problem && { problem }),
  }
}
