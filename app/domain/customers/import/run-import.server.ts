import { type Selectable, sql } from "kysely"
import { attemptStep, FAULT } from "~/domain/imports/attempt-step.server"
import { removeFiles, storedFile } from "~/domain/imports/stored-files.server"
import type { Shop, Tx } from "~/domain/shop"
import { ShopError } from "~/domain/shop-error"
import type { Tables } from "~db/schema"
import { tableOf } from "./import-table"
import { undoRows } from "./undo-import.server"
import { writeCustomer } from "./write-customer.server"

type Import = Selectable<Tables["customer_imports"]>

const table = "customer_imports" as const

/** Commits each customer with the outcome of its row, so that an import can resume, and run twice concurrently. */
export async function runCustomerImport(shop: Shop, id: string, signal?: AbortSignal): Promise<void> {
  const known = await shop.db.selectFrom("customer_imports").selectAll().where("id", "=", id).executeTakeFirst()
  if (known?.status === "reading") await readStored(shop, known, signal)
  if (known?.status === "running") await importRows(shop, known, signal)
  if (known?.status === "undoing") await undoRows(shop, known, signal)
}

/** Also continues imports of ended processes. */
export async function resumeCustomerImports(shop: Shop, signal?: AbortSignal): Promise<void> {
  const tried = new Set<string>()
  for (;;) {
    const running = await shop.db
      .selectFrom("customer_imports")
      .select("id")
      .where("status", "in", ["reading", "running", "undoing"])
      .orderBy("id")
      .execute()
    const next = running.find(({ id }) => !tried.has(id))
    if (!next) return
    tried.add(next.id)
    await runCustomerImport(shop, next.id, signal).catch((error) => {
      signal?.throwIfAborted()
      shop.log.error({ err: error, import: next.id }, "an import of customers failed and will be retried")
    })
  }
}

/** Starts over after an interruption, because the rows are committed together. */
async function readStored(shop: Shop, { id }: Import, signal?: AbortSignal): Promise<void> {
  const onProgress = async (rows: number) => {
    signal?.throwIfAborted()
    await shop.db.updateTable("customer_imports").set({ rows_read: rows }).where("id", "=", id).execute()
  }
  const refuse = async (problem: string) => {
    await shop.db.updateTable("customer_imports").set({ status: "refused", problem }).where("id", "=", id).execute()
    await removeFiles(shop, tableOf(id))
  }
  const read = async () => {
    const { readCustomers } = await import("./read-import.server")
    try {
      await shop.transaction(async (tx) => {
        if (!(await lockReading(tx, id))) return
        await readCustomers(tx, id, storedFile(tx, tableOf(id)), onProgress)
        await removeFiles(tx, tableOf(id))
      })
    } catch (error) {
      if (!(error instanceof ShopError)) throw error
      await refuse(error.message)
    }
  }
  await attemptStep(shop, { table, importId: id, name: "reading", giveUp: () => refuse(FAULT), signal }, read)
}

/** An advisory lock, because the progress is written to the row in the meantime */
async function lockReading(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('customer_imports'), hashtext(${id})) as locked`.execute(tx.db)
  if (!rows[0]?.locked) return false
  const found = tx.db.selectFrom("customer_imports").select("status").where("id", "=", id)
  return (await found.executeTakeFirstOrThrow()).status === "reading"
}

async function importRows(shop: Shop, { id, source }: Import, signal?: AbortSignal): Promise<void> {
  for (let line = 0; ; ) {
    const lines = await findNext(shop, id, line)
    if (lines.length === 0) break
    for (line of lines) {
      signal?.throwIfAborted()
      const row = { importId: id, line }
      const giveUp = () => recordFailure(shop, row, FAULT)
      const step = { table, importId: id, name: `line ${line}`, giveUp, signal }
      await attemptStep(shop, step, () => importCustomer(shop, row, source))
    }
  }
  await shop.db
    .updateTable("customer_imports")
    .set({ status: "done", finished_at: shop.now() })
    .where("id", "=", id)
    .where("status", "=", "running")
    .execute()
}

const ROWS_AHEAD = 200

async function findNext({ db }: Shop, importId: string, after: number): Promise<number[]> {
  const rows = await db
    .selectFrom("customer_import_rows")
    .select("line")
    .where("import_id", "=", importId)
    .where("line", ">", after)
    .where("outcome", "in", ["create", "merge"])
    .orderBy("line")
    .limit(ROWS_AHEAD)
    .execute()
  return rows.map(({ line }) => line)
}

interface RowKey {
  importId: string
  line: number
}

async function importCustomer(shop: Shop, row: RowKey, source: string): Promise<void> {
  try {
    await shop.transaction((tx) => writeCustomer(tx, row, source))
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    await recordFailure(shop, row, error.message)
  }
}

async function recordFailure({ db }: Shop, { importId, line }: RowKey, message: string): Promise<void> {
  await db
    .updateTable("customer_import_rows")
    .set({ outcome: "failed", message })
    .where("import_id", "=", importId)
    .where("line", "=", line)
    .where("outcome", "in", ["create", "merge"])
    .execute()
}
