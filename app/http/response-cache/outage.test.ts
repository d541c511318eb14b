import { afterEach, beforeEach, expect, test } from "vitest"
import { countQueries, getAnonymously } from "~/testing/pages/cached-responses.server"
import { productPageOf } from "~/testing/pages/product-page.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { openSlowProxy, type SlowProxy } from "~/testing/processes/slow-proxy.server"
import { addProduct, setPrice } from "~/testing/shop/buyers.server"

const MAX_STALENESS = 900
let wire: SlowProxy
let here: TestServer

beforeEach(async () => {
  const connectVia = async (url: string) => {
    wire = await openSlowProxy(url)
    return wire.url
  }
  here = await openTestServer({}, { connectVia }, { maxStaleness: MAX_STALENESS })
})
afterEach(async () => {
  wire.resume()
  await here.close()
  await wire.close()
})

const pass = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

test("requests share the wait for an unresponsive database, and afterwards no one sees outdated pages", async () => {
  const product = await addProduct(here.shop, { price: 1_100 })
  const page = await productPageOf(here.shop, product)
  const one = await countQueries(here, async () => (await getAnonymously(here, page)).text())
  await setPrice(here.shop, product, 1_200)
  await pass(MAX_STALENESS)
  wire.hang()
  // These detect that nothing is known any more; later requests do not wait for that.
  const first = [getAnonymously(here, page), getAnonymously(here, page)]
  await pass(700)
  const asked = await countQueries(here, async () => {
    const crowd = Array.from({ length: 30 }, () => getAnonymously(here, page))
    await pass(100)
    wire.resume()
    for (const response of await Promise.all([...first, ...crowd])) {
      expect([response.status, (await response.text()).includes("$12.00")]).toEqual([200, true])
    }
  })
  expect(asked).toBeLessThan(one * 6)
})

test("a request during the outage gets one answer, within ten seconds", async () => {
  await (await getAnonymously(here, "/search")).text()
  wire.hang()
  const began = performance.now()
  const responses = await Promise.all(
    ["/products", "/products", "/api/v1/product"].map((path) => getAnonymously(here, path)),
  )
  expect(responses.map(({ status, headers }) => [status, headers.get("Retry-After")])).toEqual([
    [503, "5"],
    [503, "5"],
    [503, "5"],
  ])
  expect(performance.now() - began).toBeLessThan(10_000)
}, 30_000)
