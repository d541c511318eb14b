import { afterAll, beforeAll, expect, test } from "vitest"
import type { Member, Staff } from "~/domain/accounts/actor"
import { listAllProducts } from "~/domain/catalog/all-products.server"
import { newObjectId } from "~/domain/object-id.server"
import { listAllOrders } from "~/domain/orders/orders.server"
import { listLowStock, listProductTable } from "~/domain/product-table/product-table.server"
import { ProductTableFilter } from "~/domain/product-table/product-table-filter"
import { addBuyer, addProduct } from "~/testing/shop/buyers.server"
import { addSizedProduct } from "~/testing/shop/product-with-options.server"
import { signUpAdmin } from "~/testing/shop/test-orders.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { readDashboard } from "./dashboard.server"

let here: TestShop
let admin: Staff
let ada: Member

beforeAll(async () => {
  here = await openTestShop()
  admin = await signUpAdmin(here.shop)
  ada = await addBuyer(here.shop)
})
afterAll(() => here.close())

interface PastOrder {
  at: string
  total: number
  refunded?: number[]
  deleted?: boolean
  status?: "Processing" | "Cancelled"
}

async function writeOrder({
  at,
  total,
  refunded = [],
  deleted = false,
  status = "Processing",
}: PastOrder): Promise<string> {
  const { db } = here.shop
  const created = new Date(at)
  const id = newObjectId(created)
  await db
    .insertInto("orders")
    .values({
      id,
      user_id: ada.id,
      user_name: ada.name,
      user_email: ada.email,
      payment_intent_id: `pi_${id}`,
      payment_status: "succeeded",
      status,
      shipping_info: "{}",
      currency: "USD",
      item_price: total,
      tax_price: 0,
      shipping_price: 0,
      total_price: total,
      created_at: created,
      deleted_at: deleted ? created : null,
    })
    .execute()
  for (const amount of refunded) {
    await db
      .insertInto("refunds")
      .values({ id: newObjectId(created), order_id: id, payment_intent_id: `pi_${id}`, amount, reason: "Test" })
      .execute()
  }
  return id
}

const daysAgo = (days: number, time = "12:00:00.000Z") => {
  const day = new Date(here.shop.now().getTime() - days * 24 * 60 * 60 * 1000)
  return `${day.toISOString().slice(0, 10)}T${time}`
}

test("a shop without orders shows empty figures without an error", async () => {
  const { sales, income, latest, stock } = await readDashboard(here.shop, admin, "12 months")
  expect(sales).toEqual({ orders: 0, income: 0, unpaid: 0, refunded: 0 })
  expect(income).toHaveLength(12)
  expect(latest).toEqual([])
  expect(stock).toEqual({ plenty: 0, few: 0, out: 0, soldOutVersions: 0 })
})

