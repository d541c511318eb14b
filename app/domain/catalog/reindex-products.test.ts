import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { reindexProducts } from "./reindex-products.server"

let here: TestShop
beforeAll(async () => {
  here = await openTestShop()
})
afterAll(() => here.close())

const progress = () => here.shop.db.selectFrom("search_reindexing").selectAll().execute()

const countWithSign = async () => {
  const text = "select count(*)::integer as count from products where words @@ '''%'''::tsquery"
  return (await here.pool.query<{ count: number }>(text)).rows[0]?.count
}

test("existing products are found by new search words, however often the work was started", async () => {
  await sql`
    with more as (
      insert into products (id, name, category, price)
      select lpad(to_hex(number), 24, '0'), 'Towel ' || number, 'Gaming', 1000 from generate_series(1, 450) number
      returning id)
    insert into product_descriptions (product_id, description) select id, '100 % wool' from more`.execute(here.shop.db)
  expect(await countWithSign()).toBe(450)
  // Puts the products in the state of a release with other search words.
  await sql`update products set words = ts_delete(words, '%')`.execute(here.shop.db)
  await sql`insert into search_reindexing (after_id) values ('')`.execute(here.shop.db)
  expect(await countWithSign()).toBe(0)
  const stopped = new AbortController()
  stopped.abort()
  await reindexProducts(here.shop, stopped.signal)
  expect(await countWithSign()).toBe(0)
  await Promise.all([reindexProducts(here.shop), reindexProducts(here.shop)])
  expect(await countWithSign()).toBe(450)
  expect(await progress()).toEqual([])
})

test("a shop that starts with this release has nothing to recompute", async () => {
  expect(await progress()).toEqual([])
})
