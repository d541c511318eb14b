import { MAX_VARIANTS } from "~/domain/catalog/variants/variant"
import { invalid } from "~/domain/shop-error"
import { cut } from "~/domain/text/cut"
import { textKey } from "~/domain/text/text-key"
import type { ImportedProduct, ImportedVariant } from "../csv/imported-product"
import { combinations, distinct, filled } from "./other-shops"
import { plainText } from "./plain-text.server"
import type { ReadContext } from "./read-context"
import { RowReader } from "./row-reader"
import type { SheetColumn, SheetFormat, SheetRow } from "./sheet"
import { asked } from "./unit-cells"

const column = (becomes: string, ...headings: string[]): SheetColumn => ({ becomes, headings })

const pictureNumbers = Array.from({ length: 20 }, (_, place) => place + 1)
type PictureKey = `image${number}`
const pictureColumns = Object.fromEntries(
  pictureNumbers.map((number) => [`image${number}`, column("Picture", `IMAGE${number}`)]),
) as Record<PictureKey, SheetColumn>

const namedColumns = {
  title: column("Name", "TITLE"),
  description: column("Description", "DESCRIPTION"),
  price: { ...column("Price", "PRICE"), number: "typed" as const },
  currency: column("Must be the shop's currency", "CURRENCY_CODE"),
  stock: { ...column("Stock", "QUANTITY"), number: "typed" as const },
  materials: column("Material", "MATERIALS"),
  option1: column("Name of the first option", "VARIATION 1 NAME"),
  type1: column("Name of the first option, if it has none of its own", "VARIATION 1 TYPE"),
  values1: column("Values of the first option", "VARIATION 1 VALUES"),
  option2: column("Name of the second option", "VARIATION 2 NAME"),
  type2: column("Name of the second option, if it has none of its own", "VARIATION 2 TYPE"),
  values2: column("Values of the second option", "VARIATION 2 VALUES"),
  option3: column("Name of the third option", "VARIATION 3 NAME"),
  values3: column("Values of the third option", "VARIATION 3 VALUES"),
  sku: column("SKUs of the versions", "SKU"),
}
type Key = keyof typeof namedColumns | PictureKey
const columns: Record<Key, SheetColumn> = { ...namedColumns, ...pictureColumns }
type Reader = RowReader<Key>

/** https://help.etsy.com/hc/en-us/articles/360000344908: one row for each listing, without its number */
export const etsy: SheetFormat<Key> = {
  name: "Etsy",
  columns,
  required: ["title", "price", "currency", "stock"],
  read: (rows, context) => readEtsy(rows(), context),
}

async function* readEtsy(
  rows: AsyncIterable<SheetRow<Key>>,
  context: ReadContext<Key>,
): AsyncGenerator<ImportedProduct> {
  for await (const row of rows) {
    const reader = new RowReader(row, context)
    assertCurrency(reader)
    yield toProduct(reader)
  }
}

function assertCurrency(reader: Reader): void {
  const { currency } = reader.context.known
  const other = reader.text("currency").toUpperCase()
  if (other === "" || other === currency) return
  throw invalid(
    `The prices in line ${reader.line} are in ${cut(other, 10)}, but this shop sells in ${currency}`,
    "file",
  )
}

const listOf = (text: string) => distinct(text.split(",").map((value) => plainText(value)))

function toProduct(reader: Reader): ImportedProduct {
  const name = plainText(reader.text("title"))
  const parts = [
    { name: reader.text("option1") || reader.text("type1"), values: listOf(reader.text("values1")) },
    { name: reader.text("option2") || reader.text("type2"), values: listOf(reader.text("values2")) },
    { name: reader.text("option3"), values: listOf(reader.text("values3")) },
  ].filter(({ name, values }) => name !== "" && values.length > 0)
  const skus = reader
    .text("sku")
    .split(",")
    .map((sku) => sku.trim())
  const [first = ""] = skus
  const pictures = distinct(pictureNumbers.map((number) => reader.text(`image${number}`)))
  return {
    ...(first === "" ? { isKnownByName: true, origin: `name:${textKey(name)}` } : { origin: `sku:${textKey(first)}` }),
    cells: filled({
      name,
      desc: plainText(reader.text("description"), { keepsLines: true }) || name,
      material: reader.text("materials"),
      status: "published",
    }),
    options: parts.map(({ name }) => name),
    pictures,
    categories: [],
    formerPaths: [],
    variants: variantsOf(
      reader,
      parts.map(({ values }) => values),
      skus,
    ),
  }
}

/** The file has one price and one stock for all versions. */
function variantsOf(
  reader: Reader,
  values: readonly (readonly string[])[],
  skus: readonly string[],
): ImportedVariant[] {
  const count = values.reduce((product, own) => product * own.length, 1)
  const price = reader.money("price")
  const { problem } = reader.row
  if (count > MAX_VARIANTS || problem) {
    const reason = problem ?? `A product has at most ${MAX_VARIANTS} versions, and this one would have ${count}`
    return [
      { line: reader.line, values: values.map(([first]) => first ?? ""), cells: filled({ price }), problem: reason },
    ]
  }
  const isSingle = count === 1
  const sku = isSingle || skus.length === count ? null : ""
  if (sku === "" && skus[0] !== "") {
    const group = "The number of SKUs is not that of the versions"
    reader.change("sku", "", `It has ${skus.length} SKUs for ${count} versions`, { about: "skus", group })
  }
  const { cells: units, ...question } = isSingle
    ? { cells: { stock: reader.units("stock") || "0" } }
    : asked(reader, "stock", "shared", "The file has one number for all versions")
  const own = combinations(values).map(
    (own, place): ImportedVariant => ({
      line: reader.line,
      values: own,
      cells: filled({ sku: sku ?? skus[place], price, ...units }),
      inventory: { counted: isSingle ? "version" : "product", isSoldWhenOut: false, isInStock: true },
      ...question,
    }),
  )
  const [first, ...others] = own
  return first ? [{ ...first, ...(reader.changes.length > 0 && { changes: reader.changes }) }, ...others] : []
}