// Specification, section 2: "total income (sum of order totals)", as `totalAmount` of GET /api/v1/admin/orders
test("income is the sum of order totals in figures and charts, with separate refunds and without deleted orders", async () => {
  const { shop, pool } = here
  await writeOrder({ at: daysAgo(0), total: 10_000 })
  await writeOrder({ at: daysAgo(0), total: 5_000, refunded: [1_000, 500] })
  await writeOrder({ at: daysAgo(0), total: 70_000, deleted: true })
  await writeOrder({ at: daysAgo(3, "00:00:00.000Z"), total: 2_000 })
  await writeOrder({ at: daysAgo(3, "23:59:59.999Z"), total: 300 })
  await writeOrder({ at: daysAgo(29), total: 4_000, refunded: [4_000], status: "Cancelled" })
  await writeOrder({ at: daysAgo(29, "00:00:00.000Z"), total: 60 })
  await writeOrder({ at: daysAgo(30, "23:59:59.999Z"), total: 900_000 })
  await writeOrder({ at: daysAgo(800), total: 1_000_000 })

  const thirty = await readDashboard(shop, admin, "30 days")
  const truth = await pool.query(`
    select count(*)::int as orders, sum(total_price)::int as income, (select sum(amount)::int from refunds) as refunded, 0 as unpaid
    from orders where deleted_at is null`)
  expect(thirty.sales).toEqual(truth.rows[0])
  expect(thirty.sales.income).toBe((await listAllOrders(shop, admin)).totalAmount)
  expect(thirty.sales.income).toBe(10_000 + 5_000 + 2_300 + 4_000 + 60 + 900_000 + 1_000_000)
  expect(thirty.sales.refunded).toBe(1_500 + 4_000)

  expect(thirty.income).toHaveLength(30)
  expect(thirty.income.at(-1)).toEqual({
    from: daysAgo(0).slice(0, 10),
    income: 15_000,
    refunded: 1_500,
    orders: 2,
    earlierIncome: 900_000,
  })
  expect(thirty.income.at(-4)).toEqual({
    from: daysAgo(3).slice(0, 10),
    income: 2_300,
    refunded: 0,
    orders: 2,
    earlierIncome: 0,
  })
  expect(thirty.income[0]).toEqual({
    from: daysAgo(29).slice(0, 10),
    income: 4_060,
    refunded: 4_000,
    orders: 2,
    earlierIncome: 0,
  })
  expect(thirty.income.reduce((sum, day) => sum + day.income, 0)).toBe(15_000 + 2_300 + 4_060)

  const months = (await readDashboard(shop, admin, "12 months")).income
  expect(months.reduce((sum, month) => sum + month.income, 0)).toBe(15_000 + 2_300 + 4_060 + 900_000)
  expect(months.every((month) => month.from.endsWith("-01"))).toBe(true)
})

test("a failed refund does not count, and changes no income", async () => {
  const { shop } = here
  const id = await writeOrder({ at: daysAgo(1), total: 800, refunded: [300] })
  const before = (await readDashboard(shop, admin, "30 days")).sales
  await shop.db.updateTable("refunds").set({ status: "failed" }).where("order_id", "=", id).execute()
  const after = (await readDashboard(shop, admin, "30 days")).sales
  expect(after).toEqual({ ...before, refunded: before.refunded - 300 })
})

test("products are out of stock at 0 and low up to 5; deleted ones are not counted, and hidden ones do not run out", async () => {
  const { shop } = here
  await addProduct(shop, { name: "Gone", stock: 0 })
  await addProduct(shop, { name: "Last", stock: 1 })
  await addProduct(shop, { name: "Five", stock: 5 })
  await addProduct(shop, { name: "Six", stock: 6 })
  const deleted = await addProduct(shop, { name: "Deleted", stock: 0 })
  const draft = await addProduct(shop, { name: "Draft", stock: 0 })
  await shop.db.updateTable("products").set({ is_draft: true }).where("id", "=", draft).execute()
  await shop.db.updateTable("products").set({ deleted_at: shop.now() }).where("id", "=", deleted).execute()
  const { stock, lowStock } = await readDashboard(shop, admin, "30 days")
  expect(stock).toEqual({ plenty: 1, few: 2, out: 2, soldOutVersions: 0 })
  expect(lowStock.map((product) => product.name)).toEqual(["Gone", "Last", "Five"])
  await shop.db.deleteFrom("products").where("id", "=", draft).execute()
})

test("open tasks are counted: unconfirmed refunds, and failed mails", async () => {
  const { shop } = here
  const mail = { kind: "welcome", recipient: "a@b.test", subject: "Hi", text_body: "", html_body: "" }
  await shop.db
    .insertInto("mails")
    .values({ id: newObjectId(shop.now()), ...mail, failed_at: shop.now(), last_error: "no such mailbox" })
    .execute()
  const { attention } = await readDashboard(shop, admin, "30 days")
  const { rows } = await here.pool.query(`select count(*)::int as count from refunds where status = 'requested'`)
  expect(attention).toMatchObject({ incidents: 0, refunds: rows[0].count, mails: 1 })
  expect(attention.imprint, "places of the sample imprint that are to be filled in").toBeGreaterThan(0)
})

