import { type Selectable, sql } from "kysely"
import { type ProductEditor, requireStaff } from "~/domain/accounts/actor"
import { productEditing } from "~/domain/accounts/permission"
import { findActiveUser } from "~/domain/accounts/user-row.server"
import { isTakenSku } from "~/domain/catalog/variants/save-variants.server"
import { attemptStep, FAULT } from "~/domain/imports/attempt-step.server"
import { removeFiles, storedBytes, storedFile } from "~/domain/imports/stored-files.server"
import type { Shop, Tx } from "~/domain/shop"
import { conflict, ShopError } from "~/domain/shop-error"
import { findStandby } from "~/domain/standby.server"
import type { Tables } from "~db/schema"
import { importPictures } from "../moving-in/import-pictures.server"
import { makeCategories } from "../moving-in/make-categories.server"
import { writeOrigin } from "../moving-in/write-origin.server"
import { picturesOf, tableOf } from "./import-files"
import { readImport } from "./read-import.server"
import { type WaitingRow, writeImported } from "./write-imported.server"

/** Commits each product with the outcome of its rows, so that an import can resume, and run twice concurrently. */
export async function runImport(shop: Shop, id: string, signal?: AbortSignal): Promise<void> {
  const known = await shop.db.selectFrom("product_imports").selectAll().where("id", "=", id).executeTakeFirst()
  if (known?.status === "reading") await readStored(shop, known, signal)
  if (known?.status === "running") await importRows(shop, known, signal)
}

/** Also continues imports of ended processes. */
export async function resumeImports(shop: Shop, signal?: AbortSignal): Promise<void> {
  const tried = new Set<string>()
  for (;;) {
    const running = await shop.db
      .selectFrom("product_imports")
      .select("id")
      .where("status", "in", ["reading", "running"])
      .orderBy("id")
      .execute()
    const next = running.find(({ id }) => !tried.has(id))
    if (!next) return
    tried.add(next.id)
    await runImport(shop, next.id, signal).catch((error) => {
      signal?.throwIfAborted()
      shop.log.error({ err: error, import: next.id }, "an import failed and will be retried")
    })
  }
}

type Import = Selectable<Tables["product_imports"]>

/** Starts over after an interruption, because the rows are committed together. */
async function readStored(shop: Shop, { id, choices }: Import, signal?: AbortSignal): Promise<void> {
  const onProgress = async (rows: number) => {
    signal?.throwIfAborted()
    await shop.db.updateTable("product_imports").set({ rows_read: rows }).where("id", "=", id).execute()
  }
  const refuse = async (problem: string) => {
    const refused = { status: "refused" as const, problem }
    await shop.db.updateTable("product_imports").set(refused).where("id", "=", id).execute()
    await removeFiles(shop, tableOf(id))
  }
  const read = async () => {
    try {
      await shop.transaction(async (tx) => {
        if (!(await lockReading(tx, id))) return
        await readImport(tx, id, storedFile(tx, tableOf(id)), { choices, onProgress })
      })
    } catch (error) {
      if (!(error instanceof ShopError)) throw error
      await refuse(error.message)
    }
  }
  await attemptStep(
    shop,
    { table: "product_imports" as const, importId: id, name: "reading", giveUp: () => refuse(FAULT), signal },
    read,
  )
}

/** An advisory lock, because the progress is written to the row in the meantime */
async function lockReading(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('product_imports'), hashtext(${id})) as locked`.execute(tx.db)
  if (!rows[0]?.locked) return false
  const { status } = await tx.db
    .selectFrom("product_imports")
    .select("status")
    .where("id", "=", id)
    .executeTakeFirstOrThrow()
  return status === "reading"
}

async function importRows(shop: Shop, known: Import, signal?: AbortSignal): Promise<void> {
  const { id, author_id, file_name } = known
  const author = await findActiveUser(shop, author_id)
  const staff = () => requireStaff(author, productEditing)
  const isPictured = known.choices.fetchesPictures === true || (await storedBytes(shop, picturesOf(id))) !== null
  await makeCategories(shop, known, staff, signal)
  for (let line = 0; ; ) {
    const lines = await findNextProducts(shop, id, line)
    if (lines.length === 0) break
    for (line of lines) {
      signal?.throwIfAborted()
      const key = { importId: id, line, note: `Import of ${file_name}`, isPictured }
      const giveUp = () => recordFailure(shop, key, new ShopError("conflict", FAULT), [])
      const step = { table: "product_imports" as const, importId: id, name: `line ${line}`, giveUp, signal }
      await attemptStep(shop, step, () => importProduct(shop, key, staff))
    }
  }
  if (isPictured) {
    if (await findStandby(shop)) return
    await importPictures(shop, known, staff, signal)
    await removeFiles(shop, picturesOf(id))
  }
  await removeFiles(shop, tableOf(id))
  await shop.db
    .updateTable("product_imports")
    .set({ status: "done", finished_at: shop.now() })
    .where("id", "=", id)
    .execute()
}

const PRODUCTS_AHEAD = 100

/** Returns the first lines of the next products to import. */
async function findNextProducts(shop: Shop, importId: string, after: number): Promise<number[]> {
  const rows = await shop.db
    .selectFrom("product_import_rows")
    .select("product_line")
    .distinct()
    .where("import_id", "=", importId)
    .where("product_line", ">", after)
    .where("outcome", "in", ["create", "update"])
    .orderBy("product_line")
    .limit(PRODUCTS_AHEAD)
    .execute()
  return rows.map((row) => row.product_line)
}

interface ProductKey {
  importId: string
  /** The product's first line */
  line: number
  /** The note for the stock ledger */
  note: string
  /** Whether pictures of new products are downloaded */
  isPictured: boolean
}

async function importProduct(shop: Shop, key: ProductKey, author: () => ProductEditor): Promise<void> {
  let rows: WaitingRow[] = []
  try {
    await shop.transaction(async (tx) => {
      rows = await lockWaiting(tx, key)
      if (rows.length === 0) return
      const productId = await writeImported(tx, author(), rows, key.note)
      await writeOrigin(tx, key, productId, rows)
      await recordSuccess(tx, key, productId)
    })
  } catch (error) {
    const refusal = isTakenSku(error)
      ? conflict("Someone else has just used one of these SKUs: please check the file again")
      : error
    if (!(refusal instanceof ShopError)) throw error
    await recordFailure(shop, key, refusal, rows)
  }
}

async function lockWaiting(tx: Tx, key: ProductKey): Promise<WaitingRow[]> {
  return tx.db
    .selectFrom("product_import_rows")
    .select(["line", "product_id as productId", "outcome", "fields", "before"])
    .$narrowType<Pick<WaitingRow, "fields" | "before">>()
    .where(waiting(key))
    .orderBy((row) => row("line", "<>", key.line))
    .orderBy("line")
    .orderBy("part")
    .forUpdate()
    .execute()
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

/** A refusal's field contains the index of the row. */
async function recordFailure(shop: Shop, key: ProductKey, { message, field }: ShopError, rows: WaitingRow[]) {
  const refused = rows[Number(/^variants\[(\d{1,3})\]/.exec(field ?? "")?.[1])]?.line ?? key.line
  const others = `Line ${refused} of this product could not be imported`
  await shop.db
    .updateTable("product_import_rows")
    .set({ outcome: "failed", message: sql`case line when ${refused} then ${message} else ${others} end` })
    .where(waiting(key))
    .execute()
}
