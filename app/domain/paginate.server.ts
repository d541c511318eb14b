import { type SelectQueryBuilder, type Simplify, sql } from "kysely"

/** Rows of a table on one page. */
export const ROWS_PER_PAGE = 10

/** A page of a query's rows, and how many rows there are on all pages. */
export async function paginate<Database, From extends keyof Database, Row>(
  query: SelectQueryBuilder<Database, From, Row>,
  page: number,
): Promise<{ rows: Simplify<Row>[]; count: number }> {
  const [rows, { count }] = await Promise.all([
    pageOf(query, page).execute(),
    query
      .clearSelect()
      .clearOrderBy()
      .select(sql`count(*)`.as("count"))
      .$castTo<{ count: number }>()
      .executeTakeFirstOrThrow(),
  ])
  return { rows, count }
}

/** The rows of a page alone. */
export function pageOf<Database, From extends keyof Database, Row>(
  query: SelectQueryBuilder<Database, From, Row>,
  page: number,
): SelectQueryBuilder<Database, From, Row> {
  return query.limit(ROWS_PER_PAGE).offset((page - 1) * ROWS_PER_PAGE)
}
