import { afterEach, beforeEach, expect, test } from "vitest"
import { productPageOf } from "~/testing/pages/product-page.server"
import { countQuestions, stranger } from "~/testing/pages/shared-responses.server"
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

test("a database that stands still is not asked for the same by everybody, and afterwards nobody sees the old", async () => {
  const product = await addProduct(here.shop, { price: 1_100 })
  const page = await productPageOf(here.shop, product)
  const one = await countQuestions(here, async () => (await stranger(here, page)).text())
  await setPrice(here.shop, product, 1_200)
  await pass(MAX_STALENESS)
  wire.hang()
  // These find out that nothing is known any more; whoever comes then does not wait for that.
  const first = [stranger(here, page), stranger(here, page)]
  await pass(700)
  const asked = await countQuestions(here, async () => {
    const crowd = Array.from({ length: 30 }, () => stranger(here, page))
    await pass(100)
    wire.resume()
    for (const answer of await Promise.all([...first, ...crowd])) {
      expect([answer.status, (await answer.text()).includes("$12.00")]).toEqual([200, true])
    }
  })
  expect(asked).toBeLessThan(one * 6)
})

test("whoever comes while it hangs hears so once, within ten seconds", async () => {
  await (await stranger(here, "/search")).text()
  wire.hang()
  const began = performance.now()
  const answers = await Promise.all(["/products", "/products", "/api/v1/product"].map((path) => stranger(here, path)))
  expect(answers.map(({ status, headers }) => [status, headers.get("Retry-After")])).toEqual([
    [503, "5"],
    [503, "5"],
    [503, "5"],
  ])
  expect(performance.now() - began).toBeLessThan(10_000)
}, 30_000)
