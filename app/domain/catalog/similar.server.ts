import { sql } from "kysely"
import type { Shop } from "../shop"
import type { ProductSummary } from "./product"
import { type SummaryRow, withPictures } from "./product-rows.server"

/** How many neighbours in price are looked at on either side. */
const NEIGHBOURS = 24

/** Products of the same category near in price; those whose names share words with it come first. */
export async function similarProducts(shop: Shop, id: string, count = 4): Promise<ProductSummary[]> {
  const found = await sql<SummaryRow>`
    with subject as (select id, category, price, name_words from products where id = ${id}),
    neighbours as (
      (select products.* from products, subject
       where deleted_at is null and stock > 0 and products.category = subject.category and products.price >= subject.price
       order by products.price, products.id limit ${NEIGHBOURS})
      union all
      (select products.* from products, subject
       where deleted_at is null and stock > 0 and products.category = subject.category and products.price < subject.price
       order by products.price desc, products.id desc limit ${NEIGHBOURS}))
    select neighbours.id, name, neighbours.category, neighbours.price, stock, rating, num_reviews, created_at
    from neighbours, subject
    where neighbours.id <> subject.id
    order by
      cardinality(array(
        select unnest(tsvector_to_array(neighbours.name_words))
        intersect select unnest(tsvector_to_array(subject.name_words)))) desc,
      abs(neighbours.price - subject.price), neighbours.id
    limit ${count}`.execute(shop.db)
  return withPictures(shop, found.rows)
}

/** What a product that is no longer sold was called, or null when there never was one. */
export async function findGoneProduct(shop: Shop, id: string): Promise<{ name: string } | null> {
  const row = await shop.db.selectFrom("products").select("name").where("id", "=", id).executeTakeFirst()
  return row ?? null
}
