import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { demoProducts } from "~/demo/products"
import type { Admin } from "~/domain/accounts/user"
import { describeProducts } from "~/domain/catalog/product-rows.server"
import { publishProduct, restoreProduct, softDeleteProduct, updateProduct } from "~/domain/catalog/products.server"
import { insertDemoProducts } from "~/testing/demo-products.server"
import { anAdmin } from "~/testing/people.server"
import { openTestShop, type TestShop } from "~/testing/test-shop.server"
import { openDatabase, openPool } from "~db/database.server"
import { browseProducts, listProducts } from "./listing.server"
import { findNearest } from "./nearest.server"
import { parseProductFilter } from "./product-filter"

let here: TestShop
let admin: Admin

beforeAll(async () => {
  here = await openTestShop()
  admin = await anAdmin(here.shop)
  await insertDemoProducts(here.shop)
})
afterAll(() => here.close())

const list = (query: string) => listProducts(here.shop, parseProductFilter(new URLSearchParams(query)))
const names = async (query: string) => (await list(query)).products.map((product) => product.name)
const count = async (query: string) => (await list(query)).filteredProductCount

describe("a list without a keyword", () => {
  const all = demoProducts.length
  const lastPage = Math.ceil(all / 12)

  test("shows twelve a page, newest first, and says how many there are", async () => {
    const first = await list("")
    expect(first).toMatchObject({ productCount: all, filteredProductCount: all, resultPerPage: 12, corrected: null })
    expect(first.products.map((product) => product.name)).toEqual(
      demoProducts
        .slice(-12)
        .reverse()
        .map((product) => product.name),
    )
  })

  test("shows every product exactly once on its pages, in each order", async () => {
    for (const sort of ["newest", "price-asc", "price-desc", "rating"]) {
      const pages = await Promise.all(
        Array.from({ length: lastPage }, (_, index) => names(`sort=${sort}&page=${index + 1}`)),
      )
      expect(pages.flat().sort()).toEqual(demoProducts.map((product) => product.name).sort())
    }
  })

  test("is sorted by price from either end", async () => {
    const prices = [...demoProducts.map((product) => product.price)].sort((a, b) => a - b)
    expect((await list("sort=price-asc")).products.map((product) => product.price)).toEqual(prices.slice(0, 12))
    expect((await list("sort=price-desc")).products.map((product) => product.price)).toEqual(
      prices.reverse().slice(0, 12),
    )
  })

  test("is empty past its end, at once, with the same counts", async () => {
    expect(await list("page=1000000")).toMatchObject({ products: [], filteredProductCount: all, productCount: all })
    expect((await list("page=1e30")).products).toEqual([])
  })

  test("leaves what the filters say, and counts it exactly", async () => {
    const cheap = demoProducts.filter(
      ({ category, price }) => category === "Kitchen" && price >= 1_000 && price <= 5_000,
    )
    const found = await list("category=Kitchen&price[gte]=10&price[lte]=50")
    expect(found.filteredProductCount).toBe(cheap.length)
    expect(found.products.map((product) => product.name).sort()).toEqual(cheap.map((product) => product.name).sort())
    expect(await count("ratings[gte]=0.5")).toBe(0)
  })

  test("counts every category as if it were chosen", async () => {
    const { categories: counts } = await browseProducts(
      here.shop,
      parseProductFilter(new URLSearchParams("category=Gaming&price[lte]=50")),
    )
    expect(counts).toEqual(
      ["Electronics", "Footwear", "Clothing", "Gaming", "Kitchen", "Household"].map((category) => ({
        category,
        count: demoProducts.filter((product) => product.category === category && product.price <= 5_000).length,
      })),
    )
  })

  test("can be told with descriptions and all pictures", async () => {
    const { products } = await list("category=Gaming&sort=price-asc")
    const [first] = await describeProducts(here.shop, products)
    expect(first?.desc).toBe(demoProducts.find((product) => product.name === first?.name)?.desc)
    expect(first?.pictures).toEqual([])
  })
})

