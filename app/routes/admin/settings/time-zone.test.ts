import { parse } from "csv-parse/sync"
import { afterAll, beforeAll, expect, test } from "vitest"
import { saveDiscount } from "~/domain/discounts/save-discount.server"
import { paths } from "~/paths"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { getAnonymously, isShared } from "~/testing/pages/cached-responses.server"
import { pageText } from "~/testing/pages/page-text"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { anAdmin } from "~/testing/shop/people.server"
import { shelve } from "~/testing/shop/test-orders.server"

let server: TestServer
let owner: TestBrowser
let product: string
beforeAll(async () => {
  server = await openTestServer()
  const admin = await anAdmin(server.shop)
  owner = await server.signedIn(admin)
  product = await shelve(server.shop, admin)
  await saveDiscount(server.shop, admin, null, {
    ...{ name: "Spring", code: null, kind: "percent", percent: 100_000, amount: null, categories: [], products: [] },
    ...{ goodsFrom: null, unitsFrom: null, zones: [], firstOrder: false, maxUses: null, maxUsesPerPerson: null },
    ...{ from: null, until: "2029-12-31" },
  })
  await server.pool.query(`
    insert into orders (id, user_id, user_name, user_email, payment_intent_id, payment_status, shipping_info,
      currency, item_price, tax_price, shipping_price, total_price, created_at)
    select '${"a".repeat(24)}', id, name, email, 'pi_1', 'succeeded', '{"address":"1 Way","city":"Ulm","state":"","country":"DE","pinCode":"1","phoneNo":"+4930"}', 'USD', 100, 0, 0, 100,
      '2026-07-31T22:30:00Z' from users limit 1;
    insert into reviews (id, product_id, user_id, name, rating_halves, comment, created_at, updated_at)
    select '${"b".repeat(24)}', '${product}', id, name, 10, 'Fine', '2026-03-29T00:59:00Z', '2026-12-31T23:30:00Z'
    from users limit 1`)
}, 180_000)
afterAll(() => server?.close())

const text = async (path: string) => pageText(await (await owner.get(path)).text())
const order = `/admin/order/${"a".repeat(24)}`

test("a time zone is chosen from a list, and an unknown one is refused, keeping the entry", async () => {
  const page = await (await owner.get("/admin/settings")).text()
  expect(page).toMatch(/<option value="America\/New_York"[^>]*>America\/New York<\/option>/)
  const refused = await owner.post("/admin/settings", { snapshot: "0", name: "Oak", timeZone: "Mars/Phobos" })
  expect(refused.status).toBe(400)
  const html = await refused.text()
  expect(pageText(html)).toContain("Please choose a time zone from the list, such as Europe/Berlin")
  expect(html).toContain('value="Oak"')
  const { rows } = await server.pool.query("select count(*)::integer as count from settings_versions")
  expect(rows[0].count).toBe(0)
})

test("pages, including cached ones, lists and files use a new time zone immediately", async () => {
  const productPage = async () => {
    const response = await getAnonymously(server, paths.product({ id: product, name: "Mug" }))
    return [isShared(response), pageText(await response.text())] as const
  }
  expect((await productPage())[1]).toContain("31 Dec 2026")
  expect((await productPage())[1]).toContain("until 31 December 2029")
  expect(await text(order)).toContain("31 Jul 2026, 22:30 UTC")
  const saved = await owner.post("/admin/settings", { snapshot: "0", timeZone: "europe/berlin" })
  expect(saved.status).toBe(303)
  expect(await text(order)).toContain("1 Aug 2026, 00:30 UTC+2")
  const kept = (await productPage())[1]
  expect(kept).toContain("1 Jan 2027")
  expect(kept).toContain("until 31 December 2029")
  expect(await text("/admin/orders")).toContain("1 Aug 2026")
  expect(await text("/admin/settings/history")).toContain("Europe/Berlin")
  const file = await owner.get("/admin/orders/export")
  const [row] = parse(await file.text(), { columns: true, bom: true })
  expect((row as Record<string, string>).createdAt).toBe("2026-08-01T00:30:00.000+02:00")
  // The API uses ISO 8601 in UTC.
  const call = await owner.json("GET", `/api/v1/admin/orders`)
  expect(JSON.stringify(await call.json())).toContain("2026-07-31T22:30:00.000Z")
})
