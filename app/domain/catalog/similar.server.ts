import { sql } from "kysely"
import type { Shop } from "~/domain/shop"
import type { ProductSummary } from "./product"
import { type ProductSummaryRow, summarySql, toProductSummaries } from "./product-rows.server"
import { isPublic } from "./publication/publication.server"

const MAX_CANDIDATES = 24
const MAX_SIMILAR = 4

/** Orders by similarity of names; also for a deleted product */
export async function similarProducts(shop: Shop, id: string): Promise<ProductSummary[]> {
  const found = await sql<ProductSummaryRow>`
    with subject as materialized (select * from products where id = ${id}),
    neighbours as (
      select dearer.* from subject cross join lateral (
        select * from products
        where ${isPublic} and category = subject.category and price >= subject.price and stock > 0
        order by price, id limit ${MAX_CANDIDATES}) dearer
      union all
      select cheaper.* from subject cross join lateral (
        select * from products
        where ${isPublic} and category = subject.category and price < subject.price and stock > 0
        order by price desc, id desc limit ${MAX_CANDIDATES}) cheaper)
    select ${summarySql}
    from neighbours products cross join subject
    where products.id <> subject.id
    order by
      cardinality(array(
        select unnest(tsvector_to_array(products.name_words)) intersect
        select unnest(tsvector_to_array(subject.name_words)))) desc,
      abs(products.price - subject.price), products.id
    limit ${MAX_SIMILAR}`.execute(shop.db)
  return toProductSummaries(shop, found.rows)
}

/** Returns a deleted product that shoppers may have seen. */
export async function findDeletedProduct(shop: Shop, id: string): Promise<{ name: string } | null> {
  const row = await shop.db
    .selectFrom("products")
    .select("name")
    .where("id", "=", id)
    .where("deleted_at", "is not", null)
    .where("was_public", "=", true)
    .executeTakeFirst()
  return row ?? null
}
