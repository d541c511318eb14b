import { type Selectable, sql } from "kysely"
import type { ProductImportsTable } from "~db/schema"
import { type Admin, requireAdmin } from "../accounts/user"
import { findLivingUser } from "../accounts/user-row.server"
import type { ProductChanges, ProductFields } from "../catalog/product"
import { publishProduct, updateProduct } from "../catalog/products.server"
import type { Shop } from "../shop"
import { ShopError } from "../shop-error"
import { within } from "./within.server"

/** Has a judged import carried out, in the background; pressing twice starts it once. */
export async function startImport(shop: Shop, _admin: Admin, id: string): Promise<void> {
  await shop.transaction(async (books) => {
    const started = await books.db
      .updateTable("product_imports")
      .set({ status: "running" })
      .where("id", "=", id)
      .where("status", "=", "judged")
      .executeTakeFirst()
    if (started.numUpdatedRows === 0n) return
    await sql`select graphile_worker.add_job('import-products', ${JSON.stringify({ id })}::json)`.execute(books.db)
  })
}

/**
 * Carries an import out, row by row; each row and its outcome are written together, so that a run which was cut off
 * can go on where it stood. Whoever comes while another process is at it leaves at once.
 * @param signal stops after the row that is being written
 */
export async function runImport(shop: Shop, id: string, signal?: AbortSignal): Promise<void> {
  const known = await shop.db.selectFrom("product_imports").selectAll().where("id", "=", id).executeTakeFirst()
  if (known?.status !== "running") return
  await shop.db.connection().execute(async (db) => {
    const lock = sql`hashtext('import'), hashtext(${id})`
    const taken = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${lock}) as taken`.execute(db)
    if (!taken.rows[0]?.taken) return
    try {
      await writeRows(shop, known, signal)
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(db)
    }
  })
}

/** Goes on with the imports that a process left behind when it ended. */
export async function continueImports(shop: Shop, signal?: AbortSignal): Promise<void> {
  const running = await shop.db.selectFrom("product_imports").select("id").where("status", "=", "running").execute()
  for (const { id } of running) await runImport(shop, id, signal)
}

type Import = Pick<Selectable<ProductImportsTable>, "id" | "author_id" | "file_name">

async function writeRows(shop: Shop, { id, author_id, file_name }: Import, signal?: AbortSignal): Promise<void> {
  const author = await findLivingUser(shop, author_id)
  for (let line = 0; ; ) {
    signal?.throwIfAborted()
    const next = await nextLine(shop, id, line)
    if (next === null) break
    line = next
    await importRow(shop, { importId: id, line, note: `Import of ${file_name}` }, () => requireAdmin(author))
  }
  await shop.db
    .updateTable("product_imports")
    .set({ status: "done", finished_at: shop.now() })
    .where("id", "=", id)
    .execute()
}

async function nextLine(shop: Shop, importId: string, after: number): Promise<number | null> {
  const row = await shop.db
    .selectFrom("product_import_rows")
    .select("line")
    .where("import_id", "=", importId)
    .where("line", ">", after)
    .where("outcome", "in", ["create", "update"])
    .orderBy("line")
    .limit(1)
    .executeTakeFirst()
  return row?.line ?? null
}

interface RowAddress {
  importId: string
  line: number
  /** For the stock ledger. */
  note: string
}

async function importRow(shop: Shop, address: RowAddress, author: () => Admin): Promise<void> {
  try {
    await shop.transaction(async (books) => {
      const row = await books.db
        .selectFrom("product_import_rows")
        .selectAll()
        .where("import_id", "=", address.importId)
        .where("line", "=", address.line)
        .where("outcome", "in", ["create", "update"])
        .forUpdate()
        .executeTakeFirst()
      if (!row) return
      const inside = within(shop, books)
      if (row.product_id === null) {
        const productId = await publishProduct(inside, author(), row.fields as ProductFields)
        await close(inside, address, { outcome: "created", product_id: productId })
      } else {
        const changes = { ...(row.fields as ProductChanges), stockReason: address.note }
        await updateProduct(inside, author(), row.product_id, changes)
        await close(inside, address, { outcome: "updated" })
      }
    })
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    await close(shop, address, { outcome: "failed", message: error.message })
  }
}

type Closing =
  | { outcome: "created"; product_id: string }
  | { outcome: "updated" }
  | { outcome: "failed"; message: string }

async function close(shop: Shop, { importId, line }: RowAddress, closing: Closing): Promise<void> {
  await shop.db
    .updateTable("product_import_rows")
    .set(closing)
    .where("import_id", "=", importId)
    .where("line", "=", line)
    .execute()
}
