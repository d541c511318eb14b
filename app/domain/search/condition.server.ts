import { type RawBuilder, sql } from "kysely"

/** A condition in statements on the table `products` */
export type Condition = RawBuilder<boolean>

export function allOf(conditions: readonly Condition[]): Condition {
  return sql`${sql.join(conditions, sql` and `)}`
}

export function anyOf(conditions: readonly Condition[]): Condition {
  return sql`(${sql.join(conditions, sql` or `)})`
}
