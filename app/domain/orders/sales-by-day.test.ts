import { expect, onTestFinished, test } from "vitest"
import { checkInvariants } from "~/domain/checkout/check-invariants.server"
import { readDashboard } from "~/domain/dashboard/dashboard.server"
import { repeatOrder } from "~/testing/crowds.server"
import fc from "~/testing/hostile/fast-check"
import { buy, openOrdersTest } from "~/testing/shop/test-orders.server"
import { openDatabase, openPool } from "~db/database.server"
import { AdminOrderFilter } from "./order-filter"
import { listOrders } from "./order-list.server"
import { mergeSales, readSales } from "./sales-by-day.server"

const here = openOrdersTest()

const ask = async (text: string, values: unknown[] = []) => (await here.pool.query(text, values)).rows

/** Inserts an order placed a number of five-hour spans ago, and returns its id. */
async function insertOrder(pool: { query: typeof here.pool.query }, number: number, total: number, spans: number) {
  const id = number.toString(16).padStart(24, "0")
  await pool.query(
    `insert into orders (id, number, user_id, user_name, user_email, payment_intent_id, payment_status, shipping_info,
      currency, item_price, tax_price, shipping_price, total_price, created_at)
    select $1, $2::integer, id, name, email, 'pi_' || $2::integer, 'succeeded', '{}', 'USD', $3::integer, 0, 0, $3::integer,
      now() - $4::integer * interval '5 hours' from users limit 1`,
    [id, number, total, spans],
  )
  return id
}

const act = fc.record({
  kind: fc.constantFrom("buy", "refund", "fail", "delete", "restore", "merge", "erase"),
  order: fc.nat(9),
  amount: fc.integer({ min: 50, max: 9_000 }),
})

test("the sales of each day match its orders, whatever concurrent changes there are, and while days are merged", async () => {
  const orders = await Promise.all([...Array(10).keys()].map((n) => insertOrder(here.pool, 2_000 + n, 9_000, n)))
  let next = 3_000
  let refunds = 0
  const acts = {
    buy: (_: string, amount: number) => insertOrder(here.pool, next++, amount, amount % 40),
    refund: (order: string, amount: number) =>
      ask(
        `insert into refunds (id, order_id, payment_intent_id, amount, reason)
        select lpad($1, 24, '0'), id, payment_intent_id, least($3::integer, total_price - refunded_amount), 'Test'
        from orders where id = $2 and refunded_amount < total_price for update`,
        [String(refunds++), order, amount],
      ),
    fail: (order: string) => ask("update refunds set status = 'failed' where order_id = $1", [order]),
    delete: (order: string) => ask("update orders set deleted_at = now() where id = $1", [order]),
    restore: (order: string) => ask("update orders set deleted_at = null where id = $1", [order]),
    merge: () => mergeSales(here.shop),
    erase: () => ask("delete from orders where id = (select id from orders where number >= 3000 limit 1)"),
  }
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 6, maxLength: 12 }), async (some) => {
      await Promise.all(some.map(({ kind, order, amount }) => acts[kind](orders[order] ?? "", amount)))
      expect((await checkInvariants(here.shop)).filter((violation) => violation.includes("sales"))).toEqual([])
      const [sums] = await ask(`
        select count(*)::int as orders, coalesce(sum(total_price), 0)::float8 as total,
          coalesce(sum(refunded_amount), 0)::float8 as refunded from orders where deleted_at is null`)
      expect(await readSales(here.shop)).toEqual(sums)
    }),
    { numRuns: 25 },
  )
  await mergeSales(here.shop)
  expect(await ask("select day from sales_by_day group by day having count(*) > 1")).toEqual([])
  await ask("delete from refunds; delete from orders; delete from sales_by_day")
})

test("the dashboard and the list of orders read few of very many orders", async () => {
  const order = await buy(here.shop, here.ada, here.mug)
  const pool = openPool({ url: here.databaseUrl, max: 1, statementTimeout: 0 })
  onTestFinished(() => pool.end())
  const shop = { ...here.shop, db: openDatabase(pool) }
  await pool.query("update orders set created_at = created_at - interval '3 years'")
  await repeatOrder(shop, order, 10_400)
  await pool.query("vacuum analyze orders")
  await mergeSales(shop)

  const { sales } = await readDashboard(shop, here.admin, "30 days")
  expect(sales.orders).toBe(10_401)
  expect(await rowsRead(() => readDashboard(shop, here.admin, "30 days"))).toBeLessThan(100)
  const list = (query: object) => listOrders(shop, here.admin, AdminOrderFilter.parse(query))
  const { rows } = await pool.query("select sum(total_price)::int as total from orders")
  expect(await list({})).toMatchObject({ count: 10_401, totalAmount: rows[0].total })
  expect(await rowsRead(() => list({}))).toBeLessThan(100)
  expect(await list({ status: "Processing", page: "1001" })).toEqual({ orders: [], count: 10_001, totalAmount: null })
  expect((await list({ status: "Processing", page: "1000" })).orders).toHaveLength(10)

  /** Rows and index entries of orders that were read; connections outside of `pool` report theirs with a delay. */
  async function rowsRead(work: () => Promise<unknown>): Promise<number> {
    const read = async () => {
      await pool.query("select pg_stat_force_next_flush()")
      const { rows } = await pool.query(`
        select (seq_tup_read + (select sum(idx_tup_read) from pg_stat_user_indexes where relname = 'orders'))::int as rows
        from pg_stat_user_tables where relname = 'orders'`)
      return rows[0].rows as number
    }
    const before = await read()
    await work()
    return (await read()) - before
  }
})
