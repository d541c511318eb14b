import { type RawBuilder, sql } from "kysely"

/** A condition of statements that name the table `products` */
export type Condition = RawBuilder<boolean>

export function allOf(conditions: readonly Condition[]): Condition {
  return sql`${sql.join(conditions, sql` and `)}`
}

export function anyOf(conditions: readonly Condition[]): Condition {
  return sql`(${sql.join(conditions, sql` or `)})`
}
