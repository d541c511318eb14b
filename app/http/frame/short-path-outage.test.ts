import { afterEach, beforeEach, expect, test } from "vitest"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { openSlowProxy, type SlowProxy } from "~/testing/processes/slow-proxy.server"
import { captureLog } from "~/testing/shop/captured-log.server"
import { aMember } from "~/testing/shop/people.server"

const { log, lines, clear } = captureLog()
let wire: SlowProxy
let here: TestServer

/** The short path takes only clients that accept it. */
const gzip = { "Accept-Encoding": "gzip" }

beforeEach(async () => {
  const connectVia = async (url: string) => {
    wire = await openSlowProxy(url)
    return wire.url
  }
  here = await openTestServer({ log }, { connectVia }, { maxStaleness: 60_000 })
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

test("a customer who leaves while the session is read is logged once", async () => {
  const customer = await here.signedIn(await aMember(here.shop))
  for (let time = 0; time < 2; time++) await (await customer.get("/contact")).text()
  clear()
  wire.hang()
  const leaving = AbortSignal.timeout(300)
  await expect(customer.send("/contact", { signal: leaving, headers: gzip })).rejects.toThrow()
  wire.resume()
  const logged = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "request")
  await expect.poll(logged).toEqual([expect.objectContaining({ path: "/contact", cutOff: true, level: 30 })])
  await (await customer.get("/contact", gzip)).text()
  expect(logged()).toHaveLength(2)
})
