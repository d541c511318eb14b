import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { newObjectId } from "~/domain/object-id.server"
import { leaveReview } from "~/domain/reviews/reviews.server"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { pageText } from "~/testing/pages/page-text"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { shelve, signUp, signUpAdmin } from "~/testing/shop/test-orders.server"

let server: TestServer
let keeper: TestBrowser
beforeAll(async () => {
  server = await openTestServer()
  keeper = await server.signedIn(await signUpAdmin(server.shop))
})
afterAll(() => server.close())

const read = async (path: string) => pageText(await (await keeper.get(path)).text())

test.each([
  ["/admin/orders", "There are no orders yet", "search=teapot", "status=Lost"],
  ["/admin/orders/pack", "Nothing is waiting to be packed", "country=DE"],
  ["/admin/invoices", "There are no invoices yet", "search=INV-1", "kind=bill"],
  ["/admin/returns", "There are no returns yet", "kind=withdrawal", "status=lost"],
  ["/admin/products", "There are no products yet", "search=teapot", "stock=much"],
  ["/admin/discounts", "There are no discounts yet", "search=spring", "by=magic"],
])("%s says that there are no entries yet, unlike a filter without results", async (path, empty, ...filters) => {
  const all = await read(path)
  expect([all.includes(empty), all.includes("Show all")]).toEqual([true, false])
  for (const filter of filters) {
    const found = await read(`${path}?${filter}`)
    expect([filter, found.includes(empty), found.includes("Nothing found Show all")]).toEqual([filter, false, true])
  }
})

// Specification, section 2: "With no results it shows 'No reviews found'."
describe("the reviews without results", () => {
  const title = '<p class="empty-state-title">No reviews found</p>'
  const read = async (query: string) => (await keeper.get(`/admin/reviews${query}`)).text()

  test("are not found in a shop without reviews, which says so too", async () => {
    for (const query of ["", "?page=3", "?sort=rating"]) {
      const html = await read(query)
      expect([query, html.includes(title), html.includes("There are no reviews yet")]).toEqual([query, true, true])
    }
  })

  test("are not found for any search, while other products have reviews", async () => {
    const { shop } = server
    const admin = await signUpAdmin(shop, "reviews@shop.test")
    const reader = await signUp(shop, "reader@shop.test")
    const [without, reviewed, gone] = [await shelve(shop, admin), await shelve(shop, admin), await shelve(shop, admin)]
    for (const productId of [reviewed, gone]) await leaveReview(shop, reader, { productId, rating: 4, comment: "Good" })
    await shop.db.updateTable("products").set({ deleted_at: shop.now() }).where("id", "=", gone).execute()
    const products = [
      without,
      gone,
      newObjectId(shop.now()),
      "f".repeat(24),
      "z".repeat(24),
      "teapot",

      "9".repeat(300),
    ]
    const queries = products.map((id) => `?product=${id}`)
    queries.push(
      `?product=${reviewed}&rating=1`,
      "?rating=2",
      "?rating=9",
      `?user=${newObjectId(shop.now())}`,
      "?page=2",
    )
    for (const query of queries) expect([query, (await read(query)).includes(title)]).toEqual([query, true])
    expect((await read(`?product=${reviewed}`)).includes(title)).toBe(false)
  })
})
