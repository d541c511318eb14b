import { text } from "node:stream/consumers"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Staff } from "~/domain/accounts/actor"
import { findProduct } from "~/domain/catalog/find-product.server"
import { saveVariants } from "~/domain/catalog/variants/save-variants.server"
import { exportProducts } from "~/domain/product-table/csv/export-products.server"
import { startImport } from "~/domain/product-table/import/imports.server"
import { previewImport } from "~/domain/product-table/import/preview-import.server"
import { runImport } from "~/domain/product-table/import/run-import.server"
import { ProductTableFilter } from "~/domain/product-table/product-table-filter"
import { paths } from "~/paths"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { pageText } from "~/testing/pages/page-text"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { addBuyer, fillCart } from "~/testing/shop/buyers.server"
import { PASSWORD } from "~/testing/shop/people.server"
import { addSizedProduct } from "~/testing/shop/product-with-options.server"
import { shelve, signUpAdmin } from "~/testing/shop/test-orders.server"

let server: TestServer
let admin: Staff
let staff: TestBrowser

beforeAll(async () => {
  server = await openTestServer()
  admin = await signUpAdmin(server.shop)
  staff = server.visitor()
  await staff.post("/login", { email: "admin@shop.test", password: PASSWORD })
})
afterAll(() => server.close())

const read = async (path: string) => (await server.visitor().get(path)).text()
const words = async (path: string) => pageText(await read(path))
const pageOf = (id: string, name: string) => paths.product({ id, name })
const feedItem = async (id: string) =>
  (await read("/feed.xml")).split("<item>").find((item) => item.includes(`<g:id>${id}<`)) ?? ""

const coffee = { name: "Coffee", price: "4.99", desc: "Beans.", category: "Kitchen", stock: "10" }

test("a price per kilogram is on card, product, cart, feed, structured data and JSON", async () => {
  const sent = { ...coffee, measureAmount: "250", measureUnit: "g", salePrice: "3.99" }
  expect((await staff.post("/admin/product", sent)).status).toBe(303)
  const { id } = await server.shop.db
    .selectFrom("products")
    .select("id")
    .where("name", "=", "Coffee")
    .executeTakeFirstOrThrow()
  expect(await words("/products")).toMatch(/Coffee.*\$3\.99.*\$15\.96 per kg/)
  const page = await read(pageOf(id, "Coffee"))
  expect(pageText(page)).toMatch(/\$3\.99.*\$15\.96 per kg.*Contents 250 g/)
  expect(page).toContain(
    '"referenceQuantity":{"@type":"QuantitativeValue","value":"250","unitCode":"GRM","valueReference":{"@type":"QuantitativeValue","value":"1","unitCode":"KGM"}}',
  )
  const item = await feedItem(id)
  expect(item).toContain("<g:unit_pricing_measure>250g</g:unit_pricing_measure>")
  expect(item).toContain("<g:unit_pricing_base_measure>1kg</g:unit_pricing_base_measure>")
  const { product } = JSON.parse(await read(`/api/v1/product/${id}`))
  expect(product.unitPrice).toEqual({ price: 15.96, per: "kg" })
  expect(product.variants[0]).toMatchObject({ measure: { amount: 250, unit: "g" }, unitPrice: { price: 15.96 } })
  const ada = await addBuyer(server.shop)
  await fillCart(server.shop, ada, [{ variantId: id, quantity: 2 }])
  const cart = await (await server.signedIn(ada)).get("/cart")
  expect(pageText(await cart.text())).toContain("$3.99 $15.96 per kg")
})

test.each([
  [{ measureUnit: "g" }, "Enter how much one contains, or clear its unit"],
  [{ measureAmount: "5" }, "Choose the unit of what one contains"],
  [{ measureAmount: "0", measureUnit: "g" }, "Contents must be more than 0"],
  [{ measureAmount: "1000001", measureUnit: "g" }, "Contents can be at most 1000000"],
])("contents such as %j are refused at their field", async (measure, message) => {
  const refused = await staff.post("/admin/product", { ...coffee, ...measure })
  expect([refused.status, pageText(await refused.text())]).toEqual([400, expect.stringContaining(message)])
})

