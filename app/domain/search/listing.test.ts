import { describe, expect, test } from "vitest"
import { demoProducts } from "~/demo/products"
import { restoreProduct, softDeleteProduct } from "~/domain/catalog/editing/delete-product.server"
import { publishProduct } from "~/domain/catalog/editing/publish-product.server"
import { updateProduct } from "~/domain/catalog/editing/update-product.server"
import { describeProducts } from "~/domain/catalog/product-rows.server"
import { openDatabase, openPool } from "~db/database.server"
import { browseProducts, listProducts } from "./listing.server"
import { parseProductFilter } from "./product-filter"
import { openSearchTest } from "./testing/search-test.server"

const here = openSearchTest()

describe("a list without a keyword", () => {
  const all = demoProducts.length
  const lastPage = Math.ceil(all / 12)

  test("shows twelve a page, newest first, with the total", async () => {
    const first = await here.list("")
    expect(first).toMatchObject({ productCount: all, filteredProductCount: all, resultPerPage: 12, corrected: null })
    expect(first.products.map((product) => product.name)).toEqual(
      demoProducts
        .slice(-12)
        .reverse()
        .map((product) => product.name),
    )
  })

  test("shows every product exactly once across its pages, in each order", async () => {
    for (const sort of ["newest", "price-asc", "price-desc", "rating"]) {
      const pages = await Promise.all(
        Array.from({ length: lastPage }, (_, index) => here.names(`sort=${sort}&page=${index + 1}`)),
      )
      expect(pages.flat().sort()).toEqual(demoProducts.map((product) => product.name).sort())
    }
  })

  test("can be sorted by price in both directions", async () => {
    const prices = [...demoProducts.map((product) => product.price)].sort((a, b) => a - b)
    expect((await here.list("sort=price-asc")).products.map((product) => product.price)).toEqual(prices.slice(0, 12))
    expect((await here.list("sort=price-desc")).products.map((product) => product.price)).toEqual(
      prices.reverse().slice(0, 12),
    )
  })

  test("is empty past its end, quickly and with the same counts", async () => {
    expect(await here.list("page=1000000")).toMatchObject({
      products: [],
      filteredProductCount: all,
      productCount: all,
    })
    expect((await here.list(`page=${"9".repeat(30)}`)).products).toEqual([])
  })

  test("has the products that match the filters, and counts them exactly", async () => {
    const cheap = demoProducts.filter(
      ({ category, price }) => category === "Kitchen" && price >= 1_000 && price <= 5_000,
    )
    const found = await here.list("category=Kitchen&price[gte]=10&price[lte]=50")
    expect(found.filteredProductCount).toBe(cheap.length)
    expect(found.products.map((product) => product.name).sort()).toEqual(cheap.map((product) => product.name).sort())
    expect(await here.count("ratings[gte]=0.5")).toBe(0)
  })

  test("counts every category as if it were chosen", async () => {
    const { categories: counts } = await browseProducts(
      here.shop,
      parseProductFilter(here.shop.categories.current, new URLSearchParams("category=Gaming&price[lte]=50")),
    )
    expect(counts).toEqual(
      ["Electronics", "Footwear", "Clothing", "Gaming", "Kitchen", "Household"].map((category) => ({
        category,
        count: demoProducts.filter((product) => product.category === category && product.price <= 5_000).length,
      })),
    )
  })

  test("can include descriptions and all pictures", async () => {
    const { products } = await here.list("category=Gaming&sort=price-asc")
    const [first] = await describeProducts(here.shop, products)
    expect(first?.desc).toBe(demoProducts.find((product) => product.name === first?.name)?.desc)
    expect(first?.pictures).toEqual([])
  })
})

describe("the counts", () => {
  test("follow every change of the catalogue immediately", async () => {
    const before = await here.list("category=Gaming")
    const id = await publish("Marble Run", "Wooden.")
    expect(await here.list("category=Gaming")).toMatchObject({
      filteredProductCount: before.filteredProductCount + 1,
      productCount: before.productCount + 1,
    })
    await updateProduct(here.shop, here.admin, id, { category: "Household" })
    expect(await here.count("category=Gaming")).toBe(before.filteredProductCount)
    expect(await here.count("keyword=marble+run&category=Household")).toBe(1)
    await updateProduct(here.shop, here.admin, id, { name: "Kugelbahn", desc: "Of beech." })
    expect(await here.count("keyword=marble+run")).toBe(0)
    expect(await here.count("keyword=kugelbahn+beech")).toBe(1)
    await softDeleteProduct(here.shop, here.admin, id)
    expect(await here.count("keyword=kugelbahn")).toBe(0)
    await restoreProduct(here.shop, here.admin, id)
    expect(await here.count("keyword=kugelbahn")).toBe(1)
    await softDeleteProduct(here.shop, here.admin, id)
    expect((await here.list("")).productCount).toBe(before.productCount)
  })

  test("follow the changes of another process", async () => {
    const db = openDatabase(openPool({ url: here.databaseUrl, max: 2 }))
    try {
      const elsewhere = { ...here.shop, db }
      const count = async () =>
        (
          await listProducts(
            elsewhere,
            parseProductFilter(here.shop.categories.current, new URLSearchParams("price[lte]=20")),
          )
        ).filteredProductCount
      const before = await count()
      const id = await publish("Whistle", "Loud.")
      expect(await count()).toBe(before + 1)
      await updateProduct(here.shop, here.admin, id, { price: 2_001 })
      expect(await count()).toBe(before)
    } finally {
      await db.destroy()
    }
  })

  test("stay exact while products are added and removed", async () => {
    const before = await here.count("category=Gaming")
    const coming = Array.from({ length: 20 }, (_, index) => publish(`Token ${index}`, "A token."))
    await Promise.all([...coming, ...Array.from({ length: 20 }, () => here.count("category=Gaming"))])
    expect(await here.count("category=Gaming")).toBe(before + 20)
  })
})

function publish(name: string, desc: string) {
  return publishProduct(here.shop, here.admin, { name, desc, category: "Gaming", price: 1_000, stock: 1 })
}
