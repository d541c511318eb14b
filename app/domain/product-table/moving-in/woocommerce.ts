import { wooCommercePath } from "~/domain/catalog/former-addresses/former-path"
import { MAX_OPTIONS } from "~/domain/catalog/variants/variant"
import { cleanNumber } from "~/domain/text/clean-code"
import { textKey } from "~/domain/text/text-key"
import type { ImportedProduct, ImportedVariant } from "../csv/imported-product"
import { categoriesOf, distinct, filled, gramsOf, gtinOf, skuOf, unitsOf } from "./other-shops"
import { plainText } from "./plain-text.server"
import type { SheetColumn, SheetFormat, SheetRow } from "./sheet"

const column = (becomes: string, ...headings: string[]): SheetColumn => ({ becomes, headings })

const MAX_ATTRIBUTES = 12
const numbers = Array.from({ length: MAX_ATTRIBUTES }, (_, place) => place + 1)

const named = {
  id: column("The product of each version", "ID"),
  type: column("Simple product, product with versions, or version", "Type"),
  sku: column("SKU", "SKU"),
  gtin: column("GTIN, if it is valid", "GTIN, UPC, EAN, or ISBN"),
  name: column("Name, and without a slug the old address /product/{slug}", "Name"),
  slug: column("Old address /product/{slug}", "Slug"),
  published: column("Status: only 1 is published", "Published"),
  visibility: column("Status: hidden products are drafts", "Visibility in catalog"),
  short: column("Description, if the long one is empty", "Short description"),
  description: column("Description, without its markup", "Description"),
  stock: column("Stock; below zero, or not counted, is 0", "Stock"),
  sale: column("Price, while it is on sale", "Sale price"),
  regular: column("Price, or compare-at price while it is on sale", "Regular price"),
  categories: column("Category: the first one that the shop has", "Categories"),
  brands: column("Brand", "Brands"),
  images: column("Pictures; of a version, its picture", "Images"),
  parent: column("The product of a version", "Parent"),
  kg: column("Weight in grams", "Weight (kg)"),
  g: column("Weight in grams", "Weight (g)"),
  lbs: column("Weight in grams", "Weight (lbs)"),
  oz: column("Weight in grams", "Weight (oz)"),
}
type AttributeKey = `option${number}` | `value${number}`
type Key = keyof typeof named | AttributeKey
type Row = SheetRow<Key>

const attributes = Object.fromEntries(
  numbers.flatMap((number) => [
    [
      `option${number}`,
      column("Name of an option (if versions differ in it) or of a fact", `Attribute ${number} name`),
    ],
    [`value${number}`, column("Values of an option, or of a fact", `Attribute ${number} value(s)`)],
  ]),
) as Record<AttributeKey, SheetColumn>

/** https://woocommerce.com/document/product-csv-importer-exporter/ */
export const wooCommerce: SheetFormat<Key> = {
  name: "WooCommerce",
  columns: { ...named, ...attributes },
  required: ["type", "sku", "name", "regular"],
  read: readWooCommerce,
}

const isVariation = ({ cells }: Row) => typesOf(cells).includes("variation")
const typesOf = ({ type }: Row["cells"]) => (type ?? "simple").toLowerCase().split(/[\s,]+/)

/** Collects variants first, because they may be anywhere in the file. */
async function* readWooCommerce(rows: () => AsyncIterable<Row>): AsyncGenerator<ImportedProduct> {
  const variations = new Map<string, Variation[]>()
  for await (const row of rows()) {
    if (!isVariation(row)) continue
    const parent = keyOf(row.cells.parent)
    const others = variations.get(parent)
    if (others) others.push(toVariation(row))
    else variations.set(parent, [toVariation(row)])
  }
  for await (const row of rows()) {
    if (isVariation(row)) continue
    const keys = [keyOf(row.cells.sku), keyOf(row.cells.id && `id:${row.cells.id}`)].filter((key) => key !== "")
    const own = keys.flatMap((key) => variations.get(key) ?? [])
    for (const key of keys) variations.delete(key)
    yield toProduct(row, own)
  }
  for (const orphans of variations.values()) {
    for (const { line, name } of orphans) {
      yield unknownProduct({ line, name }, "The product of this version has no row")
    }
  }
}

const keyOf = (text: string | undefined) => textKey(skuOf(text))

/** A variation whose product has not been read yet */
interface Variation {
  line: number
  name: string
  cells: ImportedVariant["cells"]
  image: string
  /** Attributes by the key of their name */
  values: Map<string, string>
  isPublished: boolean
}

function toVariation({ line, cells }: Row): Variation {
  const values = attributesOf(cells).map(({ name, value }) => [textKey(name), value] as const)
  return {
    line,
    name: cells.name ?? "",
    cells: variantCells(cells),
    image: imagesOf(cells)[0] ?? "",
    values: new Map(values),
    isPublished: cells.published?.trim() !== "0",
  }
}

