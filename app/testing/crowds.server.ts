import { sql } from "kysely"
import { updateRating } from "~/domain/catalog/rating.server"
import { newObjectId } from "~/domain/object-id.server"
import type { Shop } from "~/domain/shop"

/** Inserts reviews of the longest text by `count` new accounts. */
export async function reviewByCrowd(shop: Shop, productId: string, count: number): Promise<void> {
  const longest = "湯".repeat(2_000)
  const prefix = newObjectId(shop.now()).slice(0, 16)
  const id = sql`${prefix}::text || lpad(to_hex(n), 8, '0')`
  await shop.transaction(async (tx) => {
    await sql`
      insert into users (id, name, email, password_hash)
      select ${id}, 'Person ' || n, ${prefix}::text || n || '@shop.example', '' from generate_series(1, ${count}::integer) n`.execute(
      tx.db,
    )
    await sql`
      insert into reviews (id, product_id, user_id, name, rating_halves, comment, created_at)
      select ${id}, ${productId}, ${id}, 'Person ' || n, 8, ${longest}::text, now() + n * interval '1 millisecond'
      from generate_series(1, ${count}::integer) n`.execute(tx.db)
    await updateRating(tx, productId, { numReviews: count, ratingHalves: 8 * count })
  })
}

/** Copies an order `times` times, each a minute older. */
export async function repeatOrder(shop: Shop, orderId: string, times: number): Promise<void> {
  const copies = (table: string, changes: ReturnType<typeof sql>, where: ReturnType<typeof sql>) => sql`
    insert into ${sql.table(table)} select copy.* from ${sql.table(table)} original, generate_series(1, ${times}::integer) n,
      jsonb_populate_record(original, ${changes}) copy where ${where}`
  const id = (column: string) => sql`overlay(${sql.ref(column)} placing lpad(to_hex(n), 8, '0') from 9)`
  await copies(
    "orders",
    sql`jsonb_build_object('id', ${id("original.id")}, 'number', nextval('order_numbers'), 'checkout_id', null, 'payment_intent_id', payment_intent_id || n,
      'created_at', created_at - n * interval '1 minute')`,
    sql`original.id = ${orderId}`,
  ).execute(shop.db)
  await copies(
    "order_lines",
    sql`jsonb_build_object('id', ${id("original.id")}, 'order_id', ${id("original.order_id")})`,
    sql`original.order_id = ${orderId}`,
  ).execute(shop.db)
}

/** Inserts products with incompressible descriptions of 4 kB, without running triggers. */
export async function fillShelves(shop: Shop, count: number): Promise<void> {
  const prefix = newObjectId(shop.now()).slice(0, 16)
  const id = sql`${prefix}::text || lpad(to_hex(n), 8, '0')`
  await shop.transaction(async ({ db }) => {
    const switchTriggers = async (to: "disable" | "enable") => {
      for (const table of ["products", "product_descriptions"])
        await sql`alter table ${sql.table(table)} ${sql.raw(to)} trigger user`.execute(db)
    }
    await switchTriggers("disable")
    await sql`
      with shelved as (
        insert into products (id, name, category, price, highest_price)
        select ${id}, 'Thing ' || n, 'Gaming', 1000 + n, 1000 + n from generate_series(1, ${count}::integer) n
        returning id, price)
      insert into variants (id, product_id, price) select id, id, price from shelved`.execute(db)
    await sql`
      insert into product_descriptions (product_id, description)
      select ${id}, (select string_agg(md5(n || ' ' || part), ' ') from generate_series(1, 120) part)
      from generate_series(1, ${count}::integer) n`.execute(db)
    await switchTriggers("enable")
    await sql`update catalog_version set version = version + 1, shelf_version = shelf_version + 1`.execute(db)
    await db.insertInto("catalog_changes").values({ subject: "everything" }).execute()
  })
}
