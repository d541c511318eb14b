import { afterAll, beforeAll, expect, test } from "vitest"
import type { Staff } from "~/domain/accounts/actor"
import { updateProduct } from "~/domain/catalog/editing/update-product.server"
import { findProduct } from "~/domain/catalog/find-product.server"
import { findVariantTable } from "~/domain/catalog/variants/variants.server"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { pageText } from "~/testing/pages/page-text"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { addProduct, moveStock } from "~/testing/shop/buyers.server"
import { PASSWORD } from "~/testing/shop/people.server"
import { addSizedProduct } from "~/testing/shop/product-with-options.server"
import { signUpAdmin } from "~/testing/shop/test-orders.server"

let server: TestServer
let admin: Staff
let browser: TestBrowser

beforeAll(async () => {
  server = await openTestServer()
  admin = await signUpAdmin(server.shop)
  browser = server.visitor()
  await browser.post("/login", { email: "admin@shop.test", password: PASSWORD })
})
afterAll(() => server.close())

const optionsPath = (id: string) => `/admin/product/${id}/options`
const variantsPath = (id: string) => `/admin/product/${id}/versions`

/** The fields of a page's form as a browser sends them, without unchecked boxes */
async function fieldsOf(path: string): Promise<Record<string, string>> {
  const html = await (await browser.get(path)).text()
  const form = html.slice(html.indexOf('method="post"', html.indexOf("<main")))
  const fields: Record<string, string> = {}
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]
    const name = attribute("name")
    if (!name || (attribute("type") === "checkbox" && !tag.includes("checked"))) continue
    fields[name] = (attribute("type") === "checkbox" ? "on" : attribute("value")) ?? ""
  }
  for (const [, name, text] of form.matchAll(/<textarea[^>]* name="([^"]*)"[^>]*>([^<]*)</g)) {
    if (name) fields[name] = text ?? ""
  }
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value.replaceAll("&quot;", '"')]))
}

const live = async (id: string) => {
  const { variants } = await findVariantTable(server.shop, admin, id)
  return variants.filter(({ removedAt }) => removedAt === null)
}

test("two forms add sizes and colours to a product, and its prices and stock then follow from its variants", async () => {
  const id = await addProduct(server.shop, { name: "Chore Jacket", price: 5_000, stock: 4 })
  const sent = { ...(await fieldsOf(optionsPath(id))), "options[0].name": "Size", "options[0].values": "S\nM" }
  const saved = await browser.post(optionsPath(id), {
    ...sent,
    "options[1].name": "Colour",
    "options[1].values": "Rust",
  })
  expect([saved.status, saved.headers.get("Location")]).toEqual([303, variantsPath(id)])
  const words = pageText(await (await browser.get(variantsPath(id))).text())
  expect(words).toContain("S, Rust")
  expect(words).toContain("4 units belong to versions that ended")

  const rows = await fieldsOf(variantsPath(id))
  expect([rows["variants[0].sold"], rows["variants[1].sold"], rows["variants[1].price"]]).toEqual([
    "on",
    undefined,
    "50.00",
  ])
  const versions = {
    "variants[1].sold": "on",
    "variants[1].price": "55.00",
    "variants[1].stock": "3",
    "variants[1].sku": "CJ-M",
  }
  expect((await browser.post(variantsPath(id), { ...rows, ...versions, "variants[0].stock": "2" })).status).toBe(303)
  expect(await live(id)).toMatchObject([
    { title: "S, Rust", price: 5_000, stock: 2, sku: null },
    { title: "M, Rust", price: 5_500, stock: 3, sku: "CJ-M" },
  ])
  expect(await findProduct(server.shop, id)).toMatchObject({ price: 5_000, stock: 5 })
  const other = { ...(await fieldsOf(optionsPath(id))), "options[0].values": "M\nS\nL" }
  expect((await browser.post(optionsPath(id), other)).status).toBe(303)
  expect((await browser.post(variantsPath(id), { ...(await fieldsOf(variantsPath(id))), all: "on" })).status).toBe(303)
  const { variants } = await findProduct(server.shop, id)
  expect(variants.map(({ title }) => title)).toEqual(["M, Rust", "S, Rust", "L, Rust"])
})

test("an error is shown at its cell, the entries are kept, and nothing is saved", async () => {
  const { id } = await addSizedProduct(server.shop, admin, { sizes: { S: 1, M: 1 } })
  const rows = await fieldsOf(variantsPath(id))
  const typed = { "variants[0].price": "60.00", "variants[1].price": "free", "variants[1].gtin": "12345678" }
  const refused = await browser.post(variantsPath(id), { ...rows, ...typed })
  expect(refused.status).toBe(400)
  const html = await refused.text()
  expect(html).toMatch(/id="variants-variants\[1\]\.price-error"/)
  expect(pageText(html)).toContain("The check digit of this GTIN is wrong")
  expect(html).toContain('value="60.00"')
  expect((await live(id)).map(({ price }) => price)).toEqual([5_000, 5_000])
})