describe("a keyword", () => {
  test("finds words of the name before words of the description", async () => {
    const found = await names("keyword=walnut")
    const inName = found.filter((name) => name.includes("Walnut"))
    expect(inName.length).toBeGreaterThan(1)
    expect(found.length).toBeGreaterThan(inName.length)
    expect(found.slice(0, inName.length)).toEqual(inName)
  })

  test("finds what is called so before what is nearly called so", async () => {
    const id = await publish("Lamb Soft Toy", "A toy.")
    expect((await names("keyword=lamb"))[0]).toBe("Lamb Soft Toy")
    await softDeleteProduct(here.shop, admin, id)
    expect((await list("keyword=lamb")).products.map((product) => product.id)).not.toContain(id)
  })

  test("finds other forms and beginnings of words, and the category", async () => {
    expect(await names("keyword=lamps")).toContain("Opal Table Lamp")
    expect(await names("keyword=headph")).toContain("Halden Over-Ear Headphones")
    expect(await count("keyword=footwear")).toBe(
      demoProducts.filter((product) => product.category === "Footwear").length,
    )
  })

  test("finds every word that begins like it, be it too common to mean anything elsewhere", async () => {
    const ids = [await publish("Because Poster", "Paper."), await publish("Becalmed Poster", "Paper.")]
    expect((await names("keyword=beca")).sort()).toEqual(["Becalmed Poster", "Because Poster"])
    expect(await names("keyword=becal")).toEqual(["Becalmed Poster"])
    expect(await names("keyword=because")).toContain("Because Poster")
    for (const id of ids) await softDeleteProduct(here.shop, admin, id)
  })

  test("finds the one shelf of many shelves", async () => {
    const ids = [await publish("Wall Shelf", "For books."), await publish("Paring Knife", "For fruit.")]
    expect(await list("keyword=shelves")).toMatchObject({ corrected: "shelf" })
    expect(await names("keyword=shelves")).toContain("Wall Shelf")
    expect(await names("keyword=knives")).toContain("Paring Knife")
    for (const id of ids) await softDeleteProduct(here.shop, admin, id)
  })

  test("puts names with every word first, be some of them too common to be looked for", async () => {
    const ids = [await publish("Linen T-Shirt", "Cool."), await publish("Linen Shirt", "Cool, and newer.")]
    expect((await names("keyword=t-shirt"))[0]).toBe("Linen T-Shirt")
    expect((await names("keyword=linen+shirt"))[0]).toBe("Linen Shirt")
    for (const id of ids) await softDeleteProduct(here.shop, admin, id)
  })

  test("must hold whole: every word counts", async () => {
    expect(await names("keyword=walnut+chess")).toEqual(["Walnut Chess Set"])
    expect(await names("keyword=the+chess+set")).toContain("Walnut Chess Set")
    expect(await names("keyword=can")).toContain("Long-Spout Watering Can")
  })

  test("with a typing mistake says how it was understood", async () => {
    expect(await list("keyword=hedphones")).toMatchObject({ corrected: "headphones" })
    expect(await list("keyword=headphones")).toMatchObject({ corrected: null })
  })

  test("is not doubted because a filter leaves nothing of it", async () => {
    const lamb = await publish("Lamb Soft Toy", "A toy.")
    const { categories: counts, products } = await browseProducts(
      here.shop,
      parseProductFilter(new URLSearchParams("keyword=lamb&category=Footwear")),
    )
    expect(products).toEqual([])
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(await count("keyword=lamb"))
    await softDeleteProduct(here.shop, admin, lamb)
  })

  test("keeps to the filters and orders it is given", async () => {
    const found = await list("keyword=walnut&category=Gaming&sort=price-asc")
    expect(found.products.map((product) => product.category)).toEqual(found.products.map(() => "Gaming"))
    const prices = found.products.map((product) => product.price)
    expect(prices).toEqual([...prices].sort((a, b) => a - b))
  })

  test.each([
    ["only punctuation", "%%% ''' \\ ; -- <>"],
    ["all wildcards", "%_*?:*&|!()"],
    ["NUL", "\u0000"],
    ["half a character", "\ud800"],
    ["ten thousand letters", "x".repeat(10_000)],
    ["thousands of words", "a b ".repeat(2_500)],
    ["a query of its own", "lamp' | 'x':* & !'y"],
    ["emoji", "😀😀"],
  ])("of %s is answered without an error", async (_, keyword) => {
    await expect(list(String(new URLSearchParams({ keyword })))).resolves.toMatchObject({ resultPerPage: 12 })
  })

  test("of nothing but punctuation finds nothing", async () => {
    expect(await list(String(new URLSearchParams({ keyword: "%%%" })))).toMatchObject({
      products: [],
      filteredProductCount: 0,
    })
  })
})

