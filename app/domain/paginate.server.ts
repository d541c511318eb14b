import { type SelectQueryBuilder, type Simplify, sql } from "kysely"

/** Rows of a table on one page. */
export const ROWS_PER_PAGE = 10

/** Rows on one page of a list in the public JSON that anybody can make longer. */
export const ROWS_PER_JSON_PAGE = 100

/** A page of a query's rows, and how many rows there are on all pages. */
export async function paginate<Database, From extends keyof Database, Row>(
  query: SelectQueryBuilder<Database, From, Row>,
  page: number,
  size = ROWS_PER_PAGE,
): Promise<{ rows: Simplify<Row>[]; count: number }> {
  const [rows, { count }] = await Promise.all([
    pageOf(query, page, size).execute(),
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
  size = ROWS_PER_PAGE,
): SelectQueryBuilder<Database, From, Row> {
  return query.limit(size).offset((page - 1) * size)
}
