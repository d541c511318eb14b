import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { z } from "zod"
import type { Staff } from "~/domain/accounts/actor"
import { leaveReview } from "~/domain/reviews/reviews.server"
import { type ApiServer, openApiServer } from "~/testing/api/api-server.server"
import { reviewByCrowd } from "~/testing/crowds.server"
import fc from "~/testing/hostile/fast-check"
import { aMember, anAdmin } from "~/testing/shop/people.server"
import { shelve } from "~/testing/shop/test-orders.server"
import type { ProductJson } from "./json/product"
import type { ReviewJson } from "./json/review"

let server: ApiServer
let admin: Staff
let mug: string

beforeAll(async () => {
  server = await openApiServer()
  admin = await anAdmin(server.shop)
  mug = await shelve(server.shop, admin, { name: "Stoneware Mug" })
  const ada = await aMember(server.shop, { name: "Ada" })
  await leaveReview(server.shop, ada, { productId: mug, rating: 4.5, comment: "Keeps tea warm." })
})

afterAll(() => server?.close())

describe("reviews", () => {
  const read = async (id: string) => {
    const { body } = await server.client().get<{ reviews: z.output<typeof ReviewJson>[] }>(`/api/v1/reviews?id=${id}`)
    return body.reviews
  }

  test("can be read by everyone, and need a product", async () => {
    const client = server.client()
    expect(await read(mug)).toHaveLength(1)
    expect((await client.get(`/api/v1/reviews?id=${"0".repeat(24)}`)).body.message).toBe("Product not found")
    expect((await client.get("/api/v1/reviews?id=%00")).status).toBe(404)
    expect((await client.get("/api/v1/reviews")).status).toBe(400)
  })

  test("are listed a hundred per page, and with their product the newest hundred, however many and long they are", async () => {
    type Page = { reviews: z.output<typeof ReviewJson>[]; reviewCount: number; resultPerPage: number }
    const product = await shelve(server.shop, admin, { name: "Teapot" })
    const get = async (page: string) => (await server.client().get<Page>(`/api/v1/reviews?id=${product}${page}`)).body
    await reviewByCrowd(server.shop, product, 3_000)
    const pages: Page[] = []
    for (let page = 1; page <= 31; page++) pages.push(await get(`&page=${page}`))
    expect(pages.map(({ reviews }) => reviews.length)).toEqual([...Array(30).fill(100), 0])
    const all = pages.flatMap(({ reviews }) => reviews)
    expect(new Set(all.map(({ _id }) => _id)).size).toBe(3_000)
    expect(all.map(({ name }) => name).slice(0, 2)).toEqual(["Person 3000", "Person 2999"])
    for (const invalid of ["", "&page=0", "&page=x", "&page=1e9"]) expect(await get(invalid)).toEqual(pages[0])
    expect(pages[0]).toMatchObject({ reviewCount: 3_000, resultPerPage: 100 })
    const answer = await server.client().browser.get(`/api/v1/product/${product}`)
    const text = await answer.text()
    expect(Buffer.byteLength(text)).toBeLessThan(1_000_000)
    expect(JSON.parse(text).product).toMatchObject({ numReviews: 3_000, reviews: pages[0]?.reviews })
  })

  test("can be written in any of the three content types, and a second one replaces the first", async () => {
    const client = await server.member("reviewer@shop.example")
    const product = await shelve(server.shop, admin, { name: "Kettle" })
    const fields = { productId: product, rating: "3", comment: "Loud." }
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...fields, rating: "3.5" })) form.append(name, value)
    expect((await client.put("/api/v1/product/review", fields)).body.message).toBe("Review added")
    expect((await client.put("/api/v1/product/review", form)).status).toBe(200)
    expect((await client.put("/api/v1/product/review", new URLSearchParams({ ...fields, rating: "5" }))).status).toBe(
      200,
    )
    expect((await read(product)).map(({ rating }) => rating)).toEqual([5])
  })

  test.each([
    [{ rating: 0 }, "Please choose a rating from 0.5 to 5 stars"],
    [{ rating: 5.1 }, "Please choose a rating from 0.5 to 5 stars"],
    [{ rating: null }, "Please choose a rating"],
    [{ comment: "" }, "Please write a comment"],
    [{ comment: "half a pair: \ud800" }, "This text contains a character that cannot be stored"],
    [{ productId: "x" }, "This id is not valid"],
  ])("of %j are refused with a message", async (wrong, message) => {
    const client = await server.member(`wrong-${JSON.stringify(wrong).length}-${message.length}@shop.example`)
    const { status, body } = await client.put("/api/v1/product/review", {
      productId: mug,
      rating: 4,
      comment: "Good.",
      ...wrong,
    })
    expect([status, body.message]).toEqual([400, message])
  })

  test("have an exact average and count after any sequence of writes and deletes", async () => {
    const product = await shelve(server.shop, admin, { name: "Toaster" })
    const writers = await Promise.all([1, 2, 3].map((number) => server.member(`writer${number}@shop.example`)))
    const adminClient = await server.admin()
    const halves = fc.integer({ min: 1, max: 10 })
    const step = fc.record({ writer: fc.nat(2), rating: halves.map((half) => half / 2), remove: fc.boolean() })
    const ratings = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
        for (const { writer, rating, remove } of steps) {
          if (remove && ratings.delete(writer)) {
            const own = (await read(product)).find(({ user }) => user === writers[writer]?.id)
            await adminClient.delete(`/api/v1/reviews?id=${own?._id}&productId=${product}`)
          } else {
            await writers[writer]?.put("/api/v1/product/review", { productId: product, rating, comment: "Toast." })
            ratings.set(writer, rating)
          }
        }
        const answer = await server
          .client()
          .get<{ product: z.output<typeof ProductJson> }>(`/api/v1/product/${product}`)
        const all = [...ratings.values()]
        const average = all.length === 0 ? 0 : all.reduce((sum, one) => sum + one, 0) / all.length
        expect(answer.body.product.numReviews).toBe(all.length)
        expect(answer.body.product.ratings).toBeCloseTo(average, 10)
      }),
      { numRuns: 12 },
    )
  })

  test("can be deleted by administrators only, once, and with the right product", async () => {
    const client = await server.member("meddler@shop.example")
    const adminClient = await server.admin("second-keeper@shop.example")
    const [review] = await read(mug)
    const path = `/api/v1/reviews?id=${review?._id}&productId=${mug}`
    expect((await server.client().delete(path)).status).toBe(401)
    expect((await client.delete(path)).body.message).toBe("Role: user is not allowed to access this resource")
    expect((await adminClient.delete(`/api/v1/reviews?id=${review?._id}&productId=${"0".repeat(24)}`)).status).toBe(404)
    expect((await adminClient.delete(path)).body.message).toBe("Review deleted")
    expect((await adminClient.delete(path)).body.message).toBe("Review not found")
    expect(await read(mug)).toEqual([])
  })
})
