import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { softDeleteProduct } from "~/domain/catalog/editing/delete-product.server"
import { updateProduct } from "~/domain/catalog/editing/update-product.server"
import { addFormerAddresses } from "~/domain/catalog/former-addresses/former-addresses.server"
import { productPageOf } from "~/testing/pages/product-page.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { anAdmin } from "~/testing/shop/people.server"
import { shelve } from "~/testing/shop/test-orders.server"

let here: TestServer
beforeAll(async () => {
  here = await openTestServer()
})
afterAll(() => here.close())

const get = async (path: string) => {
  const response = await here.visitor().get(path)
  return { status: response.status, location: response.headers.get("Location"), html: await response.text() }
}
const moveIn = async (name: string, ...paths: string[]) => {
  const id = await shelve(here.shop, await anAdmin(here.shop), { name })
  await here.shop.transaction((tx) =>
    addFormerAddresses(
      tx,
      paths.map((path) => ({ path, productId: id })),
    ),
  )
  return id
}

describe("an address in the shop that a product was imported from", () => {
  test("leads to the product if it matches exactly, ignoring campaign parameters", async () => {
    const location = await productPageOf(
      here.shop,
      await moveIn("Blue Shirt", "/products/blue-shirt", "/product/blue-shirt-2", "/products/käse & brot"),
    )
    for (const path of [
      "/products/blue-shirt",
      "/products/blue-shirt?utm_source=mail&variant=40123",
      "/products/k%C3%A4se%20%26%20brot",
      "/product/blue-shirt-2",
      "/product/blue-shirt-2?utm_source=mail",
    ]) {
      expect([path, await get(path)]).toMatchObject([path, { status: 301, location }])
    }
    const withSlash = await get("/product/blue-shirt-2/?utm_source=mail")
    expect(withSlash).toMatchObject({ status: 301, location: "/product/blue-shirt-2?utm_source=mail" })
  })

  test("leads to the product from the translated, nested and folderless addresses of other systems", async () => {
    const id = await moveIn(
      "Mug",
      "/product/groesse",
      "/products/red-mug",
      "/12-blue-pan.html",
      "/tee.html",
      "/oak-chair",
    )
    const location = await productPageOf(here.shop, id)
    for (const path of [
      ...["/produkt/groesse", "/produkt/groesse/", "/produit/groesse", "/producto/groesse", "/prodotto/groesse"],
      ...["/collections/mugs/products/red-mug", "/kitchen/12-5-blue-pan.html", "/tee.html", "/oak-chair/"],
    ]) {
      const found = await get(path)
      const last = found.location?.startsWith("/product/") ? found : await get(found.location ?? "")
      expect([path, last]).toMatchObject([path, { status: 301, location }])
    }
    expect((await get("/produkt/other")).status).toBe(404)
  })

  test("is a search, or not found, in any other spelling", async () => {
    await moveIn("Red Shirt", "/products/red-shirt", "/product/red-shirt")
    for (const path of ["/products/Red-Shirt", "/products/red%20shirt", "/products/red-shirt-2"]) {
      expect((await get(path)).html).toContain("Results for “")
    }
    expect((await get("/products/red-shirt?sort=newest")).html).toContain("Results for “red-shirt”")
    for (const path of ["/product/Red-Shirt", "/product/red-shirt/more", "/product/red"]) {
      expect((await get(path)).status).toBe(404)
    }
  })

  test("does not capture its word from searches", async () => {
    const hat = await moveIn("Hat", "/products/hat")
    await shelve(here.shop, await anAdmin(here.shop), { name: "Straw hat" })
    expect(await get("/search?q=hat")).toMatchObject({ status: 302, location: "/products?keyword=hat" })
    const list = await get("/products?keyword=hat")
    expect(list).toMatchObject({ status: 200 })
    expect(list.html).toContain("Straw hat")
    expect(list.html).toContain(hat)
  })

  test("is a search until the product is imported, even if it was cached, and again while it is a draft", async () => {
    const [admin, path] = [await anAdmin(here.shop), "/products/green-shirt"]
    expect((await get(path)).status).toBe(200)
    expect((await get(path)).status).toBe(200)
    const id = await moveIn("Green Shirt", path)
    expect((await get(path)).status).toBe(301)
    await updateProduct(here.shop, admin, id, { status: "draft" })
    expect((await get(path)).status).toBe(200)
    await updateProduct(here.shop, admin, id, { status: "published" })
    expect((await get(path)).status).toBe(301)
  })

  test("stays with its product until that is deleted, and then moves to the next imported with it", async () => {
    const first = await moveIn("First cap", "/product/cap")
    await moveIn("Second cap", "/product/cap")
    const page = await productPageOf(here.shop, first)
    expect(await get("/product/cap")).toMatchObject({ status: 301, location: page })
    await softDeleteProduct(here.shop, await anAdmin(here.shop), first)
    expect(await get("/product/cap")).toMatchObject({ status: 301, location: page })
    expect((await get(page)).status).toBe(410)
    const third = await moveIn("Third cap", "/product/cap")
    expect(await get("/product/cap")).toMatchObject({ location: await productPageOf(here.shop, third) })
  })
})