function attributesOf(cells: Row["cells"]): { name: string; value: string }[] {
  return numbers.flatMap((number) => {
    const name = cells[`option${number}`]?.trim() ?? ""
    return name === "" ? [] : [{ name, value: cells[`value${number}`]?.trim() ?? "" }]
  })
}

function toProduct(row: Row, all: readonly Variation[]): ImportedProduct {
  const { line, cells } = row
  const name = cells.name?.trim() ?? ""
  const [type = ""] = typesOf(cells)
  if (!["simple", "variable"].includes(type)) {
    return unknownProduct({ line, name }, `Products of the type “${type.slice(0, 40)}” are not sold here`)
  }
  const variations = all.filter(({ isPublished }) => isPublished)
  const categories = distinct((cells.categories ?? "").split(",").flatMap(categoriesOf))
  const pictures = distinct([...imagesOf(cells), ...variations.map(({ image }) => image)])
  const options = optionsOf(cells, variations)
  const path = wooCommercePath(cells.slug?.trim() || wordPressSlug(name))
  const isSingle = type === "simple" || variations.length === 0
  return {
    handle: cells.id,
    cells: filled({
      name,
      desc: textOf(cells.description) || textOf(cells.short) || name,
      category: categories[0],
      brand: cells.brands,
      ownFacts: factsOf(cells, isSingle ? [] : options),
      status: isPublished(cells) ? "published" : "draft",
    }),
    options: isSingle ? [] : options,
    pictures,
    categories,
    formerPaths: path === null ? [] : [path],
    variants: isSingle
      ? [{ line, values: [], cells: variantCells(cells) }]
      : variations.map((variation) => toVariant(variation, options, pictures)),
  }
}

/** The files contain line breaks as the two characters `\n`. */
function textOf(html: string | undefined): string {
  return plainText((html ?? "").replaceAll("\\n", "\n"), { keepsLines: true })
}

function isPublished({ published, visibility }: Row["cells"]): boolean {
  return (published?.trim() ?? "1") === "1" && visibility?.trim().toLowerCase() !== "hidden"
}

/** Lists the attributes that are equal in all variants. */
function factsOf(cells: Row["cells"], options: readonly string[]): string {
  const facts = attributesOf(cells).filter(({ name, value }) => value !== "" && !options.includes(name))
  return facts.map(({ name, value }) => `${name.replaceAll(":", " ")}: ${value}`).join("\n")
}

/** Only attributes with a value in at least one variant */
function optionsOf(cells: Row["cells"], variations: readonly Variation[]): string[] {
  const names = attributesOf(cells).map(({ name }) => name)
  return names.filter((name) => variations.some(({ values }) => values.get(textKey(name))))
}

function toVariant(
  { line, cells, image, values }: Variation,
  options: readonly string[],
  pictures: readonly string[],
): ImportedVariant {
  const own = options.map((name) => values.get(textKey(name)) ?? "")
  const open = options.find((_, place) => own[place] === "")
  const picture = pictures.indexOf(image) + 1
  const problem =
    options.length > MAX_OPTIONS
      ? `A product has at most ${MAX_OPTIONS} options`
      : open && `This version is for any ${open.toLowerCase()}: please create one for each`
  return {
    line,
    values: own,
    cells,
    ...(picture > 0 && { pictureNumber: picture }),
    ...(problem && { problem }),
  }
}

function variantCells(cells: Row["cells"]): ImportedVariant["cells"] {
  const { regular, sale } = cells
  const isOnSale = sale !== undefined && Number(cleanNumber(sale)) < Number(cleanNumber(regular ?? ""))
  return filled({
    sku: skuOf(cells.sku),
    gtin: gtinOf(cells.gtin),
    price: isOnSale ? sale : regular,
    compareAtPrice: isOnSale ? regular : "",
    stock: unitsOf(cells.stock),
    weightGrams: gramsOf(cells.kg, "kg") || gramsOf(cells.g) || gramsOf(cells.lbs, "lbs") || gramsOf(cells.oz, "oz"),
  })
}

/**
 * Derives a slug from a title like WordPress
 * (https://developer.wordpress.org/reference/functions/sanitize_title_with_dashes/).
 */
function wordPressSlug(title: string): string {
  const plain = title
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase()
  const words = plain
    .replaceAll(/[\s./–—-]/g, " ")
    .replaceAll(/[^\p{L}\p{M}\p{N}_ ]/gu, "")
    .split(" ")
  return words
    .filter((word) => word !== "")
    .join("-")
    .slice(0, 200)
}

/** Splits at commas followed by a space, because an address may contain commas. */
function imagesOf({ images }: Row["cells"]): string[] {
  return distinct((images ?? "").split(/, /))
}

function unknownProduct({ line, name }: { line: number; name: string }, problem: string): ImportedProduct {
  return { cells: filled({ name }), options: [], variants: [{ line, values: [], cells: {}, problem }] }
}
