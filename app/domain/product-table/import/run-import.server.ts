import { type Selectable, sql } from "kysely"
import { type ProductEditor, requireStaff } from "~/domain/accounts/actor"
import { productEditing } from "~/domain/accounts/permission"
import { findActiveUser } from "~/domain/accounts/user-row.server"
import { learnSearchWords, publishProducts } from "~/domain/catalog/editing/publish-products.server"
import { isTakenSku } from "~/domain/catalog/variants/save-variants.server"
import { attemptStep, FAULT } from "~/domain/imports/attempt-step.server"
import { removeFiles, storedBytes, storedFile } from "~/domain/imports/stored-files.server"
import type { Queryable, Shop, Tx } from "~/domain/shop"
import { conflict, resultOrRefusal, ShopError } from "~/domain/shop-error"
import { findStandby } from "~/domain/standby.server"
import type { Tables } from "~db/schema"
import { updateSummary } from "../findings/save-findings.server"
import { importPictures } from "../moving-in/import-pictures.server"
import { makeCategories } from "../moving-in/make-categories.server"
import { type WrittenProduct, writeOrigins } from "../moving-in/write-origin.server"
import { picturesOf, tableOf } from "./import-files"
import type { ProductVersions } from "./product-import"
import { readImport } from "./read-import.server"
import { undoRows } from "./undo-import.server"
import { newProductOf, type WaitingRow, writeImported } from "./write-imported.server"

/** Commits products with the outcome of their rows, so that an import can resume, and run twice concurrently. */
export async function runImport(shop: Shop, id: string, signal?: AbortSignal): Promise<void> {
  const known = await shop.db.selectFrom("product_imports").selectAll().where("id", "=", id).executeTakeFirst()
  if (known?.status === "reading") await readStored(shop, known, signal)
  if (known?.status === "running") await importRows(shop, known, signal)
  if (known?.status === "undoing") await undoRows(shop, known, await authorOf(shop, known), signal)
}

