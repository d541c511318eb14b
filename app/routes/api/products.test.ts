import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { z } from "zod"
import type { Staff } from "~/domain/accounts/actor"
import { saveVariants } from "~/domain/catalog/variants/save-variants.server"
import { leaveReview } from "~/domain/reviews/reviews.server"
import { type ApiServer, openApiServer } from "~/testing/api/api-server.server"
import fc from "~/testing/hostile/fast-check"
import { shortestTime } from "~/testing/processes/shortest-time"
import { aMember, anAdmin } from "~/testing/shop/people.server"
import { addSizedProduct } from "~/testing/shop/product-with-options.server"
import { shelve } from "~/testing/shop/test-orders.server"
import type { ListedProductJson, ProductJson } from "./json/product"

interface List {
  products: z.output<typeof ListedProductJson>[]
  productCount: number
  resultPerPage: number
  filteredProductCount: number
}

let server: ApiServer
let admin: Staff
let mug: string

beforeAll(async () => {
  server = await openApiServer()
  admin = await anAdmin(server.shop)
  mug = await shelve(server.shop, admin, { name: "Stoneware Mug", price: 2_450 })
  await shelve(server.shop, admin, { name: "Half Marathon Shoe", price: 12_999, category: "Footwear" })
  await shelve(server.shop, admin, { name: "100% Wool Sweater", price: 8_900, category: "Clothing" })
  for (let number = 1; number <= 12; number++) {
    await shelve(server.shop, admin, { name: `Controller ${number}`, price: 5_000 + number, category: "Gaming" })
  }
})

afterAll(() => server?.close())

const list = async (search: string) => (await server.client().get<List>(`/api/v1/product${search}`)).body

describe("the list of products", () => {
  test("counts all products, the filtered ones, and twelve per page", async () => {
    const all = await list("")
    expect([all.productCount, all.filteredProductCount, all.resultPerPage, all.products.length]).toEqual([
      15, 15, 12, 12,
    ])
    const gaming = await list("?category=Gaming&page=2")
    expect([gaming.productCount, gaming.filteredProductCount, gaming.products.length]).toEqual([15, 12, 0])
  })

  test("has the fields that the original client reads", async () => {
    const found = await list("?keyword=mug&page=1&price[gte]=0&price[lte]=25000&ratings[gte]=0")
    expect(found.products.map(({ name }) => name)).toEqual(["Stoneware Mug"])
    expect(found.products[0]).toMatchObject({ _id: mug, price: 24.5, stock: 10, ratings: 0, numReviews: 0 })
  })

  test("has a placeholder for a product without a picture, because the original client reads the first one", async () => {
    const [first] = (await list("?keyword=mug")).products
    const url = expect.stringMatching(/^http:\/\/localhost:\d+\/no-picture\.svg$/)
    expect(first).toMatchObject({ images: [{ _id: "0".repeat(24), public_id: "no-picture", url }] })
  })

  test("accepts encoded brackets", async () => {
    const found = await list("?price%5Bgte%5D=100&price%5Blte%5D=200")
    expect(found.products.map(({ name }) => name)).toEqual(["Half Marathon Shoe"])
  })

  test("includes both ends of a price range, to the cent", async () => {
    expect((await list("?price[gte]=129.99&price[lte]=129.99")).filteredProductCount).toBe(1)
    expect((await list("?price[gte]=130&price[lte]=25000")).filteredProductCount).toBe(0)
  })

  test.each(["%25", "_", "\\", "%5C", "100_"])("treats %s in a keyword literally", async (keyword) => {
    const { products, filteredProductCount } = await list(`?keyword=${encodeURIComponent(decodeURIComponent(keyword))}`)
    expect(products.every(({ name }) => name.includes("100"))).toBe(true)
    expect(filteredProductCount).toBeLessThanOrEqual(1)
  })

  test("finds a percent sign by its adjacent word", async () => {
    expect((await list("?keyword=100%25%20wool")).products.map(({ name }) => name)).toEqual(["100% Wool Sweater"])
  })

  test("sorts by price", async () => {
    const { products } = await list("?sort=price-desc")
    expect(products[0]?.name).toBe("Half Marathon Shoe")
    expect((await list("?sort=price-asc")).products[0]?.name).toBe("Stoneware Mug")
  })

  test("ends in an empty page, even far away, and quickly", async () => {
    for (const page of ["3", "1000000000", "99999999999999999999", "1e400"]) {
      const read = async () => {
        const { products, filteredProductCount } = await list(`?page=${page}`)
        expect([products, filteredProductCount]).toEqual([page === "1e400" ? expect.anything() : [], 15])
      }
      expect(await shortestTime(read)).toBeLessThan(500)
    }
  })

  test("never fails, whatever the query", async () => {
    const name = fc.constantFrom(
      "keyword",
      "page",
      "price[gte]",
      "price[lte]",
      "ratings[gte]",
      "category",
      "sort",
      "_data",
      "x",
    )
    const number = fc.oneof(fc.double(), fc.integer(), fc.bigInt()).map(String)
    const words = fc.constantFrom(
      "NaN",
      "Infinity",
      "-0",
      "0x10",
      "1e999",
      "null",
      "[]",
      "{}",
      "'",
      '"',
      "\0",
      "\ud800",
      "%",
      "\\",
      "&|!():*<->",
    )
    const value = fc.oneof(number, words, fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }))
    const query = fc
      .array(fc.tuple(name, value), { maxLength: 6 })
      .map((pairs) => new URLSearchParams(pairs).toString())
    await fc.assert(
      fc.asyncProperty(query, async (search) => {
        const { status, body } = await server.client().get<List>(`/api/v1/product?${search}`)
        expect(status).toBe(200)
        expect(body.products.length).toBeLessThanOrEqual(body.resultPerPage)
      }),
      { numRuns: 150 },
    )
  }, 60_000)

  test("never fails for a malformed address", async () => {
    for (const search of [
      "?%",
      "?keyword=%E0%A4%A",
      "?price[gte]=%",
      "?&&&=",
      "?keyword[]=a&keyword[]=b",
      "?page[$gt]=1",
    ]) {
      expect((await server.client().get(`/api/v1/product${search}`)).status).toBe(200)
    }
  })

  test("can be cached and revalidated until something changes", async () => {
    const client = server.client()
    const first = await client.get("/api/v1/product?keyword=controller")
    const tag = first.headers.get("ETag") ?? ""
    expect(first.headers.get("Cache-Control")).toBe("public, max-age=0, s-maxage=1, must-revalidate")
    const again = await client.get("/api/v1/product?keyword=controller", { "If-None-Match": `"x", ${tag}` })
    expect([again.status, again.headers.get("ETag")]).toEqual([304, tag])
    await shelve(server.shop, admin, { name: "Controller 13", category: "Gaming" })
    expect((await client.get("/api/v1/product?keyword=controller", { "If-None-Match": tag })).status).toBe(200)
  })
})

