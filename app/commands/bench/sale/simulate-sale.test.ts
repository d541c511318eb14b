import { afterAll, beforeAll, expect, test } from "vitest"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { addHotProducts, addSaleBuyers, auditSale } from "./sale-shop.server"
import { simulateSale } from "./simulate-sale.server"

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server?.close())

test("a sale counts its orders, and the reasons why others got none", async () => {
  const { shop, url } = server
  const products = await addHotProducts(shop, 1)
  const secret = "not used"
  const buyers = (await addSaleBuyers(shop, 5, secret)).filter(({ credentials }) => credentials !== null)
  const seen = await simulateSale({ urls: [url], products, buyers, visitors: 9, seconds: 1, readingTime: 5 })
  const { orders, without, failures, unavailable } = seen
  // A shopper whose cart has one sold-out product may buy the other one.
  expect({ orders: orders + (without["sold out"] ?? 0), failures, unavailable }).toEqual({
    orders: 3,
    failures: 0,
    unavailable: 0,
  })
  expect(seen.requests.find(({ kind }) => kind === "payment")?.statuses).toEqual({ 303: orders })
  const audit = await auditSale(shop, products, 1)
  expect(audit).toMatchObject({ orders, oversold: 0, violations: [] })
  expect(audit.soldUnits).toEqual(audit.soldUnits.map(() => 1))
})
