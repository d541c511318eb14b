import { sql } from "kysely"
import { skuKey } from "~/domain/catalog/variants/sku-key.server"
import { storedBytes } from "~/domain/imports/stored-files.server"
import { lineTitleSql } from "~/domain/inventory/lock-variants.server"
import { isObjectId } from "~/domain/object-id"
import { taxClassesOf } from "~/domain/pricing/rules"
import type { Tx } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import { textKey } from "~/domain/text/text-key"
import type { ImportedProduct } from "../csv/imported-product"
import type { FileSource } from "../csv/product-csv.server"
import { readCsvProducts } from "../csv/read-csv-products.server"
import { MovingInPreview } from "../moving-in/moving-in-preview.server"
import { errorRow, errorRows, failTogether, keyOfProduct, previewProduct } from "../preview/preview-product"
import { picturesOf } from "./import-files"
import type { ImportChoices } from "./import-filter"
import type { ImportRow } from "./product-import"

interface ReadOptions {
  choices: ImportChoices
  /** Receives the number of rows so far */
  onProgress?: (rows: number) => Promise<void>
}

/** Previews all rows of a file and writes them to its import. @throws ShopError `invalid` for field `file` */
export async function readImport(
  tx: Tx,
  importId: string,
  source: FileSource,
  { choices, onProgress }: ReadOptions,
): Promise<void> {
  const { openImportFile } = await import("./import-file.server")
  const file = await openImportFile(source)
  const seen: Seen = { ids: new Set(), skus: new Map() }
  const isPictured = choices.fetchesPictures === true || (await storedBytes(tx, picturesOf(importId))) !== null
  const origins = file.mapping === null ? null : new MovingInPreview(tx, choices, isPictured)
  let count = 0
  for await (const slice of slicesOf(file.products)) {
    const rows = await previewSlice(tx, slice, seen, origins)
    await insertRows(tx, importId, rows)
    count += rows.length
    await onProgress?.(count)
  }
  if (count === 0) throw invalid("There are no rows below the heading", "file")
  await tx.db
    .updateTable("product_imports")
    .set({
      status: "checked",
      source: file.source,
      mapping: file.mapping && JSON.stringify(file.mapping),
      new_categories: JSON.stringify(origins?.newCategories ?? []),
      rows_read: count,
    })
    .where("id", "=", importId)
    .execute()
}

/** The number of rows previewed and written together */
const SLICE = 500

async function* slicesOf(products: AsyncIterable<ImportedProduct>): AsyncGenerator<ImportedProduct[]> {
  let [slice, rows]: [ImportedProduct[], number] = [[], 0]
  for await (const product of products) {
    slice.push(product)
    rows += product.variants.length
    if (rows < SLICE) continue
    yield slice
    slice = []
    rows = 0
  }
  if (slice.length > 0) yield slice
}

interface Seen {
  ids: Set<string>
  /** The line of each SKU, by its key */
  skus: Map<string, number>
}

async function previewSlice(
  tx: Tx,
  slice: readonly ImportedProduct[],
  seen: Seen,
  origins: MovingInPreview | null,
): Promise<ImportRow[]> {
  await origins?.begin(slice)
  const found = await readCsvProducts(tx, slice.map((product) => keyOfProduct(product) ?? "").filter(isObjectId))
  const known = {
    products: new Map(found.map((product) => [product.id, product])),
    categories: tx.categories.current,
    taxClasses: taxClassesOf(tx.settings.current.pricing.taxes),
  }
  const previews = slice.map((product) => {
    const key = keyOfProduct(product)
    if (key !== null && seen.ids.has(key)) return errorRows(product, "This ID is already used in an earlier row")
    if (key !== null) seen.ids.add(key)
    return origins ? origins.preview(product) : previewProduct(product, known)
  })
  const owners = await findSkuOwners(tx, previews.flat())
  return previews.flatMap((rows) => failTogether(rows.map((row) => refuseTakenSku(row, owners, seen.skus))))
}

type SkuOwner = Record<"productId" | "name", string>

async function findSkuOwners(tx: Tx, rows: readonly ImportRow[]): Promise<Map<string, SkuOwner>> {
  const wanted = rows.flatMap(({ fields }) => (fields.sku ? textKey(fields.sku) : []))
  if (wanted.length === 0) return new Map()
  const owners = await tx.db
    .selectFrom("variants")
    .innerJoin("products", "products.id", "product_id")
    .select([skuKey.as("sku"), "product_id as productId", lineTitleSql.as("name")])
    .where(sql<boolean>`${skuKey} = any(${wanted})`)
    .where("removed_at", "is", null)
    .execute()
  return new Map(owners.map(({ sku, ...owner }) => [sku, owner]))
}

/** Variants of one product may swap their SKUs. */
function refuseTakenSku(row: ImportRow, owners: ReadonlyMap<string, SkuOwner>, lines: Map<string, number>): ImportRow {
  const { sku } = row.fields
  if (!sku) return row
  const key = textKey(sku)
  const owner = owners.get(key)
  const line = lines.get(key)
  lines.set(key, line ?? row.line)
  if (line !== undefined) return errorRow(row, `${sku} is already the SKU of line ${line}`)
  return owner && owner.productId !== row.productId ? errorRow(row, `${sku} is the SKU of ${owner.name}`) : row
}

async function insertRows(tx: Tx, importId: string, rows: ImportRow[]): Promise<void> {
  const values = rows.map(({ line, productLine, productId, name, outcome, fields, before, message }) => ({
    import_id: importId,
    line,
    product_line: productLine,
    product_id: productId,
    name: name.slice(0, 200),
    outcome,
    fields: JSON.stringify(fields),
    before: JSON.stringify(before),
    message: message.slice(0, 1_000),
  }))
  for (let start = 0; start < values.length; start += SLICE) {
    await tx.db
      .insertInto("product_import_rows")
      .values(values.slice(start, start + SLICE))
      .execute()
  }
}
