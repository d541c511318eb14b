import { afterEach, beforeEach, expect, test } from "vitest"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { openSlowProxy, type SlowProxy } from "~/testing/processes/slow-proxy.server"
import { aMember } from "~/testing/shop/people.server"

let wire: SlowProxy
let here: TestServer

beforeEach(async () => {
  const connectVia = async (url: string) => {
    wire = await openSlowProxy(url)
    return wire.url
  }
  here = await openTestServer({}, { connectVia }, { maxStaleness: 60_000 })
})
afterEach(async () => {
  wire.resume()
  await here.close()
  await wire.close()
})

test("a customer whose session cannot be read gets one answer, within ten seconds, and their own page afterwards", async () => {
  const customer = await here.signedIn(await aMember(here.shop, { name: "Ada Lovelace" }))
  for (let time = 0; time < 2; time++) await (await customer.get("/contact")).text()
  wire.hang()
  const began = performance.now()
  const during = await customer.get("/contact")
  expect([during.status, (await during.text()).includes("Lovelace")]).toEqual([200, false])
  expect(performance.now() - began).toBeLessThan(10_000)
  wire.resume()
  await expect.poll(async () => (await customer.get("/contact")).text(), { timeout: 10_000 }).toContain("Lovelace")
}, 40_000)
