import { sql } from "kysely"
import type { Shop } from "../shop"
import type { ProductSummary } from "./product"
import { type ProductSummaryRow, summarySql, withPictures } from "./product-rows.server"

/** How many neighbours in price are looked at on either side. */
const MAX_CANDIDATES = 24

/** Products of the same category near in price; those whose names share words with it come first. */
export async function similarProducts(shop: Shop, id: string, count = 4): Promise<ProductSummary[]> {
  const subject = await readSubject(shop, id)
  if (!subject) return []
  const { category, price, stems } = subject
  const found = await sql<ProductSummaryRow>`
    with neighbours as (
      (select * from products
       where deleted_at is null and category = ${category} and price >= ${price} and stock > 0
       order by price, id limit ${MAX_CANDIDATES})
      union all
      (select * from products
       where deleted_at is null and category = ${category} and price < ${price} and stock > 0
       order by price desc, id desc limit ${MAX_CANDIDATES}))
    select ${summarySql}
    from neighbours products
    where id <> ${id}
    order by
      cardinality(array(select unnest(tsvector_to_array(name_words)) intersect select unnest(${stems}::text[]))) desc,
      abs(price - ${price}), id
    limit ${count}`.execute(shop.db)
  return withPictures(shop, found.rows)
}

interface SimilaritySubject {
  category: string
  price: number
  /** The words of its name. */
  stems: string[]
}

async function readSubject(shop: Shop, id: string): Promise<SimilaritySubject | undefined> {
  const found = await sql<SimilaritySubject>`
    select category, price, tsvector_to_array(name_words) as stems from products where id = ${id}`.execute(shop.db)
  return found.rows[0]
}

/** What a product that is no longer sold was called, or null when there never was one. */
export async function findDeletedProduct(shop: Shop, id: string): Promise<{ name: string } | null> {
  const row = await shop.db.selectFrom("products").select("name").where("id", "=", id).executeTakeFirst()
  return row ?? null
}
