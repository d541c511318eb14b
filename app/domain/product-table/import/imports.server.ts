import type { ProductEditor } from "~/domain/accounts/actor"
import { addJob } from "~/domain/jobs/jobs.server"
import type { Shop } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"
import type { ImportSummary, ProductImport } from "./product-import"

export async function findImport(shop: Shop, _staff: ProductEditor, id: string): Promise<ProductImport> {
  const found = await shop.db
    .selectFrom("product_imports")
    .select(["id", "file_name as fileName", "status", "finished_at as finishedAt", "source", "mapping", "problem"])
    .select(["new_categories as newCategories", "rows_read as rowsRead", "choices", "form", "questions", "notes"])
    .select(["headings", "summary"])
    .$narrowType<{ summary: ImportSummary | null }>()
    .where("id", "=", id)
    .executeTakeFirst()
  if (!found) throw notFound("There is no such import")
  const counted = await shop.db
    .selectFrom("product_import_rows")
    .select((rows) => ["outcome", rows.fn.countAll<number>().as("count")])
    .where("import_id", "=", id)
    .groupBy("outcome")
    .execute()
  const counts = { create: 0, update: 0, same: 0, error: 0, created: 0, updated: 0, failed: 0, undone: 0, kept: 0 }
  for (const { outcome, count } of counted) counts[outcome] = count
  const { choices, ...known } = found
  return { ...known, answers: choices.answers ?? {}, counts, pictures: await countPictures(shop, id) }
}

async function countPictures({ db }: Shop, importId: string) {
  const counted = await db
    .selectFrom("product_import_pictures")
    .select((rows) => ["status", rows.fn.countAll<number>().as("count")])
    .where("import_id", "=", importId)
    .groupBy("status")
    .execute()
  const counts = { waiting: 0, stored: 0, failed: 0 }
  for (const { status, count } of counted) counts[status] = count
  return counts
}

export async function purgeImports(shop: Shop, before: Date): Promise<void> {
  await shop.db.deleteFrom("product_imports").where("created_at", "<", before).execute()
}

/** Deleting is idempotent */
export async function startImport(shop: Shop, _staff: ProductEditor, id: string): Promise<void> {
  await shop.transaction(async (tx) => {
    const started = await tx.db
      .updateTable("product_imports")
      .set({ status: "running" })
      .where("id", "=", id)
      .where("status", "=", "checked")
      .executeTakeFirst()
    if (started.numUpdatedRows === 0n) return
    await addJob(tx, "import-products", { id })
  })
}
