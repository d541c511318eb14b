import { sql } from "kysely"
import type { ProductEditor } from "~/domain/accounts/actor"
import { csvOf } from "~/domain/csv/csv-table.server"
import { countRows } from "~/domain/lists/paginate.server"
import type { Queryable, Shop } from "~/domain/shop"
import { likePattern } from "~db/like-pattern"
import { type ListedValue, type QueuedPicture, valuesOf } from "../findings/findings"
import { isFirstRow, productOutcome, withoutFindings } from "../findings/save-findings.server"
import { ignoredColumns } from "../moving-in/sheet"
import type { ImportRowFilter } from "./import-filter"
import { IMPORT_ROWS_PER_PAGE, type ImportRow, outcomeNames } from "./product-import"

type Conditions = Partial<Omit<ImportRowFilter, "page">>

/** A row of a list, with its values that belong to the topic of the list */
export interface ListedRow extends ImportRow {
  values: ListedValue[]
}

/** Without a topic or an outcome, errors come first, then other messages. */
export async function listImportRows(
  shop: Shop,
  _staff: ProductEditor,
  id: string,
  { page, ...conditions }: Conditions & { page: number },
): Promise<ListedRow[]> {
  const isWhole = !conditions.outcome && !conditions.about
  let rows = matchingRows(shop, id, conditions).select(rowColumns)
  if (isWhole) {
    rows = rows
      .orderBy((row) => row("outcome", "not in", ["error", "failed"]))
      .orderBy((row) => row("outcome", "=", "same"))
      .orderBy((row) => row("message", "=", ""))
  }
  const found = await rows
    .orderBy("row.line")
    .orderBy("row.part")
    .limit(IMPORT_ROWS_PER_PAGE)
    .offset((page - 1) * IMPORT_ROWS_PER_PAGE)
    .$narrowType<Pick<ImportRow, "fields" | "before">>()
    .execute()
  return toListed(shop, id, found, conditions)
}

export async function countImportRows(
  shop: Shop,
  _staff: ProductEditor,
  id: string,
  conditions: Conditions,
): Promise<number> {
  return countRows(shop.db, matchingRows(shop, id, conditions))
}

const rowColumns = [
  "row.line",
  "row.product_line as productLine",
  "row.product_id as productId",
  "row.name",
  "row.outcome",
  "row.message",
  "row.fields",
  "row.before",
  "row.changes",
  "found.details",
] as const

const topicIn = (about: ImportRowFilter["about"]) => (about === "products" || about === "columns" ? "" : about)

async function toListed(
  shop: Queryable,
  id: string,
  rows: readonly (ImportRow & { details: string[] | null })[],
  { about = "" }: Conditions,
): Promise<ListedRow[]> {
  const topic = topicIn(about)
  const isPictured = topic === "pictures" || topic === "pictures-left"
  const queued = isPictured ? await findQueuedPictures(shop, id, rows) : new Map<number, QueuedPicture[]>()
  return rows.map(({ details, ...row }) => {
    const pictures = queued.get(row.line) ?? []
    return { ...row, values: valuesOf(row, { topic, details: details ?? [], pictures }) }
  })
}

/** Returns the pictures that were queued for the products of these rows, by the line of the product. */
async function findQueuedPictures(
  { db }: Queryable,
  importId: string,
  rows: readonly Pick<ImportRow, "productId" | "line">[],
): Promise<Map<number, QueuedPicture[]>> {
  const products = rows.flatMap(({ productId }) => productId ?? [])
  const found = await db
    .selectFrom("product_import_pictures")
    .select(["line", "address", "status", "problem"])
    .where("import_id", "=", importId)
    .where(sql<boolean>`product_id = any(${products})`)
    .orderBy("product_id")
    .orderBy("position")
    .execute()
  const byLine = new Map<number, QueuedPicture[]>()
  for (const { line, ...picture } of found) byLine.set(line, [...(byLine.get(line) ?? []), picture])
  return byLine
}

