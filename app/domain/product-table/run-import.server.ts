import type { Selectable } from "kysely"
import { type ProductEditor, requireStaff } from "~/domain/accounts/actor"
import { productEditing } from "~/domain/accounts/permission"
import { findActiveUser } from "~/domain/accounts/user-row.server"
import type { ProductChanges, ProductFields } from "~/domain/catalog/product"
import { publishProductIn, updateProductIn } from "~/domain/catalog/products.server"
import { addJob } from "~/domain/jobs.server"
import type { Queryable, Shop } from "~/domain/shop"
import { ShopError } from "~/domain/shop-error"
import type { ProductImportsTable } from "~db/schema"

/** Queues an import; idempotent. */
export async function startImport(shop: Shop, _staff: ProductEditor, id: string): Promise<void> {
  await shop.transaction(async (tx) => {
    const started = await tx.db
      .updateTable("product_imports")
      .set({ status: "running" })
      .where("id", "=", id)
      .where("status", "=", "judged")
      .executeTakeFirst()
    if (started.numUpdatedRows === 0n) return
    await addJob(tx, "import-products", { id })
  })
}

/** Commits each row with its outcome, so that an import can resume, and run twice at once. */
export async function runImport(shop: Shop, id: string, signal?: AbortSignal): Promise<void> {
  const known = await shop.db.selectFrom("product_imports").selectAll().where("id", "=", id).executeTakeFirst()
  if (known?.status === "running") await importRows(shop, known, signal)
}

/** Includes imports of a process that ended. */
export async function resumeImports(shop: Shop, signal?: AbortSignal): Promise<void> {
  const tried = new Set<string>()
  for (;;) {
    const running = await shop.db.selectFrom("product_imports").select("id").where("status", "=", "running").execute()
    const next = running.find(({ id }) => !tried.has(id))
    if (!next) return
    tried.add(next.id)
    await runImport(shop, next.id, signal).catch((error) => {
      signal?.throwIfAborted()
      shop.log.error({ err: error, import: next.id }, "an import failed and will be tried again")
    })
  }
}

type Import = Pick<Selectable<ProductImportsTable>, "id" | "author_id" | "file_name">

async function importRows(shop: Shop, { id, author_id, file_name }: Import, signal?: AbortSignal): Promise<void> {
  const author = await findActiveUser(shop, author_id)
  for (let line = 0; ; ) {
    signal?.throwIfAborted()
    const next = await findNextLine(shop, id, line)
    if (next === null) break
    line = next
    await importRow(shop, { importId: id, line, note: `Import of ${file_name}` }, () =>
      requireStaff(shop, author, productEditing),
    )
  }
  await shop.db
    .updateTable("product_imports")
    .set({ status: "done", finished_at: shop.now() })
    .where("id", "=", id)
    .execute()
}

async function findNextLine(shop: Shop, importId: string, after: number): Promise<number | null> {
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

interface ImportRowKey {
  importId: string
  line: number
  /** For the stock ledger */
  note: string
}

async function importRow(shop: Shop, address: ImportRowKey, author: () => ProductEditor): Promise<void> {
  try {
    await shop.transaction(async (tx) => {
      const row = await tx.db
        .selectFrom("product_import_rows")
        .selectAll()
        .where("import_id", "=", address.importId)
        .where("line", "=", address.line)
        .where("outcome", "in", ["create", "update"])
        .forUpdate()
        .executeTakeFirst()
      if (!row) return
      if (row.product_id === null) {
        const productId = await publishProductIn(tx, author(), row.fields as ProductFields)
        await recordRowResult(tx, address, { outcome: "created", product_id: productId })
      } else {
        const changes = { ...(row.fields as ProductChanges), stockReason: address.note }
        await updateProductIn(tx, author(), row.product_id, changes)
        await recordRowResult(tx, address, { outcome: "updated" })
      }
    })
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    await recordRowResult(shop, address, { outcome: "failed", message: error.message })
  }
}

type RowResult =
  | { outcome: "created"; product_id: string }
  | { outcome: "updated" }
  | { outcome: "failed"; message: string }

async function recordRowResult(shop: Queryable, { importId, line }: ImportRowKey, closing: RowResult): Promise<void> {
  await shop.db
    .updateTable("product_import_rows")
    .set(closing)
    .where("import_id", "=", importId)
    .where("line", "=", line)
    .where("outcome", "in", ["create", "update"])
    .execute()
}