test("someone else's edit is not overwritten unseen, and a sale does not conflict with an edit", async () => {
  const { id, variants } = await addSizedProduct(server.shop, admin, { sizes: { S: 5, M: 5 } })
  const rows = await fieldsOf(variantsPath(id))
  await moveStock(server.shop, variants.s ?? "", -1)
  expect((await browser.post(variantsPath(id), { ...rows, "variants[0].price": "51.00" })).status).toBe(303)
  const late = await browser.post(variantsPath(id), { ...rows, "variants[0].price": "49.00" })
  expect(late.status).toBe(409)
  const words = pageText(await late.text())
  expect(words).toContain("Someone has since changed Chore Jacket, S")
  expect(words).toContain("Now: sold, price 51.00, stock 4")
  expect((await live(id))[0]).toMatchObject({ price: 5_100, stock: 4 })
})

test("a variant is removed and restored with its values, and the last one stays", async () => {
  const { id } = await addSizedProduct(server.shop, admin, { sizes: { S: 5, M: 7 } })
  const { "variants[1].sold": _, ...without } = await fieldsOf(variantsPath(id))
  expect((await browser.post(variantsPath(id), without)).status).toBe(303)
  expect((await live(id)).map(({ title }) => title)).toEqual(["S"])
  expect(await findProduct(server.shop, id)).toMatchObject({ stock: 5 })
  const { "variants[0].sold": __, ...none } = await fieldsOf(variantsPath(id))
  const refused = await browser.post(variantsPath(id), none)
  expect(refused.status).toBe(400)
  expect(pageText(await refused.text())).toContain("A product needs at least one version")
  const all = { ...(await fieldsOf(variantsPath(id))), all: "on" }
  expect((await browser.post(variantsPath(id), all)).status).toBe(303)
  expect(await live(id)).toMatchObject([
    { title: "S", stock: 5 },
    { title: "M", stock: 7 },
  ])
})

test("a value is renamed with its variants, and one in use is not dropped", async () => {
  const { id, variants } = await addSizedProduct(server.shop, admin, { sizes: { S: 5, M: 7 } })
  const fields = await fieldsOf(optionsPath(id))
  const renamed = await browser.post(optionsPath(id), { ...fields, renames: "0:m", renamed: "Medium" })
  expect(renamed.status).toBe(303)
  expect((await live(id)).map(({ id, title }) => [id, title])).toContainEqual([variants.m, "Medium"])
  const dropped = await browser.post(optionsPath(id), {
    ...(await fieldsOf(optionsPath(id))),
    "options[0].values": "S",
  })
  expect([400, 409]).toContain(dropped.status)
  const html = await dropped.text()
  expect(pageText(html)).toContain("You sell versions in Medium: remove them first")
  expect(html).toMatch(/id="options-options\[0\]\.values-error"/)
})

test("the largest number of combinations is shown in parts, and a part beyond the end is the last one", async () => {
  const id = await addProduct(server.shop)
  const values = Array.from({ length: 60 }, (_, index) => `v${index}`).join("\n")
  const three = [0, 1, 2].flatMap((place) => [
    [`options[${place}].name`, `Option ${place}`],
    [`options[${place}].values`, values],
  ])
  await browser.post(optionsPath(id), { ...(await fieldsOf(optionsPath(id))), ...Object.fromEntries(three) })
  const last = await fieldsOf(`${variantsPath(id)}?page=999999`)
  expect(last["variants[49].values"]).toBe("v59,v59,v59")
  const forged = { ...last, "variants[0].values": "v0,v0,nothing", "variants[0].sold": "on", "variants[0].stock": "1" }
  expect((await browser.post(variantsPath(id), forged)).status).toBe(409)
})

test("the stock ledger names the variant of each movement, and shows those of one, also of a draft", async () => {
  const { id, variants } = await addSizedProduct(server.shop, admin, { name: "Ledger Jacket", sizes: { S: 3, M: 8 } })
  await moveStock(server.shop, variants.m ?? "", -2)
  await updateProduct(server.shop, admin, id, { status: "draft" })
  const ledger = async (search = "") =>
    pageText(await (await browser.get(`/admin/product/${id}/stock${search}`)).text())
  expect(await ledger()).toMatch(/M Correction .*−2 6.*M Correction .*\+8 8.*S Correction .*\+3 3/)
  const ofS = await ledger(`?variant=${variants.s}`)
  expect(ofS).toContain("+3 3")
  expect(ofS).not.toContain("+8 8")
  expect(await ledger()).toContain("Without options (ended)")
  const plain = await addProduct(server.shop, { name: "Plain", stock: 2 })
  expect(pageText(await (await browser.get(`/admin/product/${plain}/stock`)).text())).not.toContain("Version")
})
