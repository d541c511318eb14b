import { formerFilePath } from "~/domain/catalog/former-addresses/former-path"
import { MAX_OPTIONS } from "~/domain/catalog/variants/variant"
import { cut } from "~/domain/text/cut"
import { textKey } from "~/domain/text/text-key"
import type { ImportedInventory, ImportedProduct, ImportedSale, ImportedVariant } from "../csv/imported-product"
import { categoriesOf, distinct, filled } from "./other-shops"
import { plainText } from "./plain-text.server"
import { weightUnitOf } from "./prestashop"
import type { ReadContext } from "./read-context"
import { RowReader } from "./row-reader"
import { noteSaleDays, priceCells, saleDays } from "./sale-price"
import type { SheetColumn, SheetFormat, SheetRow } from "./sheet"
import { unitCells } from "./unit-cells"

const column = (becomes: string, ...headings: string[]): SheetColumn => ({ becomes, headings })
const numberColumn = (becomes: string, ...headings: string[]): SheetColumn => ({ becomes, headings, number: "typed" })
const stockColumn = (becomes: string, ...headings: string[]): SheetColumn => ({ becomes, headings, number: "program" })

const columns = {
  sku: column("SKU, and identity of each product", "sku"),
  storeView: column("Rows of store views are not imported", "store_view_code"),
  type: column("Simple or configurable product", "product_type"),
  categories: column("Category: the first one that the shop has", "categories"),
  name: column("Name", "name"),
  description: column("Description, without its markup", "description"),
  short: column("Description, if the long one is empty", "short_description"),
  weight: stockColumn("Weight in grams", "weight"),
  online: column("Status: 2 is a draft", "product_online"),
  taxClass: column("Tax class", "tax_class_name"),
  visibility: column("Status: products that are not visible are drafts, or versions", "visibility"),
  price: numberColumn("Price, or compare-at price while it is on sale", "price"),
  special: numberColumn("Price, while it is on sale", "special_price"),
  from: column("Day on which the sale begins", "special_price_from_date"),
  until: column("Day on which the sale ends", "special_price_to_date"),
  urlKey: column("Old address /{url_key}.html", "url_key"),
  image: column("Picture", "base_image"),
  imageAlt: column("Description of the picture", "base_image_label"),
  images: column("More pictures", "additional_images"),
  imageAlts: column("Descriptions of more pictures", "additional_image_labels"),
  attributes: column("Values of the options, and brand", "additional_attributes"),
  stock: stockColumn("Stock", "qty"),
  isInStock: column("Stock, if it is not counted", "is_in_stock"),
  manages: column("Whether the stock is counted", "manage_stock"),
  backorders: column("Whether it is sold when its stock is used up", "allow_backorders"),
  variations: column("Versions", "configurable_variations"),
  labels: column("Names of the options", "configurable_variation_labels"),
}
type Key = keyof typeof columns
type Row = SheetRow<Key>
type Reader = RowReader<Key>

/** https://experienceleague.adobe.com/en/docs/commerce-admin/systems/data-transfer/data-attributes-product */
export const magento: SheetFormat<Key> = {
  name: "Magento",
  columns,
  required: ["sku", "type", "name", "price"],
  read: readMagento,
}

/** Collects the products that are versions of others first. */
async function* readMagento(
  rows: () => AsyncIterable<Row>,
  context: ReadContext<Key>,
): AsyncGenerator<ImportedProduct> {
  const used = new Set<string>()
  const wanted = new Map<string, Row | null>()
  for await (const row of rows()) for (const { sku } of variationsOf(row)) wanted.set(textKey(sku), null)
  if (wanted.size > 0) {
    for await (const row of rows()) {
      const key = textKey(row.cells.sku?.trim() ?? "")
      if (wanted.get(key) === null && !row.cells.storeView) wanted.set(key, withoutTexts(row))
    }
  }
  noteSaleDays(context, "from", "until")
  for await (const row of rows()) {
    const reader = new RowReader(row, context)
    const store = reader.text("storeView")
    if (store !== "" && store !== "default") {
      yield refused(reader, `This row has the texts of the store view “${cut(store, 40)}”, which are not imported`)
    } else if (!wanted.has(textKey(reader.text("sku"))) || row.cells.variations) {
      yield toProduct(reader, wanted, used)
    }
  }
}

function withoutTexts({ cells: { description: _, short: __, ...cells }, ...row }: Row): Row {
  return { ...row, cells }
}

interface Variation {
  sku: string
  /** The code and the value of each option */
  values: [code: string, value: string][]
}

/** Reads `sku=A-1,size=S,color=Red|sku=A-2,size=M,color=Red`. */
function variationsOf({ cells }: Row): Variation[] {
  if (cells.type?.trim() !== "configurable") return []
  return (cells.variations ?? "").split("|").flatMap((text) => {
    const pairs = pairsOf(text)
    const sku = pairs.find(([code]) => code === "sku")?.[1]
    return sku ? [{ sku, values: pairs.filter(([code]) => code !== "sku") }] : []
  })
}

/** Reads `size=S,color=Red, dark`; a comma that no code follows belongs to the value. */
function pairsOf(text: string): [string, string][] {
  return text.split(/,(?=[a-z][a-z0-9_]{0,60}=)/).flatMap((pair): [string, string][] => {
    const at = pair.indexOf("=")
    return at < 0 ? [] : [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()]]
  })
}

