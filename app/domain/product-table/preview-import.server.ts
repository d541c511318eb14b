import type { ProductEditor } from "~/domain/accounts/actor"
import { readWithDescriptions } from "~/domain/catalog/product-rows.server"
import { isObjectId } from "~/domain/object-id"
import { newObjectId } from "~/domain/object-id.server"
import type { Shop, Tx } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import { errorRow, previewRow } from "./preview-row"
import type { CsvProduct } from "./product-columns"
import type { CsvRow } from "./product-csv.server"
import type { ImportRow } from "./product-import"

const MAX_FILE_BYTES = 8 * 1024 * 1024

/** @throws ShopError `invalid` for field `file` */
export async function previewImport(shop: Shop, staff: ProductEditor, file: File): Promise<string> {
  if (file.size > MAX_FILE_BYTES) throw invalid("A file may have at most 8 MB", "file")
  const { parseProducts } = await import("./product-csv.server")
  const rows = await parseProducts(await readText(file))
  if (rows.length === 0) throw invalid("There are no rows below the heading", "file")
  const judged = await previewRows(shop, rows)
  return shop.transaction(async (tx) => {
    const id = newObjectId(tx.now())
    const fileName = file.name.replace(/\p{Cc}/gu, "").slice(0, 200) || "products.csv"
    await tx.db
      .insertInto("product_imports")
      .values({ id, file_name: fileName, author_id: staff.id, created_at: tx.now() })
      .execute()
    await insertRows(tx, id, judged)
    return id
  })
}

async function readText(file: File): Promise<string> {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()).replaceAll("\0", "")
  } catch {
    throw invalid("This file is not in UTF-8; please save it as “CSV UTF-8”", "file")
  }
}

/** Works in batches, so that other requests get their turn. */
async function previewRows(shop: Shop, rows: readonly CsvRow[]): Promise<ImportRow[]> {
  const seen = new Set<string>()
  const judged: ImportRow[] = []
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH)
    const products = await findKnown(shop, batch)
    judged.push(...batch.map((row) => previewUniqueRow(row, seen, { products, categories: shop.categories.current })))
  }
  return judged
}

function previewUniqueRow(
  { line, cells }: CsvRow,
  seen: Set<string>,
  known: Parameters<typeof previewRow>[2],
): ImportRow {
  const id = cells._id?.trim().toLowerCase()
  if (id && seen.has(id)) return errorRow(line, cells.name ?? id, "This ID is already used in an earlier row")
  if (id) seen.add(id)
  return previewRow(line, cells, known)
}

async function findKnown(shop: Shop, rows: readonly CsvRow[]): Promise<Map<string, CsvProduct>> {
  const ids = rows.map(({ cells }) => cells._id?.trim().toLowerCase() ?? "").filter(isObjectId)
  const found = await readWithDescriptions(shop, ids)
  return new Map(found.map((product) => [product.id, product]))
}

const BATCH = 500

async function insertRows(tx: Tx, importId: string, rows: ImportRow[]): Promise<void> {
  const values = rows.map(({ line, productId, name, outcome, fields, before, message }) => ({
    import_id: importId,
    line,
    product_id: productId,
    name: name.slice(0, 200),
    outcome,
    fields: JSON.stringify(fields),
    before: JSON.stringify(before),
    message: message.slice(0, 1_000),
  }))
  for (let start = 0; start < values.length; start += BATCH) {
    await tx.db
      .insertInto("product_import_rows")
      .values(values.slice(start, start + BATCH))
      .execute()
  }
}