test("a product has the contents of its cheapest version, which change by form alone", async () => {
  const { id } = await addSizedProduct(server.shop, admin, { name: "Oil", sizes: { S: 3, M: 3 } })
  const [small, large] = (await findProduct(server.shop, id)).variants
  await saveVariants(server.shop, admin, id, [
    { values: small?.values ?? [], price: 1_000, measureAmount: 500_000, measureUnit: "ml" },
    { values: large?.values ?? [], price: 1_500, measureAmount: 1_000, measureUnit: "l" },
  ])
  expect(await findProduct(server.shop, id)).toMatchObject({ measureAmount: 500_000, measureUnit: "ml" })
  expect(await words("/products")).toMatch(/Oil.*from \$10\.00 \$20\.00 per l/)
  expect(await words(`${pageOf(id, "Oil")}?option1=${large?.values[0]}`)).toContain("$15.00 $15.00 per l")
  await saveVariants(server.shop, admin, id, [{ values: small?.values ?? [], price: 1_600 }])
  expect(await findProduct(server.shop, id)).toMatchObject({ measureAmount: 1_000, measureUnit: "l" })
  const changes = [{ values: small?.values ?? [], measureUnit: null }]
  await expect(saveVariants(server.shop, admin, id, changes)).rejects.toThrow("Choose the unit of what one contains")
})

test("contents are exported and imported, and a refused row says why", async () => {
  const id = await shelve(server.shop, admin, { name: "Rice", measureAmount: 1_500, measureUnit: "kg" })
  const csv = await text(exportProducts(server.shop, admin, ProductTableFilter.parse({ keyword: "Rice" })))
  expect(csv).toMatch(/"measureAmount","measureUnit"/)
  expect(csv).toMatch(/,"1\.5","kg",/)
  const judge = async (line: string) => {
    const head = "_id,measureAmount,measureUnit"
    return previewImport(server.shop, admin, new File([`${head}\n${id},${line}\n`], "products.csv"))
  }
  const importing = await judge("750,g")
  await startImport(server.shop, admin, importing)
  await runImport(server.shop, importing)
  expect(await findProduct(server.shop, id)).toMatchObject({ measureAmount: 750_000, measureUnit: "g" })
  const refused = await judge("none,")
  const { message } = await server.shop.db
    .selectFrom("product_import_rows")
    .select("message")
    .where("import_id", "=", refused)
    .executeTakeFirstOrThrow()
  expect(message).toBe("Enter how much one contains, or clear its unit (“none”)")
})

test("a bulk edit sets and clears contents, also of versions", async () => {
  const plain = await shelve(server.shop, admin, { name: "Tea" })
  const { id: sized } = await addSizedProduct(server.shop, admin, { name: "Herbs", sizes: { S: 1, M: 1 } })
  const ask = (query: string) => staff.get(`/admin/products/bulk?id=${plain}&id=${sized}&${query}`)
  const refused = pageText(await (await ask("measureMode=set&measureAmount=0&measureUnit=g")).text())
  expect(refused).toContain("Contents must be more than 0")
  const change = async (query: string) => {
    const html = await (await ask(query)).text()
    const fields = [...html.matchAll(/name="(snapshot\[\d\]\.\w+|formKey)" value="([^"]*)"/g)]
    const sent = Object.fromEntries(fields.map(([, name, value]) => [name, value]))
    const done = await staff.post(`/admin/products/bulk?id=${plain}&id=${sized}&${query}`, sent)
    expect(done.status).toBe(303)
    return pageText(html)
  }
  expect(await change("measureMode=set&measureAmount=50&measureUnit=g")).toMatch(/Tea .* None .*50 g/)
  expect(await findProduct(server.shop, plain)).toMatchObject({ measureAmount: 50_000, measureUnit: "g" })
  const { variants } = await findProduct(server.shop, sized)
  expect(variants.map(({ measureAmount }) => measureAmount)).toEqual([50_000, 50_000])
  await change("measureMode=clear")
  expect(await findProduct(server.shop, plain)).toMatchObject({ measureAmount: null, measureUnit: null })
})
