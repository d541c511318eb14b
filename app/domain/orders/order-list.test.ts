import { afterAll, beforeAll, expect, test } from "vitest"
import type { Member, Staff } from "~/domain/accounts/actor"
import { searchBackOffice } from "~/domain/dashboard/search-back-office.server"
import { raiseNumbers } from "~/domain/invoices/raise-numbers.server"
import { repeatOrder } from "~/testing/crowds.server"
import { buy, shelve, signUp, signUpAdmin } from "~/testing/shop/test-orders.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { advanceOrder } from "./advance-order.server"
import { refundOrder } from "./cancellation/refund-order.server"
import { AdminOrderFilter, OrderFilter } from "./order-filter"
import { listMyOrders, listOrders } from "./order-list.server"
import { readNextOrderNumber } from "./order-numbers.server"
import { findOrder, listAllOrders, listMyNewestOrders } from "./orders.server"
import { softDeleteOrder } from "./soft-delete-order.server"

let here: TestShop
let admin: Staff
let ada: Member
let bob: Member
/** Ada bought mugs: 1, 2, … 12 of them; Bob bought one kettle at 100 %. */
const adas: string[] = []
let bobs: string

beforeAll(async () => {
  here = await openTestShop()
  const { shop, clock } = here
  admin = await signUpAdmin(shop)
  ada = await signUp(shop, "ada@shop.test", "Ada Buyer")
  bob = await signUp(shop, "bob@shop.test", "Bob_100%")
  const mug = await shelve(shop, admin, { stock: 500 })
  const kettle = await shelve(shop, admin, { name: "Kettle \\ 100%", price: 90_000 })
  for (let quantity = 1; quantity <= 12; quantity++) {
    adas.push(await buy(shop, ada, mug, quantity))
    clock.advance({ minutes: 1 })
  }
  bobs = await buy(shop, bob, kettle)
  await advanceOrder(shop, admin, adas[0] ?? "", "Shipped", { tracking: "PARCEL-7" })
})
afterAll(() => here.close())

const idsOf = async (query: Record<string, string>) =>
  (await listOrders(here.shop, admin, AdminOrderFilter.parse(query))).orders.map((order) => order.id)
const mine = (query: Record<string, string>) => listMyOrders(here.shop, ada, OrderFilter.parse(query))

test("a member sees their own orders, ten a page, newest first", async () => {
  const first = await mine({})
  expect(first.count).toBe(12)
  expect(first.orders.map((order) => order.id)).toEqual([...adas].reverse().slice(0, 10))
  expect((await mine({ page: "2" })).orders.map((order) => order.id)).toEqual([adas[1], adas[0]])
  expect((await mine({ page: "3" })).orders).toEqual([])
})

test("an order shows its number of units, not of lines", async () => {
  expect((await mine({})).orders[0]).toMatchObject({
    quantity: 12,
    total: 12_000 + 1_200 + 2_500,
    userName: "Ada Buyer",
  })
})

test("orders are found by id, product, customer, email and tracking number, and by nothing else", async () => {
  expect(await idsOf({ search: bobs })).toEqual([bobs])
  expect(await idsOf({ search: "kettle" })).toEqual([bobs])
  expect(await idsOf({ search: "BOB@shop" })).toEqual([bobs])
  expect(await idsOf({ search: "b_1" })).toEqual([bobs])
  expect(await idsOf({ search: "parcel-7" })).toEqual([adas[0]])
  expect(await idsOf({ search: "teapot" })).toEqual([])
})

test("orders are found by their number, which increases from 1001", async () => {
  const first = (await mine({ page: "2" })).orders[1]
  expect(first).toMatchObject({ id: adas[0], number: 1001 })
  expect((await mine({})).orders[0]?.number).toBeGreaterThanOrEqual(1012)
  expect(await idsOf({ search: "#1001" })).toEqual([adas[0]])
  expect(await idsOf({ search: "1001" })).toContain(adas[0])
  expect((await mine({ search: "#1001" })).orders.map(({ id }) => id)).toEqual([adas[0]])
  const { number: bobsNumber } = await findOrder(here.shop, bob, bobs)
  expect((await mine({ search: `#${bobsNumber}` })).orders).toEqual([])
  const found = await searchBackOffice(here.shop, admin, "#1001")
  expect(found.orders?.rows.map(({ id }) => id)).toEqual([adas[0]])
})