function toProduct(reader: Reader, known: ReadonlyMap<string, Row | null>, used: Set<string>): ImportedProduct {
  const { context, row } = reader
  const type = reader.text("type").toLowerCase()
  if (!["simple", "virtual", "downloadable", "configurable"].includes(type)) {
    return refused(reader, `Products of the type “${cut(type, 40)}” are not sold here`)
  }
  const variations = variationsOf(row)
  const codes = variations[0]?.values.map(([code]) => code) ?? []
  const labels = new Map(pairsOf(reader.text("labels")))
  const options = codes.map((code) => labels.get(code) || code)
  const name = plainText(reader.text("name"))
  const pictures = picturesOf(reader)
  const categories = distinct(
    reader
      .text("categories")
      .split(",")
      .flatMap((path) => categoriesOf(path, "/").slice(0, -1)),
  )
  const urlKey = reader.text("urlKey")
  const path = urlKey === "" ? null : formerFilePath(`${urlKey}.html`)
  const brand = pairsOf(reader.text("attributes")).find(([code]) => code === "brand" || code === "manufacturer")?.[1]
  const isHidden = /^not visible/i.test(reader.text("visibility"))
  const sku = reader.text("sku")
  const { taxClass, taxClassName } = context.has("taxClass") ? context.namedTaxClass(reader.text("taxClass")) : {}
  return {
    handle: sku,
    ...(sku !== "" && { origin: `sku:${textKey(sku)}` }),
    cells: filled({
      name,
      desc: plainText(reader.text("description")) || plainText(reader.text("short")) || name,
      category: categories[0],
      brand,
      status: reader.text("online") === "2" || isHidden ? "draft" : "published",
      taxClass,
    }),
    taxClassName,
    options: options.slice(0, MAX_OPTIONS),
    pictures: pictures.map(({ address }) => address),
    alts: pictures.map(({ alt }) => alt),
    categories,
    formerPaths: path === null ? [] : [path],
    variants:
      variations.length === 0 ? [toVariant(reader, [])] : versionsOf(reader, variations, codes, { known, used }),
  }
}

function versionsOf(
  reader: Reader,
  variations: readonly Variation[],
  codes: readonly string[],
  { known, used }: { known: ReadonlyMap<string, Row | null>; used: Set<string> },
): ImportedVariant[] {
  return variations.map(({ sku, values }) => {
    const row = known.get(textKey(sku))
    const own = codes.map((code) => values.find(([other]) => other === code)?.[1] ?? "")
    const isTwice = used.has(textKey(sku))
    used.add(textKey(sku))
    const name = cut(sku, 80)
    const problem = isTwice ? `${name} is a version of an earlier product` : `There is no row with the SKU ${name}`
    if (!row || isTwice) return { line: reader.line, values: own, cells: {}, problem }
    const variant = toVariant(new RowReader(row, reader.context), own)
    return codes.length > MAX_OPTIONS
      ? { ...variant, problem: `A product has at most ${MAX_OPTIONS} options` }
      : variant
  })
}

interface Picture {
  address: string
  alt: string
}

function picturesOf(reader: Reader): Picture[] {
  const alts = reader.text("imageAlts").split(",")
  const more = reader
    .text("images")
    .split(",")
    .map((address, place) => ({ address: address.trim(), alt: alts[place]?.trim() ?? "" }))
  const all = [{ address: reader.text("image"), alt: reader.text("imageAlt") }, ...more]
  const byAddress = new Map<string, Picture>()
  for (const picture of all) {
    if (picture.address !== "" && picture.address !== "no_selection" && !byAddress.has(picture.address)) {
      byAddress.set(picture.address, picture)
    }
  }
  return [...byAddress.values()]
}

function toVariant(reader: Reader, values: readonly string[]): ImportedVariant {
  const sale = saleOf(reader)
  const inventory: ImportedInventory = {
    counted: reader.text("manages") === "0" ? "none" : "version",
    isSoldWhenOut: /^[12]$/.test(reader.text("backorders")),
    isInStock: reader.text("isInStock") !== "0",
  }
  const { cells: units, ...question } = unitCells(reader, {
    ...inventory,
    count: () => reader.units("stock") || "0",
    ...{ cell: "manages", policy: "backorders" },
  })
  const { problem } = reader.row
  return {
    line: reader.line,
    values,
    cells: filled({
      sku: reader.sku("sku"),
      ...priceCells(reader, { regular: "price", sale: "special" }, sale),
      ...units,
      weightGrams: reader.has("weight") ? reader.grams("weight", weightUnitOf(reader.context, "kg")) : "",
    }),
    inventory,
    ...question,
    ...(sale && { sale }),
    ...(reader.changes.length > 0 && { changes: reader.changes }),
    ...(problem && { problem }),
  }
}

function saleOf(reader: Reader): ImportedSale | undefined {
  if (!reader.has("special")) return undefined
  return { price: reader.money("special"), ...saleDays(reader, "from", "until") }
}

function refused(reader: Reader, reason: string): ImportedProduct {
  const { line, problem } = reader.row
  return {
    cells: filled({ name: reader.text("name") || reader.text("sku") }),
    options: [],
    variants: [{ line, values: [], cells: {}, problem: problem ?? reason }],
  }
}
