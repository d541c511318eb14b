import { type SelectQueryBuilder, type Simplify, sql } from "kysely"

export const ROWS_PER_PAGE = 10

export const ROWS_PER_JSON_PAGE = 100

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

export function pageOf<Database, From extends keyof Database, Row>(
  query: SelectQueryBuilder<Database, From, Row>,
  page: number,
  size = ROWS_PER_PAGE,
): SelectQueryBuilder<Database, From, Row> {
  return query.limit(size).offset((page - 1) * size)
}
