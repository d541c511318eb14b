import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { findProduct } from "~/domain/catalog/find-product.server"
import { checkInvariants } from "~/domain/checkout/check-invariants.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { fillShop, hasDemoCatalogue, isEmptyShop } from "./fill-shop.server"
import { demoDrafts, demoProducts } from "./products"

let opened: TestShop

beforeAll(async () => {
  opened = await openTestShop()
  const fill = () => fillShop(opened.shop, () => {})
  await Promise.all([fill(), fill()])
}, 120_000)

afterAll(() => opened?.close())

async function one<T>(query: ReturnType<typeof sql<T>>): Promise<T> {
  const { rows } = await query.execute(opened.shop.db)
  return rows[0] as T
}

test("two processes that open an empty shop at once add the demo once", async () => {
  const { count } = await one(sql<{ count: number }>`select count(*) from products`)
  expect(count).toBe(demoProducts.length + demoDrafts.length)
  const { visible } = await one(sql<{ visible: number }>`select count(*) as visible from products where is_public`)
  expect(visible).toBe(demoProducts.length)
  expect(await isEmptyShop(opened.shop)).toBe(false)
  expect(await hasDemoCatalogue(opened.shop)).toBe(true)
})

test("the demo's stock is the sum of its ledger, including all sales", async () => {
  const { wrong } = await one(
    sql<{ wrong: number }>`
      select count(*) as wrong from variants
      where stock <> (select coalesce(sum(change), 0) from stock_ledger where variant_id = variants.id)`,
  )
  expect(wrong).toBe(0)
  const stock = new Map([...demoProducts, ...demoDrafts].map((product) => [product.name, product.stock]))
  const rows = await opened.shop.db.selectFrom("products").select(["name", "stock"]).execute()
  expect(rows.filter((row) => stock.get(row.name) !== row.stock)).toEqual([])
  expect(await checkInvariants(opened.shop)).toEqual([])
})

test("the demo's versions are sold by their own names, prices and pictures", async () => {
  const shirt = demoProducts.find(({ slug }) => slug === "heavy-cotton-t-shirt")
  const { id } = await opened.shop.db
    .selectFrom("products")
    .select("id")
    .where("name", "=", shirt?.name ?? "")
    .executeTakeFirstOrThrow()
  const { options, variants, price, highestPrice } = await findProduct(opened.shop, id)
  expect([options, price, highestPrice]).toEqual([shirt?.options, 3_200, 3_600])
  expect(variants.map(({ title, values, sku, price, stock }) => ({ title, values, sku, price, stock }))).toEqual(
    shirt?.variants.map(({ title, values, sku, price, stock }) => ({ title, values, sku, price, stock })),
  )
  const { wrong, sold } = await one(sql<{ wrong: number; sold: number }>`
    select count(*) filter (where order_lines.name <> products.name || ', ' || title) as wrong, count(*) as sold
    from order_lines join variants on variants.id = variant_id join products on products.id = order_lines.product_id
    where products.has_options`)
  expect([wrong, sold > 20]).toEqual([0, true])
})

test("a demo ledger begins with the opening stock and is in order of time", async () => {
  const { wrong } = await one(
    sql<{ wrong: number }>`
      select count(*) as wrong from stock_ledger earlier join stock_ledger later using (variant_id)
      where earlier.id < later.id and (earlier.created_at > later.created_at or later.reason = 'opening')`,
  )
  expect(wrong).toBe(0)
})

test("every demo order can be refunded in the sandbox, and its totals follow the pricing rules", async () => {
  const { wrong } = await one(
    sql<{ wrong: number }>`
      select count(*) as wrong from orders
      where not exists (select from sandbox_intents where id = payment_intent_id and amount = total_price and status = 'succeeded')
        or tax_price <> (item_price + 5) / 10
        or shipping_price <> case when item_price > 50000 then 0 else 2500 end`,
  )
  expect(wrong).toBe(0)
})

test("ratings match the reviews", async () => {
  const { wrong } = await one(
    sql<{ wrong: number }>`
      select count(*) as wrong from products
      where num_reviews <> (select count(*) from reviews where product_id = products.id)
        or rating_halves <> (select coalesce(sum(rating_halves), 0) from reviews where product_id = products.id)`,
  )
  expect(wrong).toBe(0)
})

test("a demo product on sale cost its compare-at price until a week ago", async () => {
  const { rows } = await sql<{ wrong: boolean }>`
    select order_lines.price <> case when orders.created_at < ended_at then past_prices.price else variants.price end
        or prior_price <> compare_at_price or past_prices.price <> compare_at_price as wrong
    from variants join past_prices on past_prices.variant_id = variants.id
    join order_lines on order_lines.variant_id = variants.id join orders on orders.id = order_id`.execute(
    opened.shop.db,
  )
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.filter(({ wrong }) => wrong)).toEqual([])
  const { onSale } = await one(sql<{ onSale: number }>`
    select count(distinct product_id) as "onSale" from variants join past_prices on variant_id = id
    where compare_at_price > variants.price`)
  expect(onSale).toBeGreaterThanOrEqual(5)
})

test("each demo product has one job that draws its pictures, after all other jobs", async () => {
  const { rows } = await sql<{ products: number; jobs: number; priorities: number[] }>`
    select count(distinct products.id) as products, count(*) as jobs, array_agg(distinct priority) as priorities
    from graphile_worker._private_jobs jobs join products on products.id = payload ->> 'product'`.execute(
    opened.shop.db,
  )
  const all = demoProducts.length + demoDrafts.length
  expect(rows).toEqual([{ products: all, jobs: all, priorities: [10] }])
})
