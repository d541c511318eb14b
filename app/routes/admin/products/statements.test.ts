import { afterAll, beforeAll, expect, test } from "vitest"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { logStatements, type StatementLog } from "~/testing/pages/statements.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { hiddenFields } from "~/testing/pages/web-checkout.server"
import { addProduct } from "~/testing/shop/buyers.server"
import { anAdmin } from "~/testing/shop/people.server"

let server: TestServer
let browser: TestBrowser
let log: StatementLog
let path: string
let id: string

beforeAll(async () => {
  server = await openTestServer()
  browser = await server.signedIn(await anAdmin(server.shop))
  id = await addProduct(server.shop)
  path = `/admin/product/${id}`
  log = logStatements(server.pool)
})
afterAll(() => server?.close())

/** Reads of the whole product; its lock reads nothing. */
const selects = () =>
  log.texts.filter((text) => /^select "products"\."id".*"product_descriptions"\."description"/s.test(text))

test("editing a product selects it once for the check and once under the lock", async () => {
  const fields = { name: "Oak tray", price: "61.00", desc: "For tea.", category: "Kitchen", stock: "8" }
  const { html } = { html: await (await browser.get(path)).text() }
  log.clear()
  const saved = await browser.post(path, { ...hiddenFields(html), ...fields })
  expect(saved.headers.get("Location"), await saved.text()).toBe("/admin/products")
  expect(selects(), selects().join("\n\n")).toHaveLength(2)
})

test("editing a product by JSON selects it once under the lock, and once for the response", async () => {
  log.clear()
  expect((await browser.json("PUT", `/api/v1${path}`, { price: 62, stock: 9 })).status).toBe(200)
  expect(selects(), selects().join("\n\n")).toHaveLength(2)
})
