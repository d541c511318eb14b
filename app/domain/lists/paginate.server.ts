import { type SelectQueryBuilder, type Simplify, sql } from "kysely"
import type { Queryable } from "~/domain/shop"
import { MAX_COUNTED } from "./max-counted"

export const ROWS_PER_PAGE = 10

export const ROWS_PER_JSON_PAGE = 100

/** Counts and shows at most the first `MAX_COUNTED` rows; a count of one more means any larger number. */
export async function paginate<Database, From extends keyof Database, Row>(
  { db }: Pick<Queryable, "db">,
  query: SelectQueryBuilder<Database, From, Row>,
  page: number,
  size = ROWS_PER_PAGE,
): Promise<{ rows: Simplify<Row>[]; count: number }> {
  const [rows, count] = await Promise.all([
    isWithinCount(page, size) ? pageOf(query, page, size).execute() : [],
    countRows(db, query),
  ])
  return { rows, count }
}

export async function countRows<Database, From extends keyof Database, Row>(
  db: Queryable["db"],
  query: SelectQueryBuilder<Database, From, Row>,
): Promise<number> {
  const one = query.clearSelect().clearOrderBy().select(sql.lit(1).as("one"))
  const some = one.limit(sql.lit(MAX_COUNTED + 1))
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${some}) counted`.execute(db)
  return rows[0]?.count ?? 0
}

/** Later pages take as long as counting up to them. */
export function isWithinCount(page: number, size: number): boolean {
  return page * size <= MAX_COUNTED
}

export function pageOf<Database, From extends keyof Database, Row>(
  query: SelectQueryBuilder<Database, From, Row>,
  page: number,
  size = ROWS_PER_PAGE,
): SelectQueryBuilder<Database, From, Row> {
  return query.limit(size).offset((page - 1) * size)
}
