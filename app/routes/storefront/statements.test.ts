import { afterAll, beforeAll, expect, test } from "vitest"
import { productPath } from "~/domain/catalog/product-path"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { logStatements, type StatementLog } from "~/testing/pages/statements.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { aMember } from "~/testing/shop/people.server"
import { publishDemoProducts } from "~/testing/shop/published-products.server"

let server: TestServer
/** A member with personal pages, and an anonymous visitor */
let shopper: TestBrowser
let member: TestBrowser
let log: StatementLog
const pages: Record<string, string> = { home: "/", list: "/products" }

beforeAll(async () => {
  server = await openTestServer()
  const [product] = await publishDemoProducts(server.shop, 12)
  const path = product ? productPath(product) : ""
  pages.product = path
  member = await server.signedIn(await aMember(server.shop))
  shopper = server.visitor()
  await shopper.post(path, { product: product?.id ?? "", quantity: 1 })
  // The message about the cart is shown once.
  await shopper.get("/")
  log = logStatements(server.pool)
})
afterAll(() => server?.close())

/** The statements for a page on its second visit, when caches are filled */
async function asked(browser: TestBrowser, page: string) {
  for (const time of ["first", "second"]) {
    log.clear()
    const answer = await browser.get(pages[page] ?? "")
    expect([time, answer.status]).toEqual([time, 200])
    await answer.text()
  }
  return { count: log.texts.length, roundTrips: log.roundTrips, text: log.texts.join("\n") }
}

/** Limits that a change must not exceed unnoticed. Lower them when a page needs less. */
test.each([
  ["home", 1, 2],
  ["list", 1, 2],
  ["product", 1, 2],
])(
  "the page %s takes at most %i statements for a visitor with a cart and %i for a member, in one round trip",
  async (page, mostForShopper, mostForMember) => {
    const forShopper = await asked(shopper, page)
    expect(forShopper.count, forShopper.text).toBeLessThanOrEqual(mostForShopper)
    const forMember = await asked(member, page)
    expect(forMember.count, forMember.text).toBeLessThanOrEqual(mostForMember)
    expect([forShopper.roundTrips, forMember.roundTrips]).toEqual([1, 1])
  },
)
