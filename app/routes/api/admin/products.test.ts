import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { z } from "zod"
import { samplePicture } from "~/domain/media/testing/sample-pictures"
import { totalsOf } from "~/domain/money"
import type { ApiClient } from "~/testing/api-client.server"
import { type ApiServer, openApiServer } from "~/testing/api-server.server"
import { anAdmin } from "~/testing/people.server"
import { buy, shelve, signUp } from "~/testing/test-orders.server"
import type { OrderJson } from "../json/order"
import type { ProductJson } from "../json/product"
import type { UserJson } from "../json/user"

type Product = z.output<typeof ProductJson>
type Order = z.output<typeof OrderJson>
type User = z.output<typeof UserJson>

let server: ApiServer
let admin: ApiClient & { id: string }
let picture: Buffer

beforeAll(async () => {
  server = await openApiServer()
  admin = await server.admin()
  picture = await samplePicture(300, 300).png().toBuffer()
})

afterAll(() => server?.close())

const mug = { name: "Mug", price: "24.50", desc: "For tea.", category: "Kitchen", stock: "12" }
const dataUrl = () => `data:image/png;base64,${picture.toString("base64")}`
const file = () => new File([new Uint8Array(picture)], "mug.png", { type: "image/png" })

function formOf(fields: Record<string, string | Blob | (string | Blob)[]>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) form.append(name, one)
  return form
}

const publish = async (sent: object = mug) => {
  const { body } = await admin.post<{ product: Product }>("/api/v1/admin/product/new", sent)
  return body.product
}

describe("products", () => {
  test("are put on sale with any number of pictures, as files or as text", async () => {
    for (const [images, count] of [
      // The stand-in.
      [[], 1],
      [dataUrl(), 1],
      [[dataUrl(), dataUrl()], 2],
    ] as const) {
      const { status, body } = await admin.post<{ product: Product }>("/api/v1/admin/product/new", { ...mug, images })
      expect([status, body.message, body.product.images.length]).toEqual([201, "Product created", count])
      expect(body.product).toMatchObject({ name: "Mug", price: 24.5, stock: 12, category: "Kitchen", reviews: [] })
    }
    expect((await publish(formOf({ ...mug, images: [file(), file(), dataUrl()] }))).images).toHaveLength(3)
    const shown = await fetch((await publish(formOf({ ...mug, "images[]": file() }))).images[0]?.url ?? "")
    expect([shown.status, shown.headers.get("Content-Type")]).toEqual([200, "image/jpeg"])
  })

  test.each([
    [{ name: "" }, "Please enter the product name"],
    [{ price: "-1" }, "Price must be an amount between 0.01 and 999999.99"],
    [{ price: "1.999" }, "Price must be an amount between 0.01 and 999999.99"],
    [{ price: 1e300 }, "Price must be an amount between 0.01 and 999999.99"],
    [{ category: "Toys" }, "Please choose a category"],
    [{ category: "" }, "Please choose a category"],
    [{ stock: "1.5" }, "Stock must be a whole number from 0 to 999999"],
    [{ images: "data:text/html;base64,PGI+" }, expect.stringMatching(/picture|JPEG/)],
  ])("with %j are refused", async (wrong, message) => {
    const { status, body } = await admin.post("/api/v1/admin/product/new", { ...mug, ...wrong })
    expect([status, body.message]).toEqual([400, message])
  })

  test("change by what is sent; new pictures replace the old ones, none leave them", async () => {
    const product = await publish({ ...mug, images: [dataUrl(), dataUrl()] })
    const path = `/api/v1/admin/product/${product._id}`
    const cheaper = await admin.put<{ product: Product }>(path, { price: 19 })
    expect(cheaper.body.product).toMatchObject({ name: "Mug", price: 19, images: product.images })
    for (const images of ["", [], [{}], product.images, product.images.map(({ url }) => url)]) {
      const same = await admin.put<{ product: Product }>(path, { ...mug, images })
      expect([same.status, same.body.product.images]).toEqual([200, product.images])
    }
    const other = await admin.put<{ product: Product }>(path, formOf({ ...mug, images: file() }))
    expect(other.body.product.images).toHaveLength(1)
    expect(other.body.product.images[0]?._id).not.toBe(product.images[0]?._id)
  })

  test("keep what was sold meanwhile sold, when the client says which stock it saw", async () => {
    const { _id } = await publish()
    const buyer = await signUp(server.shop, "api-buyer@shop.example")
    await buy(server.shop, buyer, _id, 2)
    const sent = { stock: 20, stockSeen: 12, stockReason: "Delivery" }
    expect((await admin.put<{ product: Product }>(`/api/v1/admin/product/${_id}`, sent)).body.product.stock).toBe(18)
  })

  test("that are gone are not found", async () => {
    const { _id } = await publish()
    expect((await admin.delete(`/api/v1/admin/product/${_id}`)).body.message).toBe("Product has been deleted")
    for (const id of [_id, "0".repeat(24), "x", "%00"]) {
      expect((await admin.delete(`/api/v1/admin/product/${id}`)).body.message).toBe("Product not found")
      expect((await admin.put(`/api/v1/admin/product/${id}`, mug)).status).toBe(404)
      expect((await admin.get(`/api/v1/product/${id}`)).status).toBe(404)
    }
  })

  test("are all in the administrator's list, and only those on sale", async () => {
    const { body } = await admin.get<{ products: Product[] }>("/api/v1/admin/allproducts")
    const { productCount } = (await admin.get<{ productCount: number }>("/api/v1/product")).body
    expect(body.products.length).toBe(productCount)
    expect(body.products[0]).toMatchObject({ name: "Mug", desc: "For tea." })
  })
})

