import { sql } from "kysely"
import type { Tx } from "~/domain/shop"

/** The name of a line, for statements that name the tables `products` and `variants` */
export const lineTitleSql = sql<string>`concat_ws(', ', products.name, nullif(variants.title, ''))`

export interface LockedVariant {
  id: string
  /** Includes the names of its values */
  name: string
  stock: number
  isSold: boolean
}

/**
 * The common table expression `locked`, which locks variants and then products, each in the order of their ids, as
 * every writer does to avoid deadlocks.
 */
export const lockingVariants = (ids: readonly string[]) => sql`
  variants as materialized (
    select id, product_id, title, stock, removed_at from variants where id = any(${ids}) order by id for no key update),
  locked as materialized (
    select variants.id, variants.stock, ${lineTitleSql} as name,
      variants.removed_at is null and products.is_public as "isSold"
    from variants join products on products.id = product_id
    order by products.id for no key update of products)`

export async function lockVariants(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`with ${lockingVariants(ids)} select count(*) from locked`.execute(tx.db)
}

/** Locks all variants of the products first, including removed ones; returns the ids of the variants. */
export async function lockProducts(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ variants: string[] | null }>`
    with locked as materialized (
      select id from variants where product_id = any(${ids}) order by id for no key update)
    select (select array_agg(id::text) from locked) as variants
    from products where id = any(${ids}) and (select count(*) from locked) >= 0
    order by id for no key update`.execute(tx.db)
  return new Set(rows[0]?.variants)
}