describe("a product", () => {
  test("includes its reviews", async () => {
    const ada = await aMember(server.shop, { name: "Ada" })
    await leaveReview(server.shop, ada, { productId: mug, rating: 4.5, comment: "Keeps tea warm." })
    const { body } = await server.client().get<{ product: z.output<typeof ProductJson> }>(`/api/v1/product/${mug}`)
    expect(body.product).toMatchObject({
      _id: mug,
      ratings: 4.5,
      numReviews: 1,
      createdAt: expect.stringMatching(/Z$/),
    })
    expect(body.product.reviews).toMatchObject([{ user: ada.id, name: "Ada", rating: 4.5, comment: "Keeps tea warm." }])
    expect(JSON.stringify(body)).not.toContain(ada.email)
  })

  test.each(["0".repeat(24), "x", "%00", "..%2f", "%E0%A4%A", "new", "a.data"])(
    "with the id %s is not found",
    async (id) => {
      const { status, body } = await server.client().get(`/api/v1/product/${id}`)
      expect([status, body.message]).toEqual([404, "Product not found"])
    },
  )

  test("is found by its id in capitals, and by HEAD without a body", async () => {
    expect((await server.client().get(`/api/v1/product/${mug.toUpperCase()}`)).status).toBe(200)
    const head = await server.client().call("HEAD", `/api/v1/product/${mug}`)
    expect([head.status, head.body, head.headers.get("ETag")]).toEqual([200, {}, expect.any(String)])
  })
})

test("a product with variants has the lowest of their prices and all their units, and lists each of them", async () => {
  const { id, variants } = await addSizedProduct(server.shop, admin, { sizes: { S: 3, M: 0 }, price: 5_000 })
  const dearer = { values: ["m"], sold: true, price: 6_000, sku: "CJ-M" }
  await saveVariants(server.shop, admin, id, [dearer])
  const { body } = await server.client().get<{ product: z.output<typeof ProductJson> }>(`/api/v1/product/${id}`)
  expect(body.product).toMatchObject({
    price: 50,
    stock: 3,
    options: [{ name: "Size", values: ["S", "M"] }],
    variants: [
      { _id: variants.s, name: "S", values: ["S"], price: 50, stock: 3, sku: null },
      { _id: variants.m, name: "M", values: ["M"], price: 60, stock: 0, sku: "CJ-M" },
    ],
  })
})
