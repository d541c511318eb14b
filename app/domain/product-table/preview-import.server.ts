import { sql } from "kysely"
import type { ProductEditor } from "~/domain/accounts/actor"
import { lineTitleSql } from "~/domain/inventory/lock-variants.server"
import { isObjectId } from "~/domain/object-id"
import { newObjectId } from "~/domain/object-id.server"
import type { Shop, Tx } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import { groupRows } from "./group-rows"
import type { ImportedProduct } from "./imported-product"
import { errorRow, errorRows, failTogether, keyOfProduct, previewProduct } from "./preview-product"
import type { ImportRow } from "./product-import"
import { readCsvProducts } from "./read-csv-products.server"

const MAX_FILE_BYTES = 8 * 1024 * 1024

/** @throws ShopError `invalid` for field `file` */
export async function previewImport(shop: Shop, staff: ProductEditor, file: File): Promise<string> {
  if (file.size > MAX_FILE_BYTES) throw invalid("A file may have at most 8 MB", "file")
  const { readRows } = await import("./product-csv.server")
  const text = await readText(file)
  const fileName = file.name.replace(/\p{Cc}/gu, "").slice(0, 200) || "products.csv"
  return shop.transaction((tx) => previewIn(tx, staff, fileName, groupRows(readRows(text))))
}

async function previewIn(
  tx: Tx,
  staff: ProductEditor,
  fileName: string,
  products: AsyncIterable<ImportedProduct>,
): Promise<string> {
  const id = newObjectId(tx.now())
  await tx.db
    .insertInto("product_imports")
    .values({ id, file_name: fileName, author_id: staff.id, created_at: tx.now() })
    .execute()
  const seen: Seen = { ids: new Set(), skus: new Map() }
  let count = 0
  for await (const slice of slicesOf(products)) {
    await insertRows(tx, id, await previewSlice(tx, slice, seen))
    count += slice.length
  }
  if (count === 0) throw invalid("There are no rows below the heading", "file")
  return id
}

/** Rows that are judged and written at once */
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

async function readText(file: File): Promise<string> {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()).replaceAll("\0", "")
  } catch {
    throw invalid("This file is not in UTF-8; please save it as “CSV UTF-8”", "file")
  }
}

/** What earlier rows of the file name */
interface Seen {
  ids: Set<string>
  /** The line of each SKU, in lower case */
  skus: Map<string, number>
}

async function previewSlice(tx: Tx, slice: readonly ImportedProduct[], seen: Seen): Promise<ImportRow[]> {
  const found = await readCsvProducts(tx, slice.map((product) => keyOfProduct(product) ?? "").filter(isObjectId))
  const known = { products: new Map(found.map((product) => [product.id, product])), categories: tx.categories.current }
  const judged = slice.map((product) => {
    const key = keyOfProduct(product)
    if (key !== null && seen.ids.has(key)) return errorRows(product, "This ID is already used in an earlier row")
    if (key !== null) seen.ids.add(key)
    return previewProduct(product, known)
  })
  const owners = await findSkuOwners(tx, judged.flat())
  return judged.flatMap((rows) => failTogether(rows.map((row) => refuseTakenSku(row, owners, seen.skus))))
}

interface SkuOwner {
  productId: string
  name: string
}

async function findSkuOwners(tx: Tx, rows: readonly ImportRow[]): Promise<Map<string, SkuOwner>> {
  const wanted = rows.flatMap(({ fields }) => fields.sku?.toLowerCase() ?? [])
  if (wanted.length === 0) return new Map()
  const owners = await tx.db
    .selectFrom("variants")
    .innerJoin("products", "products.id", "product_id")
    .select((row) => [row.fn<string>("lower", ["sku"]).as("sku"), "product_id", lineTitleSql.as("name")])
    .where(sql<boolean>`lower(sku) = any(${wanted})`)
    .where("removed_at", "is", null)
    .execute()
  return new Map(owners.map(({ sku, product_id, name }) => [sku, { productId: product_id, name }]))
}

/** Versions of one product may swap their SKUs. */
function refuseTakenSku(row: ImportRow, owners: ReadonlyMap<string, SkuOwner>, lines: Map<string, number>): ImportRow {
  const { sku } = row.fields
  if (!sku) return row
  const key = sku.toLowerCase()
  const owner = owners.get(key)
  const line = lines.get(key)
  lines.set(key, line ?? row.line)
  if (line !== undefined) return errorRow(row, `${sku} is the SKU of line ${line} already`)
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
