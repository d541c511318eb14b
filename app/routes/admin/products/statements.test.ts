import { afterAll, beforeAll, expect, test } from "vitest"
import { findImport, startImport } from "~/domain/product-table/import/imports.server"
import { previewImport } from "~/domain/product-table/import/preview-import.server"
import { runImport } from "~/domain/product-table/import/run-import.server"
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

/** Queries that read the whole product; the lock itself reads nothing. */
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

test("a product with variants is imported in 17 statements, however many variants", async () => {
  const { shop } = server
  const admin = await anAdmin(shop)
  const sizes = Array.from(
    { length: 12 },
    (_, size) => `cap,${size ? "," : "Cap,Kitchen"},${size ? "" : "Warm."},Size,${size},5,1,CAP-${size}`,
  )
  const lines = ["handle,name,category,desc,option1Name,option1Value,price,stock,sku", ...sizes]
  const imported = await previewImport(shop, admin, new File([lines.join("\n")], "products.csv"))
  await startImport(shop, admin, imported)
  log.clear()
  await runImport(shop, imported)
  const [first, last] = ["begin", "commit"].map((text) => log.texts.indexOf(text))
  expect((last ?? 0) - (first ?? 0) + 1, log.texts.join("\n\n")).toBeLessThanOrEqual(17)
  expect((await findImport(shop, admin, imported)).counts).toMatchObject({ created: 12 })
})