test("best sellers are ranked by income, without returned, cancelled or older sales", async () => {
  const { shop } = here
  const sell = async (
    product: string,
    price: number,
    quantity: number,
    { days = 1, back = 0, status = "Processing" } = {},
  ) => {
    const id = await writeOrder({ at: daysAgo(days), total: 1_000 })
    await shop.db
      .updateTable("orders")
      .set({ status: status as "Processing" })
      .where("id", "=", id)
      .execute()
    const line = {
      order_id: id,
      position: 0,
      product_id: product,
      variant_id: product,
      name: `Named ${price}`,
      price,
      quantity,
    }
    await shop.db
      .insertInto("order_lines")
      .values({ id: newObjectId(shop.now()), ...line, taxes: "[]", returned_quantity: back })
      .execute()
  }
  const [cheap, dear, brought, old] = await Promise.all(
    [100, 90_000_000, 500, 700].map((price) => addProduct(shop, { price, stock: 9 })),
  )
  await sell(cheap ?? "", 100, 3)
  await sell(cheap ?? "", 100, 2, { status: "Cancelled" })
  await sell(dear ?? "", 90_000_000, 40)
  await sell(brought ?? "", 500, 2, { back: 2 })
  await sell(old ?? "", 700, 1, { days: 40 })
  const { topProducts } = await readDashboard(shop, admin, "30 days")
  expect(topProducts).toEqual([
    { id: dear, name: "Named 90000000", units: 40, income: 3_600_000_000 },
    { id: cheap, name: "Named 100", units: 3, income: 300 },
  ])
})

// Specification, section 2: "out-of-stock count (stock equals 0)", where JSON's `stock` is the sum of the versions
test("a product is out of stock once all its variants are; a sold-out variant of another is counted separately", async () => {
  const { shop } = here
  const jacket = (sizes: Record<string, number>) => addSizedProduct(shop, admin, { name: "Chore Jacket", sizes })
  const { id, variants } = await jacket({ S: 90, M: 0, L: 3 })
  await jacket({ S: 0, M: 0 })
  await jacket({ S: 0, M: 2, L: 0 })
  const draft = await jacket({ S: 0, M: 9 })
  await shop.db.updateTable("products").set({ is_draft: true }).where("id", "=", draft.id).execute()

  const { stock } = await readDashboard(shop, admin, "30 days")
  const shown = await listAllProducts(shop, admin)
  const withStock = (from: number, to = from) => shown.filter((one) => one.stock >= from && one.stock <= to).length
  expect(stock).toEqual({ out: withStock(0), few: withStock(1, 5), plenty: withStock(6, 1e6), soldOutVersions: 3 })
  expect(stock.out).toBeGreaterThan(0)
  const low = await listLowStock(shop, admin, 100)
  expect(low.filter(({ productId }) => productId === id)).toEqual([
    { id: variants.m, productId: id, name: "Chore Jacket, M", stock: 0 },
    { id: variants.l, productId: id, name: "Chore Jacket, L", stock: 3 },
  ])

  const listed = async (filter: object) => {
    const { products, count } = await listProductTable(shop, admin, ProductTableFilter.parse(filter))
    return { count, jacket: products.find((product) => product.id === id)?.lowVariants }
  }
  const titles = [
    { title: "M", stock: 0 },
    { title: "L", stock: 3 },
  ]
  expect(await listed({ stock: "out" })).toEqual({ count: stock.out, jacket: undefined })
  expect(await listed({ stock: "few" })).toEqual({ count: stock.few, jacket: undefined })
  expect(await listed({ stock: "plenty" })).toEqual({ count: stock.plenty, jacket: titles })
  expect(await listed({ stock: "partly" })).toEqual({ count: 3, jacket: titles })
  expect(await listed({ stock: "partly", status: "published" })).toEqual({ count: 2, jacket: titles })
  expect(await listed({ stock: "low" })).toMatchObject({ jacket: titles })
})
