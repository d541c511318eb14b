import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { updateProduct } from "~/domain/catalog/editing/update-product.server"
import { startImport } from "~/domain/product-table/import/imports.server"
import { previewImport } from "~/domain/product-table/import/preview-import.server"
import { runImport } from "~/domain/product-table/import/run-import.server"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { pageText } from "~/testing/pages/page-text"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { addProduct } from "~/testing/shop/buyers.server"
import { anAdmin } from "~/testing/shop/people.server"

let server: TestServer
let browser: TestBrowser
let id: string

beforeAll(async () => {
  server = await openTestServer()
  const admin = await anAdmin(server.shop)
  browser = await server.signedIn(admin)
  await addProduct(server.shop)
  const rows = Array.from(
    { length: 12 },
    (_, place) => `${place + 1},simple,K${place},Kettle ${place},1,0,9.0055,Kitchen,x`,
  )
  const file = new File(
    [["ID,Type,SKU,Name,Published,Stock,Regular price,Categories,Meta: a", ...rows].join("\n")],
    "k.csv",
  )
  id = await previewImport(server.shop, admin, file)
})
afterAll(() => server?.close())

const page = async (query: string) => (await browser.get(`/admin/products/import/${id}${query}`)).text()
const count = (html: string, text: RegExp) => html.match(text)?.length ?? 0

test("each number of a preview is a link to its rows, page by page, and to the same as CSV", async () => {
  const html = await page("")
  expect(html).toContain("What the import will do")
  for (const query of ["about=prices", "about=no-stock", "about=products&amp;outcome=create", "about=columns"])
    expect(html).toContain(`href="/admin/products/import/${id}?${query}#rows"`)
  expect(html).toContain("Meta: a")
  const first = await page("?about=prices")
  expect(count(first, />Kettle \d+</g)).toBe(10)
  expect(first).toContain("1–10 of 12")
  expect(count(await page("?about=prices&page=2"), />Kettle \d+</g)).toBe(2)
  expect(count(await page("?about=prices&search=kettle+1"), />Kettle \d+</g)).toBe(3)
  const csv = await browser.get(`/admin/products/import/${id}/export?about=prices`)
  expect(csv.headers.get("Content-Disposition")).toMatch(/^attachment; filename="product-import-\d{4}-\d\d-\d\d\.csv"$/)
  expect((await csv.text()).trim().split("\n")).toHaveLength(1 + 12)
  expect((await browser.get(`/admin/products/import/${id}/export?about=nonsense&page=x`)).status).toBe(200)
})

test("after the import, the page says what happened", async () => {
  await startImport(server.shop, await anAdmin(server.shop), id)
  await runImport(server.shop, id)
  const html = await page("")
  expect(html).toContain("What the import did")
  expect(html).toContain(`href="/admin/products/import/${id}?about=products&amp;outcome=created#rows"`)
})

test("taking back asks with the numbers of what it does, and is refused for a product that was changed since", async () => {
  const confirmation = await (await browser.get(`/admin/products/import/${id}/undo`)).text()
  expect(pageText(confirmation)).toContain("12 products are deleted for good, with stock, reviews and old addresses.")
  const [mug, cup] = [await addProduct(server.shop, { name: "Mug" }), await addProduct(server.shop, { name: "Cup" })]
  const admin = await anAdmin(server.shop)
  const file = new File([`_id,price,stock\n${mug},7,20\n${cup},8,`], "changes.csv")
  const changes = await previewImport(server.shop, admin, file)
  await startImport(server.shop, admin, changes)
  await runImport(server.shop, changes)
  const path = `/admin/products/import/${changes}`
  const consequence =
    "2 products get their former values back. The stock of 1 version changes back by what the import added or removed"
  expect(pageText(await (await browser.get(`${path}/undo`)).text())).toContain(consequence)
  await updateProduct(server.shop, admin, cup, { price: 900 })
  await browser.post(`${path}/undo`, {})
  expect(pageText(await (await browser.get(path)).text())).toContain("Cup: it was changed since")
  await updateProduct(server.shop, admin, cup, { price: 800 })
  await browser.post(`${path}/undo`, {})
  await runImport(server.shop, changes)
  const html = await (await browser.get(path)).text()
  expect(pageText(html)).toContain("Taken back on")
  expect(html).toContain("What was taken back")
  expect(html).toContain(`href="${path}?about=products&amp;outcome=undone#rows">2</a>`)
  expect(pageText(html)).not.toContain("Created")
  expect(html).not.toContain("Differences from the file")
})

test("the number that answers a question has a label", async () => {
  const file = new File(
    ["ID,Type,SKU,Name,Published,In stock?,Regular price,Categories\n1,simple,J,Jar,1,1,9,Kitchen"],
    "w.csv",
  )
  const asking = await previewImport(server.shop, await anAdmin(server.shop), file)
  const html = await (await browser.get(`/admin/products/import/${asking}`)).text()
  expect(html).toContain('<label for="number[0]">Number of units to start with</label>')
  expect(html).toMatch(/<input id="number\[0\]" name="number\[0\]"/)
  await browser.post(`/admin/products/import/${asking}`, {
    step: "answers",
    ...{ "question[0]": "stock", "answer[0]": "number", "number[0]": "7" },
  })
  const { rows } = await sql<{ stock: string }>`
    select fields->>'stock' as stock from product_import_rows where import_id = ${asking}`.execute(server.shop.db)
  expect(rows).toEqual([{ stock: "7" }])
})