/** Also continues imports of ended processes. */
export async function resumeImports(shop: Shop, signal?: AbortSignal): Promise<void> {
  const tried = new Set<string>()
  for (;;) {
    const running = await shop.db
      .selectFrom("product_imports")
      .select("id")
      .where("status", "in", ["reading", "running", "undoing"])
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

async function authorOf(shop: Shop, { author_id }: Pick<Import, "author_id">): Promise<() => ProductEditor> {
  const author = await findActiveUser(shop, author_id)
  return () => requireStaff(author, productEditing)
}

async function importRows(shop: Shop, known: Import, signal?: AbortSignal): Promise<void> {
  const { id, file_name } = known
  const staff = await authorOf(shop, known)
  const isPictured = known.choices.fetchesPictures === true || (await storedBytes(shop, picturesOf(id))) !== null
  await makeCategories(shop, known, staff, signal)
  const run = { importId: id, note: `Import of ${file_name}`, isPictured }
  for (let line = 0; ; ) {
    const next = await findNextProducts(shop, id, line)
    if (next.length === 0) break
    line = next.at(-1)?.line ?? line
    const rest = await importNewProducts(shop, run, next, staff, signal)
    for (const line of rest) {
      signal?.throwIfAborted()
      const key = { ...run, line }
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
  await updateSummary(shop, id)
  await shop.db
    .updateTable("product_imports")
    .set({ status: "done", finished_at: shop.now() })
    .where("id", "=", id)
    .execute()
}

interface NextProduct {
  /** The product's first line */
  line: number
  isNew: boolean
  rows: number
}

/** Products that are read, and if new, written together. Others wait for what the transaction locks, so it is short. */
const PRODUCTS_AHEAD = 50
const ROWS_AHEAD = 500

async function findNextProducts(shop: Shop, importId: string, after: number): Promise<NextProduct[]> {
  const rows = await shop.db
    .selectFrom("product_import_rows")
    .select((row) => ["product_line as line", row.fn.countAll<number>().as("rows")])
    .select(sql<boolean>`bool_and(product_id is null)`.as("isNew"))
    .where("import_id", "=", importId)
    .where("product_line", ">", after)
    .where("outcome", "in", ["create", "update"])
    .groupBy("product_line")
    .orderBy("product_line")
    .limit(PRODUCTS_AHEAD)
    .execute()
  let count = 0
  return rows.filter((product, place) => {
    count += Number(product.rows)
    return place === 0 || count <= ROWS_AHEAD
  })
}

interface ImportRun {
  importId: string
  /** The note for the stock ledger */
  note: string
  /** Whether pictures of new products are downloaded */
  isPictured: boolean
}

interface ProductKey extends ImportRun {
  line: number
}

/**
 * Writes new products in one transaction. Returns the lines of all others, and of the new ones if the database refused
 * one, so that each is written, or refused, by itself.
 */
async function importNewProducts(
  shop: Shop,
  run: ImportRun,
  next: readonly NextProduct[],
  author: () => ProductEditor,
  signal?: AbortSignal,
): Promise<number[]> {
  signal?.throwIfAborted()
  const lines = next.flatMap(({ line, isNew }) => (isNew ? [line] : []))
  if (lines.length < 2) return next.map(({ line }) => line)
  try {
    await shop.transaction((tx) => writeNewProducts(tx, run, lines, author))
  } catch (error) {
    signal?.throwIfAborted()
    shop.log.warn({ err: error, import: run.importId, lines }, "an import continues product by product")
    return next.map(({ line }) => line)
  }
  return next.flatMap(({ line, isNew }) => (isNew ? [] : [line]))
}

async function writeNewProducts(tx: Tx, run: ImportRun, lines: number[], author: () => ProductEditor): Promise<void> {
  const rows = await lockWaiting(tx, run.importId, lines)
  if (rows.length === 0) return
  const groups = lines
    .map((line) => ({ line, rows: rows.filter(({ productLine }) => productLine === line) }))
    .filter(({ rows }) => rows.length > 0)
  const planned = groups.map((group) => ({ ...group, product: resultOrRefusal(() => newProductOf(group.rows)) }))
  const wanted = planned.flatMap(({ product }) => (product instanceof ShopError ? [] : [product]))
  const results = (await publishProducts(tx, author(), wanted, run.note)).values()
  const outcomes = planned.map(({ line, rows, product }) => {
    const result = product instanceof ShopError ? product : (results.next().value as string | ShopError)
    return { line, rows, result }
  })
  const written = outcomes.flatMap(({ line, rows, result }) =>
    result instanceof ShopError ? [] : [{ line, rows, productId: result }],
  )
  await writeOrigins(tx, run, written)
  await recordSuccesses(tx, run.importId, written)
  for (const { line, rows, result } of outcomes) {
    if (result instanceof ShopError) await recordFailure(tx, { ...run, line }, result, rows)
  }
  await learnSearchWords(
    tx,
    written.map(({ productId }) => productId),
  )
}

async function importProduct(shop: Shop, key: ProductKey, author: () => ProductEditor): Promise<void> {
  let rows: WaitingRow[] = []
  try {
    await shop.transaction(async (tx) => {
      rows = await lockWaiting(tx, key.importId, [key.line])
      if (rows.length === 0) return
      const { productId, versions } = await writeImported(tx, author(), rows, key.note)
      const written = [{ line: key.line, rows, productId }]
      await writeOrigins(tx, key, written)
      await recordSuccesses(tx, key.importId, written)
      if (versions) await recordVersions(tx, key.importId, rows, versions)
    })
  } catch (error) {
    const refusal = isTakenSku(error)
      ? conflict("Someone else has just used one of these SKUs: please check the file again")
      : error
    if (!(refusal instanceof ShopError)) throw error
    await recordFailure(shop, key, refusal, rows)
  }
}

async function lockWaiting(tx: Tx, importId: string, lines: readonly number[]) {
  return tx.db
    .selectFrom("product_import_rows")
    .select(["line", "part", "product_line as productLine", "product_id as productId", "outcome", "fields", "before"])
    .$narrowType<Pick<WaitingRow, "fields" | "before">>()
    .where(waiting(importId, lines))
    .orderBy((row) => row("line", "<>", row.ref("product_line")))
    .orderBy("line")
    .orderBy("part")
    .forUpdate()
    .execute()
}

const waiting = (importId: string, lines: readonly number[]) => sql<boolean>`
  import_id = ${importId} and product_line = any(${lines}::integer[]) and outcome in ('create', 'update')`

async function recordSuccesses(tx: Tx, importId: string, written: readonly WrittenProduct[]): Promise<void> {
  const [lines, ids] = [written.map(({ line }) => line), written.map(({ productId }) => productId)]
  await sql`
    update product_import_rows set
      outcome = case outcome when 'create' then 'created' else 'updated' end, product_id = written.id
    from unnest(${lines}::integer[], ${ids}::text[]) written (line, id)
    where ${waiting(importId, lines)} and product_line = written.line`.execute(tx.db)
}

/** Keeps the versions of a product, for the undo of the import. */
async function recordVersions(
  tx: Tx,
  importId: string,
  [first]: readonly WaitingRow[],
  { before, after }: Record<"before" | "after", ProductVersions>,
): Promise<void> {
  if (!first) return
  const [was, is] = [before, after].map((versions) => JSON.stringify({ versions }))
  await tx.db
    .updateTable("product_import_rows")
    .set({ before: sql`coalesce(before, '{}') || ${was}::jsonb`, fields: sql`fields || ${is}::jsonb` })
    .where("import_id", "=", importId)
    .where("line", "=", first.line)
    .where("part", "=", first.part)
    .execute()
}

/** A refusal's field contains the index of the row. */
async function recordFailure(shop: Queryable, key: ProductKey, { message, field }: ShopError, rows: WaitingRow[]) {
  const refused = rows[Number(/^variants\[(\d{1,3})\]/.exec(field ?? "")?.[1])]?.line ?? key.line
  const others = `Line ${refused} of this product could not be imported`
  await shop.db
    .updateTable("product_import_rows")
    .set({ outcome: "failed", message: sql`case line when ${refused} then ${message} else ${others} end` })
    .where(waiting(key.importId, [key.line]))
    .execute()
}