describe("when nothing is found", () => {
  test("a better keyword is offered, and what comes nearest", async () => {
    expect(await count("keyword=wlanut+xqzyv")).toBe(0)
    const { didYouMean, products } = await findNearest(here.shop, "wlanut xqzyv")
    expect(didYouMean).toBe("walnut")
    expect(products[0]?.name).toContain("Walnut")
  })

  test("no keyword is offered that finds nothing either", async () => {
    expect(await findNearest(here.shop, "oak headphones")).toMatchObject({ didYouMean: null })
    expect(await findNearest(here.shop, "%%%")).toEqual({ didYouMean: null, products: [] })
  })
})

describe("the counts", () => {
  test("follow every change of the catalogue at once", async () => {
    const before = await list("category=Gaming")
    const id = await publish("Marble Run", "Wooden.")
    expect(await list("category=Gaming")).toMatchObject({
      filteredProductCount: before.filteredProductCount + 1,
      productCount: before.productCount + 1,
    })
    await updateProduct(here.shop, admin, id, { category: "Household" })
    expect(await count("category=Gaming")).toBe(before.filteredProductCount)
    expect(await count("keyword=marble+run&category=Household")).toBe(1)
    await updateProduct(here.shop, admin, id, { name: "Kugelbahn", desc: "Of beech." })
    expect(await count("keyword=marble+run")).toBe(0)
    expect(await count("keyword=kugelbahn+beech")).toBe(1)
    await softDeleteProduct(here.shop, admin, id)
    expect(await count("keyword=kugelbahn")).toBe(0)
    await restoreProduct(here.shop, admin, id)
    expect(await count("keyword=kugelbahn")).toBe(1)
    await softDeleteProduct(here.shop, admin, id)
    expect((await list("")).productCount).toBe(before.productCount)
  })

  test("follow the changes of another process", async () => {
    const db = openDatabase(openPool({ url: here.databaseUrl, max: 2 }))
    try {
      const elsewhere = { ...here.shop, db }
      const count = async () =>
        (await listProducts(elsewhere, parseProductFilter(new URLSearchParams("price[lte]=20")))).filteredProductCount
      const before = await count()
      const id = await publish("Whistle", "Loud.")
      expect(await count()).toBe(before + 1)
      await updateProduct(here.shop, admin, id, { price: 2_001 })
      expect(await count()).toBe(before)
    } finally {
      await db.destroy()
    }
  })

  test("stay exact while products come and go", async () => {
    const before = await count("category=Gaming")
    const coming = Array.from({ length: 20 }, (_, index) => publish(`Token ${index}`, "A token."))
    await Promise.all([...coming, ...Array.from({ length: 20 }, () => count("category=Gaming"))])
    expect(await count("category=Gaming")).toBe(before + 20)
  })
})

function publish(name: string, desc: string) {
  return publishProduct(here.shop, admin, { name, desc, category: "Gaming", price: 1_000, stock: 1 })
}
