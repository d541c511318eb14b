import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { z } from "zod"
import { samplePicture } from "~/domain/media/testing/sample-pictures"
import type { ApiClient } from "~/testing/api/api-client.server"
import { type ApiServer, openApiServer } from "~/testing/api/api-server.server"
import { buy, signUp } from "~/testing/shop/test-orders.server"
import type { ProductJson } from "../json/product"

type Product = z.output<typeof ProductJson>
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
  test("can be published with any number of pictures, as files or as text", async () => {
    for (const [images, count] of [
      // The placeholder picture
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
    [{ stock: "1.5" }, "Stock must be a whole number from 0 to 999999: the 2nd character, “.”, cannot be used"],
    [{ images: "data:text/html;base64,PGI+" }, expect.stringMatching(/picture|JPEG/)],
  ])("with %j are refused", async (wrong, message) => {
    const { status, body } = await admin.post("/api/v1/admin/product/new", { ...mug, ...wrong })
    expect([status, body.message]).toEqual([400, message])
  })

  test("change only the sent fields; new pictures replace the old ones, and without any the old ones stay", async () => {
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

  test("keep sold units sold, when the client sends the stock that it saw", async () => {
    const { _id } = await publish()
    const buyer = await signUp(server.shop, "api-buyer@shop.example")
    await buy(server.shop, buyer, _id, 2)
    const sent = { stock: 20, stockSeen: 12, stockReason: "Delivery" }
    expect((await admin.put<{ product: Product }>(`/api/v1/admin/product/${_id}`, sent)).body.product.stock).toBe(18)
  })

  test("that are deleted are not found", async () => {
    const { _id } = await publish()
    expect((await admin.delete(`/api/v1/admin/product/${_id}`)).body.message).toBe("Product has been deleted")
    for (const id of [_id, "0".repeat(24), "x", "%00"]) {
      expect((await admin.delete(`/api/v1/admin/product/${id}`)).body.message).toBe("Product not found")
      expect((await admin.put(`/api/v1/admin/product/${id}`, mug)).status).toBe(404)
      expect((await admin.get(`/api/v1/product/${id}`)).status).toBe(404)
    }
  })

  test("are all in the administrator's list, and only public ones in the other", async () => {
    const { body } = await admin.get<{ products: Product[] }>("/api/v1/admin/allproducts")
    const { productCount } = (await admin.get<{ productCount: number }>("/api/v1/product")).body
    expect(body.products.length).toBe(productCount)
    expect(body.products[0]).toMatchObject({ name: "Mug", desc: "For tea." })
  })
})
