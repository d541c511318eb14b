import { afterAll, beforeAll, expect, test } from "vitest"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { pageText } from "~/testing/pages/page-text"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { signUpAdmin } from "~/testing/shop/test-orders.server"

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
  ["/admin/reviews", "There are no reviews yet", "rating=5", "product=xyz"],
])("%s says what is not there yet, which is not what a filter did not find", async (path, empty, ...filters) => {
  const all = await read(path)
  expect([all.includes(empty), all.includes("Show all")]).toEqual([true, false])
  for (const filter of filters) {
    const found = await read(`${path}?${filter}`)
    expect([filter, found.includes(empty), found.includes("Nothing found Show all")]).toEqual([filter, false, true])
  }
})
