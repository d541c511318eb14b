import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { z } from "zod"
import { rulesAt } from "~/domain/pricing/local-rules"
import { quote } from "~/domain/pricing/quote"
import { defaultRules } from "~/domain/pricing/rules"
import type { ApiClient } from "~/testing/api/api-client.server"
import { type ApiServer, openApiServer } from "~/testing/api/api-server.server"
import { anAdmin } from "~/testing/shop/people.server"
import { buy, shelve, signUp } from "~/testing/shop/test-orders.server"
import type { OrderJson } from "../json/order"

const atHome = rulesAt(defaultRules, defaultRules.home, "2026-12-24")

type Order = z.output<typeof OrderJson>
let server: ApiServer
let admin: ApiClient & { id: string }

beforeAll(async () => {
  server = await openApiServer()
  admin = await server.admin()
})

afterAll(() => server?.close())

describe("orders", () => {
  test("can be read by their customer and by administrators, and by no one else", async () => {
    const staff = await anAdmin(server.shop)
    const product = await shelve(server.shop, staff, { price: 2_450 })
    const customer = await server.member("customer@shop.example", "Ada Buyer")
    const otherCustomer = await server.member("other@shop.example")
    const buyer = await signUp(server.shop, "customer2@shop.example", "Ada Buyer")
    const id = await buy(server.shop, buyer, product, 2)
    const path = `/api/v1/order/${id}`
    const read = await admin.get<{ order: Order }>(path)
    const { totals } = quote([{ price: 2_450, quantity: 2 }], atHome)
    expect(read.body.order).toMatchObject({
      user: { _id: buyer.id, name: "Ada Buyer", email: "customer2@shop.example" },
      orderedItems: [{ product, name: "Mug", price: 24.5, quantity: 2, image: `${server.url}/no-picture.svg` }],
      itemPrice: 49,
      taxPrice: 4.9,
      shippingPrice: 25,
      totalPrice: totals.total / 100,
      orderStatus: "Processing",
      paymentInfo: { status: "succeeded" },
    })
    expect(read.body.order.shippingInfo.city).toBe(read.body.order.shippingInfo.suburb)
    for (const client of [customer, otherCustomer]) {
      expect((await client.get(path)).body.message).toBe("No order found")
      expect((await client.get<{ order: Order[] }>("/api/v1/my/order")).body.order).toEqual([])
    }
    expect((await otherCustomer.get("/api/v1/order/nonsense")).status).toBe(404)
  })

  test("move one step at a time and end with Delivered", async () => {
    const buyer = await signUp(server.shop, "steps@shop.example")
    const product = await shelve(server.shop, await anAdmin(server.shop))
    const path = `/api/v1/admin/order/${await buy(server.shop, buyer, product)}`
    const step = async (status: string) => {
      const { status: code, body } = await admin.put(path, { status })
      return [code, body.message]
    }
    expect(await step("Delivered")).toEqual([400, "This order is Processing: its next step is Shipped"])
    expect(await step("Lost")).toEqual([400, "Please choose the next status"])
    expect(await step("Shipped")).toEqual([200, "Order status updated"])
    expect(await step("Shipped")).toEqual([400, "This order is already Shipped"])
    expect(await step("Delivered")).toEqual([200, "Order status updated"])
    expect(await step("Delivered")).toEqual([400, "You have already delivered this order"])
    expect((await admin.put(`/api/v1/admin/order/${"0".repeat(24)}`, { status: "Shipped" })).body.message).toBe(
      "No order found",
    )
  })

  test("add up to the total amount, without deleted ones", async () => {
    const buyer = await signUp(server.shop, "sum@shop.example")
    const product = await shelve(server.shop, await anAdmin(server.shop), { price: 1_999 })
    const id = await buy(server.shop, buyer, product)
    const list = async () => (await admin.get<{ order: Order[]; totalAmount: number }>("/api/v1/admin/orders")).body
    const before = await list()
    const cents = before.order.reduce((sum, { totalPrice }) => sum + Math.round(totalPrice * 100), 0)
    expect(before.totalAmount).toBe(cents / 100)
    expect((await admin.delete(`/api/v1/admin/order/${id}`)).body.message).toBe("Order deleted")
    const after = await list()
    expect([after.order.length, after.order.some(({ _id }) => _id === id)]).toEqual([before.order.length - 1, false])
    expect((await admin.delete(`/api/v1/admin/order/${id}`)).body.message).toBe("No order found")
    expect((await admin.get(`/api/v1/order/${id}`)).status).toBe(404)
  })
})
