import { sql } from "kysely"
import type { Queryable, Tx } from "~/domain/shop"
import { cut } from "~/domain/text/cut"
import { type ImportSummary, type ImportTopic, importTopics, type RowOutcome } from "../import/product-import"
import type { Finding } from "./findings"

/** A finding, with the row that it is about */
export interface RowFinding extends Finding {
  line: number
  part: number
}

/** Adds up the amounts of a row with the same topic and detail. */
export async function saveFindings(tx: Tx, importId: string, findings: readonly RowFinding[]): Promise<void> {
  if (findings.length === 0) return
  const column = <Name extends keyof RowFinding>(name: Name) => findings.map((finding) => finding[name])
  await sql`
    insert into product_import_findings as known (import_id, topic, line, part, detail, amount)
    select ${importId}, topic, line, part, detail, amount
    from unnest(${column("topic")}::text[], ${column("line")}::integer[], ${column("part")}::smallint[],
      ${column("detail")}::text[], ${column("amount")}::integer[]) found (topic, line, part, detail, amount)
    on conflict (import_id, topic, line, part, detail) do update set amount = known.amount + excluded.amount`.execute(
    tx.db,
  )
}

/** Counts a picture that could not be stored as left out. */
export async function moveToLeftOut(tx: Tx, importId: string, line: number, why: string): Promise<void> {
  await sql`
    update product_import_findings set amount = amount - 1
    where import_id = ${importId} and topic = 'pictures' and line = ${line} and amount > 0`.execute(tx.db)
  await saveFindings(tx, importId, [{ topic: "pictures-left", detail: cut(why, 200), amount: 1, line, part: 0 }])
}

/**
 * The outcome of the product of a first row, as SQL: a product is changed if one of its versions is new or changed, and
 * the first may be unchanged.
 */
export const productOutcome = sql<RowOutcome>`case when adds_product then outcome else coalesce(
  (select case other.outcome when 'create' then 'update' when 'created' then 'updated' else other.outcome end
    from product_import_rows other
    where other.import_id = row.import_id and other.product_line = row.product_line and other.outcome <> 'same'
    limit 1), 'same') end`

/** Whether a row is the first of a product, as SQL with an index */
export const isFirstRow = sql<boolean>`row.line = row.product_line and row.part = 0`

/** Outcomes of rows that are not counted under a topic */
export const withoutFindings = ["error", "failed", "undone"] as const satisfies RowOutcome[]

/** Reasons of a topic that are shown */
const MOST_DETAILS = 12

/** Counts what an import does, or has done, and keeps the numbers for its page. */
export async function saveSummary(shop: Queryable, importId: string): Promise<void> {
  const summary = await summarize(shop, importId)
  await shop.db
    .updateTable("product_imports")
    .set({ summary: JSON.stringify(summary) })
    .where("id", "=", importId)
    .execute()
}

/** Counts again if the rows were counted when they were read; older imports have rows without findings. */
export async function updateSummary(shop: Queryable, importId: string): Promise<void> {
  const { summary } = await shop.db
    .selectFrom("product_imports")
    .select("summary")
    .where("id", "=", importId)
    .executeTakeFirstOrThrow()
  if (summary !== null) await saveSummary(shop, importId)
}

async function summarize({ db }: Queryable, importId: string): Promise<ImportSummary> {
  const { rows: products } = await sql<{ state: RowOutcome; count: number }>`
    select ${productOutcome} as state, count(*) as count from product_import_rows row
    where import_id = ${importId} and ${isFirstRow} group by state`.execute(db)
  const { rows: found } = await sql<{ topic: ImportTopic; detail: string | null; rows: number; amount: number }>`
    with found as materialized (
      select topic, detail, line, part, amount from product_import_findings
      join product_import_rows using (import_id, line, part)
      where import_id = ${importId} and amount > 0 and outcome <> all(${[...withoutFindings]}::text[]))
    (select topic, null detail, count(distinct (line, part)) as rows, sum(amount)::integer as amount
      from found group by topic)
    union all
    (select topic, detail, rows, 0 from (
      select topic, detail, count(*) as rows, row_number() over (partition by topic order by count(*) desc, detail) place
      from found where detail <> '' group by topic, detail) ranked
    where place <= ${MOST_DETAILS} order by topic, place)`.execute(db)
  const topics = importTopics.flatMap((topic) => {
    const total = found.find((row) => row.topic === topic && row.detail === null)
    if (!total) return []
    const own = found.filter((row) => row.topic === topic && row.detail !== null)
    const details = own.map(({ detail, rows }) => ({ detail: detail ?? "", rows }))
    return [{ topic, rows: total.rows, amount: total.amount, details }]
  })
  return { products: Object.fromEntries(products.map(({ state, count }) => [state, count])), topics }
}
