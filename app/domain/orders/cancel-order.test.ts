import { afterAll, beforeAll, expect, test } from "vitest"
import { buy, shelve, signUp, signUpAdmin } from "~/testing/test-orders.server"
import { openTestShop, type TestShop } from "~/testing/test-shop.server"
import type { Admin, Member } from "../accounts/user"
import { advanceOrder } from "./advance-order.server"
import { cancelOrder } from "./cancel-order.server"
import { findOrder } from "./orders.server"
import { refundOrder } from "./refund-order.server"

let here: TestShop
let admin: Admin
let ada: Member
let mug: string

beforeAll(async () => {
  here = await openTestShop()
  admin = await signUpAdmin(here.shop)
  ada = await signUp(here.shop, "ada@shop.test")
  mug = await shelve(here.shop, admin, { stock: 100 })
})
afterAll(() => here.close())

const stockOf = async (id: string) =>
  (await here.shop.db.selectFrom("products").select("stock").where("id", "=", id).executeTakeFirstOrThrow()).stock

test("a cancelled order gives money and units back, and its customer gets one letter", async () => {
  const { shop } = here
  const before = await stockOf(mug)
  const id = await buy(shop, ada, mug, 4)
  await cancelOrder(shop, ada, id)
  const order = await findOrder(shop, ada, id)
  expect(order).toMatchObject({ status: "Cancelled", payment: { status: "refunded" }, refunded: order.totals.total })
  expect(order.refunds).toMatchObject([{ status: "succeeded", reason: "Cancelled by the customer" }])
  expect(await stockOf(mug)).toBe(before)
  const mails = await shop.db
    .selectFrom("mails")
    .select("kind")
    .where("text_body", "like", `%${id}%`)
    .where("kind", "<>", "order-confirmed")
    .execute()
  expect(mails).toEqual([{ kind: "order-cancelled" }])
})

test("only what has not been given back yet is refunded and restocked", async () => {
  const { shop } = here
  const before = await stockOf(mug)
  const id = await buy(shop, ada, mug, 2)
  const [line] = (await findOrder(shop, ada, id)).lines
  await refundOrder(shop, admin, id, { units: [{ line: line?.id ?? "", quantity: 1 }], restock: true })
  await cancelOrder(shop, ada, id)
  const order = await findOrder(shop, ada, id)
  expect(order.refunds.map((refund) => refund.amount)).toEqual([1_100, order.totals.total - 1_100])
  expect(await stockOf(mug)).toBe(before)
})

test("an order is cancelled once, however often the button is pressed", async () => {
  const { shop } = here
  const before = await stockOf(mug)
  const id = await buy(shop, ada, mug)
  const tries = await Promise.allSettled(Array.from({ length: 5 }, () => cancelOrder(shop, ada, id)))
  expect(tries.filter((one) => one.status === "fulfilled")).toHaveLength(1)
  expect((await findOrder(shop, ada, id)).refunds).toHaveLength(1)
  expect(await stockOf(mug)).toBe(before)
})

test("a refund and a cancellation at the same moment give back what was paid, once", async () => {
  const { shop } = here
  for (let round = 0; round < 5; round++) {
    const id = await buy(shop, ada, mug)
    await Promise.allSettled([
      cancelOrder(shop, ada, id),
      refundOrder(shop, admin, id, { amount: "whole", restock: true }),
    ])
    const order = await findOrder(shop, ada, id)
    expect(order.refunded).toBe(order.totals.total)
    expect(order.refunds.reduce((sum, refund) => sum + refund.amount, 0)).toBe(order.totals.total)
    expect(order.lines[0]?.returnedQuantity).toBe(1)
  }
})

test("what is on its way cannot be cancelled any more", async () => {
  const { shop } = here
  const id = await buy(shop, ada, mug)
  await advanceOrder(shop, admin, id, "Shipped")
  await expect(cancelOrder(shop, ada, id)).rejects.toThrow("This order is on its way and can no longer be cancelled")
})

test("nobody cancels somebody else's order, not even an administrator", async () => {
  const { shop } = here
  const id = await buy(shop, ada, mug)
  const eve = await signUp(shop, "eve@shop.test", "Eve")
  await expect(cancelOrder(shop, eve, id)).rejects.toThrow("No order found")
  await expect(cancelOrder(shop, admin, id)).rejects.toThrow("No order found")
  await expect(cancelOrder(shop, ada, "not-an-id")).rejects.toThrow("No order found")
})
