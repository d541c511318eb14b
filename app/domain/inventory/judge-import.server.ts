import { sql } from "kysely"
import type { Admin } from "../accounts/user"
import { describeProducts } from "../catalog/listing.server"
import type { Product } from "../catalog/product"
import { summaryColumns, toSummary } from "../catalog/product-rows.server"
import { isObjectId } from "../object-id"
import { newObjectId } from "../object-id.server"
import type { Books, Shop } from "../shop"
import { invalid } from "../shop-error"
import { failure, judgeRow } from "./judge-row"
import { type CsvRow, parseProducts } from "./product-csv.server"
import type { ImportRow } from "./product-import"

/** 8 MB. */
const LARGEST_FILE = 8 * 1024 * 1024

/**
 * The dry run of a CSV file: nothing is written but what its rows would do. Answers the import's id.
 * @throws ShopError `invalid` for field `file` when it is no table of products
 */
export async function judgeImport(shop: Shop, admin: Admin, file: File): Promise<string> {
  if (file.size > LARGEST_FILE) throw invalid("A file may have at most 8 MB", "file")
  const rows = parseProducts(await readText(file))
  if (rows.length === 0) throw invalid("There are no rows beneath the heading", "file")
  const judged = judgeRows(rows, await findKnown(shop, rows))
  return shop.transaction(async (books) => {
    const id = newObjectId(books.now())
    const fileName = file.name.replace(/\p{Cc}/gu, "").slice(0, 200) || "products.csv"
    await books.db
      .insertInto("product_imports")
      .values({ id, file_name: fileName, author_id: admin.id, created_at: books.now() })
      .execute()
    await writeRows(books, id, judged)
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

function judgeRows(rows: CsvRow[], known: ReadonlyMap<string, Product>): ImportRow[] {
  const seen = new Set<string>()
  return rows.map(({ line, cells }) => {
    const id = cells._id?.trim().toLowerCase()
    if (id && seen.has(id)) return failure(line, cells.name ?? id, "This ID stands in an earlier row, too")
    if (id) seen.add(id)
    return judgeRow(line, cells, known)
  })
}

/** The products that the file speaks of, as they are now. */
async function findKnown(shop: Shop, rows: CsvRow[]): Promise<Map<string, Product>> {
  const ids = rows.map(({ cells }) => cells._id?.trim().toLowerCase() ?? "").filter(isObjectId)
  const found = await shop.db
    .selectFrom("products")
    .select(summaryColumns)
    .where(sql<boolean>`id = any(${ids})`)
    .where("deleted_at", "is", null)
    .execute()
  const products = await describeProducts(
    shop,
    found.map((row) => toSummary(row, new Map())),
  )
  return new Map(products.map((product) => [product.id, product]))
}

const BATCH = 500

async function writeRows(books: Books, importId: string, rows: ImportRow[]): Promise<void> {
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
    await books.db
      .insertInto("product_import_rows")
      .values(values.slice(start, start + BATCH))
      .execute()
  }
}