describe("orders", () => {
  test("are read by their customer and by administrators, and by nobody else", async () => {
    const keeper = await anAdmin(server.shop)
    const product = await shelve(server.shop, keeper, { price: 2_450 })
    const customer = await server.member("customer@shop.example", "Ada Buyer")
    const stranger = await server.member("stranger@shop.example")
    const buyer = await signUp(server.shop, "customer2@shop.example", "Ada Buyer")
    const id = await buy(server.shop, buyer, product, 2)
    const path = `/api/v1/order/${id}`
    const read = await admin.get<{ order: Order }>(path)
    const totals = totalsOf([{ price: 2_450, quantity: 2 }])
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
    for (const somebody of [customer, stranger]) {
      expect((await somebody.get(path)).body.message).toBe("No order found")
      expect((await somebody.get<{ order: Order[] }>("/api/v1/my/order")).body.order).toEqual([])
    }
    expect((await stranger.get("/api/v1/order/nonsense")).status).toBe(404)
  })

  test("go one step at a time and end with Delivered", async () => {
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

  test("add up to the total amount, without those that are deleted", async () => {
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

describe("users", () => {
  test("are listed and read without anything secret", async () => {
    const { body } = await admin.get<{ users: User[] }>("/api/v1/admin/users")
    expect(body.users.find(({ _id }) => _id === admin.id)).toMatchObject({
      email: "keeper@shop.example",
      role: "admin",
    })
    expect(JSON.stringify(body)).not.toMatch(/hash|token|argon/i)
    expect((await admin.get<{ user: User }>(`/api/v1/admin/user/${admin.id}`)).body.user.role).toBe("admin")
    expect((await admin.get(`/api/v1/admin/user/${"0".repeat(24)}`)).body.message).toBe("User not found")
  })

  test("become administrators, and stop being, with their next request", async () => {
    const member = await server.member("promoted@shop.example")
    const path = `/api/v1/admin/user/${member.id}`
    const fields = { name: "Promoted", email: "promoted@shop.example" }
    expect((await member.get("/api/v1/admin/users")).status).toBe(403)
    const promoted = await admin.put<{ user: User }>(path, formOf({ ...fields, role: "admin" }))
    expect([promoted.body.message, promoted.body.user.role]).toEqual(["Profile has been updated", "admin"])
    expect((await member.get("/api/v1/admin/users")).status).toBe(200)
    await admin.put(path, { ...fields, role: "user" })
    expect((await member.get("/api/v1/admin/users")).status).toBe(403)
    expect((await admin.put(path, { ...fields, role: "" })).body.message).toBe("Please choose a role")
    expect((await admin.put(path, { ...fields, role: "user", email: "keeper@shop.example" })).body.message).toBe(
      "Email already exists",
    )
  })

  test("are signed out at once when they are deleted", async () => {
    const member = await server.member("leaving@shop.example")
    const path = `/api/v1/admin/user/${member.id}`
    expect((await admin.delete(path)).body.message).toBe("Profile has been deleted")
    expect((await member.get("/api/v1/me")).status).toBe(401)
    expect((await admin.delete(path)).body.message).toBe("User not found")
  })

  test("never run out of administrators", async () => {
    const { body } = await admin.get<{ users: User[] }>("/api/v1/admin/users")
    for (const { _id, role } of body.users) {
      if (role === "admin" && _id !== admin.id) await admin.delete(`/api/v1/admin/user/${_id}`)
    }
    const last = "The last administrator can be neither deleted nor demoted"
    expect((await admin.delete(`/api/v1/admin/user/${admin.id}`)).body.message).toBe(last)
    const demoted = { name: "Keeper", email: "keeper@shop.example", role: "user" }
    expect((await admin.put(`/api/v1/admin/user/${admin.id}`, demoted)).body.message).toBe(last)
  })
})
