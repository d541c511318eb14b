import { afterAll, beforeAll, expect, test } from "vitest"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { addBuyers, addProduct, countOrders, fillCart } from "~/testing/shop/buyers.server"
import { simulateSale } from "./simulate-sale.server"

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server?.close())

test("a sale counts the orders there are, and says why the others went without", async () => {
  const { shop, url } = server
  const product = await addProduct(shop, { name: "Sale lamp", stock: 2 })
  const buyers = await addBuyers(shop, 5)
  for (const buyer of buyers) await fillCart(shop, buyer, [{ variantId: product, quantity: 1 }])
  const cookies = await Promise.all(buyers.map(async (buyer) => (await server.signedIn(buyer)).cookie))
  const seen = await simulateSale({ urls: [url], product, cookies, visitors: 10 })
  expect(seen).toMatchObject({ orders: 2, refusals: { "sold out": 3 } })
  const orders = await Promise.all(buyers.map((buyer) => countOrders(shop, buyer)))
  expect(orders.reduce((sum, count) => sum + count)).toBe(2)
})