/** Rows under a topic are found by its own index, in the order of the file. */
function matchingRows({ db }: Queryable, id: string, { outcome, about, why, search }: Conditions) {
  const topic = topicIn(about ?? "")
  const findings = sql<{ line: number; part: number; details: string[] | null }>`(
    select line, part, array_agg(detail) as details from product_import_findings
    where import_id = ${id} and topic = ${topic} and amount > 0 ${why ? sql`and detail = ${why}` : sql``}
    group by line, part)`
  const none = sql<{ line: number; part: number; details: string[] | null }>`(
    select null::integer as line, null::smallint as part, null::text[] as details where false)`
  let rows = db
    .selectFrom("product_import_rows as row")
    .leftJoin((topic ? findings : none).as("found"), (join) =>
      join.onRef("found.line", "=", "row.line").onRef("found.part", "=", "row.part"),
    )
    .where("row.import_id", "=", id)
  if (topic) rows = rows.where("found.line", "is not", null).where("outcome", "not in", withoutFindings)
  if (about === "products") rows = rows.where(isFirstRow)
  if (outcome && about === "products") rows = rows.where(sql<boolean>`${productOutcome} = ${outcome}`)
  else if (outcome) rows = rows.where("outcome", "=", outcome)
  if (!search) return rows
  const line = /^\d{1,9}$/.test(search) ? Number(search) : null
  return rows.where((row) =>
    row.or([row("row.name", "ilike", likePattern(search)), ...(line === null ? [] : [row("row.line", "=", line)])]),
  )
}

/** Rows in memory; other requests run in between. */
const BATCH = 500

interface CsvLine extends Partial<ListedValue> {
  row: ListedRow
}

/** Yields the rows of a list as CSV, with a line for each of its values. */
export async function* exportImportRows(
  shop: Shop,
  _staff: ProductEditor,
  id: string,
  conditions: Conditions,
): AsyncGenerator<string> {
  if (conditions.about === "columns") {
    yield* exportIgnoredColumns(shop, id)
    return
  }
  const batches = async function* () {
    for (let after: Pick<ImportRow, "line"> & { part: number } = { line: 0, part: 0 }; ; ) {
      const found = await matchingRows(shop, id, conditions)
        .select([...rowColumns, "row.part"])
        .where(sql<boolean>`(row.line, row.part) > (${after.line}, ${after.part})`)
        .orderBy("row.line")
        .orderBy("row.part")
        .limit(BATCH)
        .$narrowType<Pick<ImportRow, "fields" | "before">>()
        .execute()
      const last = found.at(-1)
      if (!last) return
      after = last
      const rows = found.map(({ part: _, ...row }) => row)
      yield (await toListed(shop, id, rows, conditions)).flatMap(linesOf)
    }
  }
  yield* csvOf<CsvLine>(
    {
      line: ({ row }) => row.line,
      product: ({ row }) => row.name,
      outcome: ({ row }) => outcomeNames[row.outcome],
      message: ({ row }) => row.message,
      column: ({ heading }) => heading,
      cell: ({ cell }) => cell,
      becomes: ({ becomes }) => becomes,
      reason: ({ reason }) => reason,
    },
    batches(),
  )
}

async function* exportIgnoredColumns({ db }: Queryable, id: string): AsyncGenerator<string> {
  const { mapping } = await db
    .selectFrom("product_imports")
    .select("mapping")
    .where("id", "=", id)
    .executeTakeFirstOrThrow()
  const rows = ignoredColumns(mapping)
  yield* csvOf<(typeof rows)[number]>(
    { column: ({ heading }) => heading, values: ({ samples }) => samples.join("; ") },
    [rows],
  )
}

const linesOf = (row: ListedRow): CsvLine[] =>
  row.values.length === 0 ? [{ row }] : row.values.map((value) => ({ row, ...value }))