test("a percent sign, an underscore or a backslash in a search is literal", async () => {
  expect(await idsOf({ search: "%" })).toEqual([bobs])
  expect(await idsOf({ search: "_" })).toEqual([bobs])
  expect(await idsOf({ search: "\\" })).toEqual([bobs])
})

test("a member cannot find other people's orders", async () => {
  expect((await mine({ search: "kettle" })).orders).toEqual([])
  expect((await mine({ search: bobs })).orders).toEqual([])
})

test("orders are filtered by status, payment and customer", async () => {
  expect(await idsOf({ status: "Shipped" })).toEqual([adas[0]])
  expect(await idsOf({ user: bob.id })).toEqual([bobs])
  expect(await idsOf({ payment: "refunded" })).toEqual([])
  expect(await idsOf({ user: "nobody", status: "Lost", payment: "?", sort: "?", page: "-1" })).toHaveLength(10)
})

test("orders are sorted by date, amount, units and step, in both directions", async () => {
  expect((await idsOf({ sort: "-amount" }))[0]).toBe(bobs)
  expect((await idsOf({ sort: "amount" })).slice(0, 2)).toEqual([adas[0], adas[1]])
  expect((await idsOf({ sort: "date" }))[0]).toBe(adas[0])
  expect((await idsOf({ sort: "-quantity" }))[0]).toBe(adas[11])
  expect((await idsOf({ sort: "-status" }))[0]).toBe(adas[0])
})

test("the sum covers all matches, on every page, without deleted orders", async () => {
  const all = await listOrders(here.shop, admin, AdminOrderFilter.parse({ user: ada.id, page: "2" }))
  const expected = adas.reduce((sum, _, index) => sum + (index + 1) * 1_100 + 2_500, 0)
  expect(all.totalAmount).toBe(expected)
  const whole = await listAllOrders(here.shop, admin)
  expect(whole.totalAmount).toBe(expected + 99_000)
  await softDeleteOrder(here.shop, admin, bobs)
  expect((await listAllOrders(here.shop, admin)).totalAmount).toBe(expected)
  expect(await idsOf({ search: bobs })).toEqual([])
})

test("the public list has each order with its lines and refunds, a hundred per page", async () => {
  await refundOrder(here.shop, admin, adas[1] ?? "", { amount: 300 })
  const { orders } = await listMyNewestOrders(here.shop, ada, 1)
  expect(orders.map((order) => order.lines[0]?.quantity)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  expect(orders.map((order) => order.refunds.length)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0])
  await repeatOrder(here.shop, adas[0] ?? "", 200)
  const pages = await Promise.all([1, 2, 3, 4].map((page) => listMyNewestOrders(here.shop, ada, page)))
  expect(pages.map((page) => [page.orders.length, page.count])).toEqual(
    [100, 100, 12, 0].map((length) => [length, 212]),
  )
  const all = pages.flatMap((page) => page.orders)
  expect(new Set(all.map(({ id }) => id)).size).toBe(212)
  expect(all.every(({ lines }) => lines.length === 1)).toBe(true)
})

test("the owner can raise the next number, and no one can lower it", async () => {
  const { shop } = here
  const next = await readNextOrderNumber(shop)
  await expect(raiseNumbers(shop, admin, { order: next - 1 })).rejects.toThrow(/enter \d{4} or more/)
  await raiseNumbers(shop, admin, { order: 5000 })
  const mug = await shelve(shop, admin)
  const numberOf = async () => (await findOrder(shop, bob, await buy(shop, bob, mug))).number
  expect([await numberOf(), await numberOf()]).toEqual([5000, 5001])
  const { rows } = await here.pool.query("select before, after from audit_log where action = 'numbers.raised'")
  expect(rows).toMatchObject([{ before: { nextOrder: `#${next}` }, after: { nextOrder: "#5000" } }])
})
