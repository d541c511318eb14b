import { type Selectable, sql } from "kysely"
import { type ProductEditor, requireStaff } from "~/domain/accounts/actor"
import { productEditing } from "~/domain/accounts/permission"
import { findActiveUser } from "~/domain/accounts/user-row.server"
import { isTakenSku } from "~/domain/catalog/variants/save-variants.server"
import { addJob } from "~/domain/jobs.server"
import type { Shop, Tx } from "~/domain/shop"
import { conflict, ShopError } from "~/domain/shop-error"
import type { ProductImportsTable } from "~db/schema"
import type { RowChanges } from "./product-import"
import { type WaitingRow, writeImported } from "./write-imported.server"

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

/** Commits each product with the outcome of its rows, so that an import can resume, and run twice at once. */
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
    const next = await findNextProduct(shop, id, line)
    if (next === null) break
    line = next
    await importProduct(shop, { importId: id, line, note: `Import of ${file_name}` }, () =>
      requireStaff(shop, author, productEditing),
    )
  }
  await shop.db
    .updateTable("product_imports")
    .set({ status: "done", finished_at: shop.now() })
    .where("id", "=", id)
    .execute()
}

/** Returns the first line of the next product that is not imported yet. */
async function findNextProduct(shop: Shop, importId: string, after: number): Promise<number | null> {
  const row = await shop.db
    .selectFrom("product_import_rows")
    .select("product_line")
    .where("import_id", "=", importId)
    .where("product_line", ">", after)
    .where("outcome", "in", ["create", "update"])
    .orderBy("product_line")
    .limit(1)
    .executeTakeFirst()
  return row?.product_line ?? null
}

interface ProductKey {
  importId: string
  /** The product's first */
  line: number
  /** For the stock ledger */
  note: string
}

async function importProduct(shop: Shop, key: ProductKey, author: () => ProductEditor): Promise<void> {
  let rows: WaitingRow[] = []
  try {
    await shop.transaction(async (tx) => {
      rows = await lockWaiting(tx, key)
      if (rows.length > 0) await recordSuccess(tx, key, await writeImported(tx, author(), rows, key.note))
    })
  } catch (error) {
    const refusal = isTakenSku(error) ? conflict("Somebody has used one of these SKUs meanwhile") : error
    if (!(refusal instanceof ShopError)) throw error
    await recordFailure(shop, key, refusal, rows)
  }
}

async function lockWaiting(tx: Tx, key: ProductKey): Promise<WaitingRow[]> {
  const rows = await tx.db
    .selectFrom("product_import_rows")
    .select(["line", "product_id", "outcome", "fields", "before"])
    .where(waiting(key))
    .orderBy("line")
    .forUpdate()
    .execute()
  return rows.map(({ product_id: productId, fields, before, ...row }) => {
    return { ...row, productId, fields: fields as RowChanges, before: before as RowChanges }
  })
}

const waiting = ({ importId, line }: ProductKey) => sql<boolean>`
  import_id = ${importId} and product_line = ${line} and outcome in ('create', 'update')`

async function recordSuccess(tx: Tx, key: ProductKey, productId: string): Promise<void> {
  await tx.db
    .updateTable("product_import_rows")
    .set({
      outcome: sql`case outcome when 'create' then 'created' else 'updated' end`,
      product_id: productId,
    })
    .where(waiting(key))
    .execute()
}

/** A refusal names the version by the place of its row. */
async function recordFailure(shop: Shop, key: ProductKey, { message, field }: ShopError, rows: WaitingRow[]) {
  const refused = rows[Number(/^variants\[(\d{1,3})\]/.exec(field ?? "")?.[1])]?.line ?? key.line
  const others = `Line ${refused} of this product could not be imported`
  await shop.db
    .updateTable("product_import_rows")
    .set({ outcome: "failed", message: sql`case line when ${refused} then ${message} else ${others} end` })
    .where(waiting(key))
    .execute()
}
