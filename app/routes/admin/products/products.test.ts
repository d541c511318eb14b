import { afterAll, beforeAll, expect, test } from "vitest"
import { drawingOf } from "~/demo/drawings.server"
import { demoProducts } from "~/demo/products"
import type { Staff } from "~/domain/accounts/actor"
import { findProduct } from "~/domain/catalog/find-product.server"
import { runImport } from "~/domain/product-table/import/run-import.server"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { pageText } from "~/testing/pages/page-text"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { moveStock } from "~/testing/shop/buyers.server"
import { PASSWORD } from "~/testing/shop/people.server"
import { shelve, signUpAdmin } from "~/testing/shop/test-orders.server"

let server: TestServer
let admin: Staff
let adminBrowser: TestBrowser

beforeAll(async () => {
  server = await openTestServer()
  admin = await signUpAdmin(server.shop)
  adminBrowser = server.visitor()
  await adminBrowser.post("/login", { email: "admin@shop.test", password: PASSWORD })
})
afterAll(() => server.close())

const textOf = async (path: string) => (await adminBrowser.get(path)).text()
const keyOf = (html: string) => /name="formKey" value="([\w-]{22})"/.exec(html)?.[1] ?? ""
const product = (id: string) => findProduct(server.shop, id)

/** Sends a form with files, like a browser without scripts. */
function upload(path: string, fields: Record<string, string>, files: Record<string, File[]> = {}) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  for (const [name, list] of Object.entries(files)) for (const file of list) body.append(name, file)
  return adminBrowser.send(path, { method: "POST", body, headers: { Origin: server.url } })
}

const mug = { name: "Blue mug", price: "12.50", desc: "For tea.", category: "Kitchen", stock: "100" }

async function picture(view = 0): Promise<File> {
  const sharp = (await import("sharp")).default
  const drawing = Buffer.from(await drawingOf(demoProducts[0] as (typeof demoProducts)[number], view))
  return new File([new Uint8Array(await sharp(drawing).resize(400, 400).png().toBuffer())], "mug.png", {
    type: "image/png",
  })
}

test("a product is published with its pictures, in the order in which they were chosen", async () => {
  const done = await upload("/admin/product", mug, { images: [await picture(0), await picture(1)] })
  expect([done.status, done.headers.get("Location")]).toEqual([303, "/admin/products"])
  const list = await textOf("/admin/products")
  expect(pageText(list)).toMatch(/Product created.*Blue mug Kitchen \$12\.50 100/)
  const id = /\/admin\/product\/([0-9a-f]{24})"/.exec(list)?.[1] ?? ""
  expect(await product(id)).toMatchObject({ name: "Blue mug", price: 1_250, stock: 100, category: "Kitchen" })
  expect((await product(id)).pictures).toHaveLength(2)
})

test("a product that is sent twice is published once, also after a refusal", async () => {
  const formKey = keyOf(await textOf("/admin/product"))
  const fields = { ...mug, name: "Twice pressed", formKey }
  expect((await upload("/admin/product", { ...fields, price: "free" })).status).toBe(400)
  const images = [await picture()]
  const presses = [1, 2].map(() => upload("/admin/product", fields, { images }))
  const answers = [...(await Promise.all(presses)), await upload("/admin/product", fields, { images })]
  expect(answers.map(({ headers }) => headers.get("Location"))).toEqual(Array(3).fill("/admin/products"))
  expect(pageText(await textOf("/admin/products"))).toContain("Product created")
  const named = server.shop.db.selectFrom("products").select("id").where("name", "=", "Twice pressed")
  expect(await named.execute()).toHaveLength(1)
})

test("a refused form is shown again with its entries and all errors", async () => {
  const refused = await upload("/admin/product", { ...mug, name: "", price: "free", category: "" })
  expect(refused.status).toBe(400)
  const html = await refused.text()
  const words = pageText(html)
  for (const message of ["Please enter the product name", "Price must be an amount", "Please choose a category"]) {
    expect(words).toContain(message)
  }
  expect(html).toMatch(/value="free"/)
  expect(words).toContain("For tea.")
  const file = new File(["<svg onload=alert(1)>"], "x.png", { type: "image/png" })
  const alone = await upload("/admin/product", mug, { images: [file] })
  expect(alone.status).toBe(400)
  expect(await alone.text()).not.toContain("x.png")
  const several = await upload("/admin/product", mug, { images: [await picture(), file] })
  expect(pageText(await several.text())).toContain("“x.png”: SVG drawings cannot be uploaded")
})

test("the update form is filled in, and has the wording of the specification", async () => {
  const id = await shelve(server.shop, admin, { name: "Filled", price: 999, desc: "Words & more" })
  const html = await textOf(`/admin/product/${id}`)
  const words = pageText(html)
  expect(words).toMatch(/Update product.*Choose category.*Publish/)
  expect(html).toContain('value="Filled"')
  expect(html).toContain('value="9.99"')
  expect(html).toContain("Words &amp; more")
  expect(html).toMatch(/<option value="Kitchen" selected/)
})

test("a sale is started and ended by form; one that reduces nothing is refused, keeping the entries", async () => {
  const id = await shelve(server.shop, admin, { name: "Reduced", price: 2_000 })
  const form = { ...mug, name: "Reduced", stockSeen: "10", stock: "10" }
  const refused = await upload(`/admin/product/${id}`, { ...form, price: "20", compareAtPrice: "19.99" })
  expect(refused.status).toBe(400)
  const html = await refused.text()
  expect(pageText(html)).toContain("The compare-at price must be more than the price")
  expect(html).toMatch(/value="19\.99"/)
  await upload(`/admin/product/${id}`, { ...form, price: "15", compareAtPrice: "20" })
  expect(await product(id)).toMatchObject({ price: 1_500, compareAtPrice: 2_000, priorPrice: 2_000 })
  expect(await textOf(`/admin/product/${id}`)).toMatch(/name="compareAtPrice"[^>]*value="20\.00"/)
  await upload(`/admin/product/${id}`, { ...form, price: "15", compareAtPrice: "" })
  expect(await product(id)).toMatchObject({ price: 1_500, compareAtPrice: null })
})

test("a sale of some days and selling without counting are set by form, and refused at their fields", async () => {
  const { shop } = server
  const id = await shelve(shop, admin, { name: "Sale mug", price: 1_250, stock: 3 })
  const sent = { ...mug, name: "Sale mug", salePrice: "9.00", saleFrom: "2020-01-01", saleUntil: "2999-12-31" }
  const refused = await upload(`/admin/product/${id}`, { ...sent, salePrice: "12.50" })
  expect([refused.status, pageText(await refused.text())]).toEqual([
    400,
    expect.stringContaining("The sale price must be less than the price"),
  ])
  const { stock: _, ...uncounted } = sent
  const missing = await upload(`/admin/product/${id}`, uncounted)
  expect(pageText(await missing.text())).toContain("Please enter the stock, or sell without counting")
  expect((await upload(`/admin/product/${id}`, { ...uncounted, uncounted: "on" })).status).toBe(303)
  expect(await product(id)).toMatchObject({ price: 900, compareAtPrice: 1_250, stock: 999_999 })
  expect(await textOf(`/admin/product/${id}`)).toMatch(/name="price"[^>]*value="12.50"/)
  expect(pageText(await textOf("/admin/products"))).toMatch(/Sale mug Kitchen \$9\.00 Not counted/)
  expect((await upload(`/admin/product/${id}`, { ...sent, salePrice: "", saleFrom: "", saleUntil: "" })).status).toBe(
    303,
  )
  expect(await product(id)).toMatchObject({ price: 1_250, compareAtPrice: null, stock: 100 })
})

test("facts are entered by form, and shown on the page, in its structured data and in JSON", async () => {
  const facts = {
    brand: "Oat & Clay",
    manufacturer: "Kiln Ltd",
    manufacturerAddress: "1 Kiln Lane\r\nPorto",
    manufacturerContact: "kiln@example.com",
    warnings: "Breaks.",
    ownFacts: "Height: 12 cm\r\nHolds: 350 ml",
  }
  await upload("/admin/product", { ...mug, name: "Mug of facts", ...facts })
  const id = /\/admin\/product\/([0-9a-f]{24})"/.exec(await textOf("/admin/products"))?.[1] ?? ""
  const page = await (await server.visitor().get(`/product/${id}/mug-of-facts`)).text()
  expect(pageText(page)).toMatch(/Facts Brand Oat &amp; Clay Manufacturer Kiln Ltd .*Height 12 cm Holds 350 ml/)
  const [, json = ""] = /"@type":"Product"(.*?)<\/script>/s.exec(page) ?? []
  expect(json).toContain('"manufacturer":{"@type":"Organization","name":"Kiln Ltd"')
  expect(json).toContain('"email":"kiln@example.com"')
  expect(json).toContain('{"@type":"PropertyValue","name":"Height","value":"12 cm"}')
  const answer = await (await server.visitor().get(`/api/v1/product/${id}`)).json()
  expect(answer.product.facts).toEqual({
    ...{ brand: "Oat & Clay", manufacturer: "Kiln Ltd", manufacturerAddress: "1 Kiln Lane\nPorto" },
    ...{ manufacturerContact: "kiln@example.com", warnings: "Breaks." },
    own: [
      { name: "Height", value: "12 cm" },
      { name: "Holds", value: "350 ml" },
    ],
  })
  const form = await textOf(`/admin/product/${id}`)
  expect(form).toMatch(/<details[^>]* open=""[^>]*><summary>Facts/)
  const refused = await upload(`/admin/product/${id}`, { ...mug, stockSeen: "100", ...facts, ownFacts: "Height 12" })
  expect(refused.status).toBe(400)
  expect(pageText(await refused.text())).toContain("Please write “Height 12” as a name, a colon and a value")
  await upload(`/admin/product/${id}`, { ...mug, stockSeen: "100", brand: "Oat & Clay" })
  expect((await product(id)).facts).toEqual({ brand: "Oat & Clay" })
  expect(pageText(await (await server.visitor().get(`/product/${id}`)).text())).not.toContain("Kiln Ltd")
  expect(pageText(await textOf(`/admin/audit?subject=${id}`))).toContain("Own facts")
})

test("the tax class is a field of the form, and changes are in the audit log", async () => {
  const id = await shelve(server.shop, admin, { name: "Taxed mug" })
  expect(await textOf(`/admin/product/${id}`)).toContain('<option value="standard" selected="">Standard</option>')
  const fields = { ...mug, name: "Taxed mug", stockSeen: "100" }
  const wrong = await upload(`/admin/product/${id}`, { ...fields, taxClass: "books" })
  expect(await wrong.text()).toMatch(/id="product-taxClass-error"/)
  expect((await upload(`/admin/product/${id}`, { ...fields, taxClass: "reduced" })).status).toBe(303)
  expect(await textOf(`/admin/product/${id}`)).toContain('<option value="reduced" selected="">Reduced</option>')
  expect(pageText(await textOf(`/admin/audit?subject=${id}`))).toContain("Tax class: from Standard to Reduced")
  // A missing field, as in older forms, leaves it unchanged.
  await upload(`/admin/product/${id}`, fields)
  expect(await textOf(`/admin/product/${id}`)).toContain('<option value="reduced" selected="">Reduced</option>')
})

test("a form opened at stock 100 and saved after 20 were sold does not restore the 20", async () => {
  const { shop } = server
  const id = await shelve(shop, admin, { stock: 100 })
  await moveStock(shop, id, -20, "sale")
  const form = { ...mug, stockSeen: "100" }
  await upload(`/admin/product/${id}`, { ...form, stock: "100" })
  expect((await product(id)).stock).toBe(80)
  await upload(`/admin/product/${id}`, { ...form, stock: "110", stockReason: "A box was found" })
  expect((await product(id)).stock).toBe(90)
  expect(pageText(await textOf(`/admin/product/${id}/stock`))).toMatch(/Correction: A box was found.*\+10 90.*−20 80/)
})

test("pictures are ordered, described and removed by form; new ones come after them", async () => {
  const { shop } = server
  await upload(
    "/admin/product",
    { ...mug, name: "Pictured" },
    { images: [await picture(0), await picture(1), await picture(2)] },
  )
  const id = (
    await shop.db.selectFrom("products").select("id").where("name", "=", "Pictured").executeTakeFirstOrThrow()
  ).id
  const [first, second, third] = (await product(id)).pictures.map((picture) => picture.id)
  const form: Record<string, string> = { ...mug, name: "Pictured", stockSeen: "100" }
  const kept = [
    [first, "3", "From the side"],
    [second, "2", ""],
    [third, "1", "From above"],
  ]
  kept.forEach(([picture, position, alt], index) => {
    Object.assign(form, {
      [`kept[${index}].picture`]: picture,
      [`kept[${index}].position`]: position,
      [`kept[${index}].alt`]: alt,
    })
  })
  const back = "/admin/products?page=2"
  const done = await upload(`/admin/product/${id}?${new URLSearchParams({ back })}`, {
    ...form,
    "kept[1].remove": "on",
  })
  expect(done.headers.get("Location")).toBe(back)
  expect(pageText(await textOf(back))).toContain("Product data has been updated")
  const pictures = (await product(id)).pictures
  expect(pictures.map((picture) => [picture.id, picture.alt])).toEqual([
    [third, "From above"],
    [first, "From the side"],
  ])
  const staying = { "kept[0].picture": third ?? "", "kept[0].position": "2", "kept[0].alt": "From above" }
  Object.assign(staying, { "kept[1].picture": first, "kept[1].position": "1", "kept[1].alt": "From the side" })
  const fields = { ...mug, name: "Pictured", stockSeen: "100", ...staying }
  await upload(`/admin/product/${id}`, fields, { images: [await picture(1), await picture(2)] })
  const now = (await product(id)).pictures
  expect(now.map(({ alt }) => alt)).toEqual(["From the side", "From above", "Pictured", "Pictured"])
  expect(now.slice(0, 2).map((picture) => picture.id)).toEqual([first, third])
  const nine = await Promise.all(Array.from({ length: 9 }, () => picture(0)))
  const refused = await upload(`/admin/product/${id}`, { ...fields, price: "13" }, { images: nine })
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain("A product has at most 10 images: please remove some first")
  expect(await product(id)).toMatchObject({ price: 1_250, pictures: now })
})

test("a truncated form that is refused shows its entries, and the product's values for unread fields", async () => {
  const fields = { name: "Pictured", category: "Kitchen", price: "12.50", desc: "For tea." }
  await upload("/admin/product", { ...fields, stock: "100" }, { images: [await picture()] })
  const { id } = await server.shop.db
    .selectFrom("products")
    .select("id")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow()
  const [first] = (await product(id)).pictures
  const large = [1, 2, 3].map((at) => new File([new Uint8Array(11 * 1024 * 1024)], `${at}.png`, { type: "image/png" }))
  const tooMany = await upload(`/admin/product/${id}`, { ...fields, price: "13.20" }, { images: large })
  expect(tooMany.status).toBe(413)
  const page = await tooMany.text()
  expect(pageText(page)).toContain("All files together may have at most 32 MB: please send fewer at a time")
  for (const value of ["13.20", "100", first?.id]) expect(page).toContain(`value="${value}"`)
  const headers = { Origin: server.url, "Content-Type": "text/plain" }
  const unread = await adminBrowser.send(`/admin/product/${id}`, { method: "POST", body: "?", headers })
  expect(unread.status).toBe(415)
  const again = await unread.text()
  for (const value of ["12.50", "100", first?.id]) expect(again).toContain(`value="${value}"`)
})

test("a picture of another product is not used", async () => {
  const id = await shelve(server.shop, admin, { name: "Plain" })
  const foreign = { "kept[0].picture": "66aabbccddeeff0011223344", "kept[0].position": "1", "kept[0].alt": "" }
  const answer = await upload(`/admin/product/${id}`, { ...mug, stockSeen: "10", ...foreign })
  expect(answer.status).toBe(409)
  expect(await answer.text()).toContain("The images have changed in the meantime")
})

test("deleting asks, removes the product from the shop, and can be undone", async () => {
  const id = await shelve(server.shop, admin, { name: "Short-lived" })
  expect(pageText(await textOf(`/admin/product/${id}/delete`))).toContain("Delete Short-lived?")
  await adminBrowser.post(`/admin/product/${id}/delete`, {})
  expect(pageText(await textOf("/admin/products"))).toContain("Product has been deleted")
  expect((await adminBrowser.get(`/product/${id}`)).status).toBe(410)
  expect((await adminBrowser.get(`/admin/product/${id}`)).status).toBe(404)
  await adminBrowser.post("/admin/undo", { kind: "product", id, back: "/admin/products" })
  expect((await adminBrowser.get(`/product/${id}/short-lived`)).status).toBe(200)
})

test("a draft can be deleted as well, and a deleted product is not asked about again", async () => {
  const id = await shelve(server.shop, admin, { name: "Never shown" })
  await server.shop.db.updateTable("products").set({ is_draft: true }).where("id", "=", id).execute()
  expect(pageText(await textOf(`/admin/product/${id}/delete`))).toContain("Delete Never shown?")
  await adminBrowser.post(`/admin/product/${id}/delete`, {})
  expect((await adminBrowser.get(`/admin/product/${id}`)).status).toBe(404)
  expect((await adminBrowser.get(`/admin/product/${id}/delete`)).status).toBe(404)
})

test("selected products are changed together, after a preview", async () => {
  const ids = [await shelve(server.shop, admin, { price: 1_000, stock: 7 }), await shelve(server.shop, admin)]
  const query = new URLSearchParams({
    priceMode: "raise",
    priceBy: "10",
    stockMode: "",
    stockBy: "",
    category: "Gaming",
  })
  for (const id of ids) query.append("id", id)
  query.set("back", "/admin/products?category=Gaming")
  const preview = await textOf(`/admin/products/bulk?${query}`)
  expect(pageText(preview)).toMatch(/Edit 2 products.*Preview.*from \$10\.00 to \$11\.00.*from Kitchen to Gaming/)
  const snapshot = Object.fromEntries(
    ids.flatMap((id, index) => [
      [`snapshot[${index}].id`, id],
      [`snapshot[${index}].price`, "1000"],
      [`snapshot[${index}].stock`, "7"],
      [`snapshot[${index}].category`, "Kitchen"],
    ]),
  )
  const done = await adminBrowser.post(`/admin/products/bulk?${query}`, snapshot)
  expect(done.headers.get("Location")).toBe("/admin/products?category=Gaming")
  expect(pageText(await textOf("/admin/products?category=Gaming"))).toContain("2 products have been updated")
  expect(await product(ids[0] ?? "")).toMatchObject({ price: 1_100, stock: 7, category: "Gaming" })
  const late = await adminBrowser.post(`/admin/products/bulk?${query}`, snapshot)
  expect(late.status).toBe(303)
  expect(pageText(await textOf(`/admin/products/bulk?${query}`))).toContain("has since changed")
})

test("a preview shows which sales a higher price would end", async () => {
  const ids = [1_100, 1_101].map((compareAtPrice) => shelve(server.shop, admin, { price: 1_000, compareAtPrice }))
  const [ends, goesOn] = await Promise.all(ids)
  const words = async (id = "") =>
    pageText(await textOf(`/admin/products/bulk?priceMode=raise&priceBy=10&stockMode=&stockBy=&category=&id=${id}`))
  expect(await words(ends)).toContain("to $11.00 Ends its sale")
  expect(await words(goesOn)).not.toContain("Ends its sale")
})

test("without scripts, a link changes all products of the page together", async () => {
  const all = await textOf("/admin/products")
  const [, link = ""] = /href="([^"]+)">Change all on this page/.exec(all) ?? []
  const boxes = all.match(/<input type="checkbox" name="id" /g) ?? []
  expect(boxes.length).toBeGreaterThan(1)
  expect(pageText(await textOf(link.replaceAll("&amp;", "&")))).toContain(`Edit ${boxes.length} products`)
})

test("a bulk edit that is sent twice adds its units once", async () => {
  const id = await shelve(server.shop, admin, { stock: 7 })
  const query = new URLSearchParams({ id, stockMode: "add", stockBy: "10" })
  const path = `/admin/products/bulk?${query}`
  const fields = {
    formKey: keyOf(await textOf(path)),
    "snapshot[0].id": id,
    "snapshot[0].price": "1000",
    "snapshot[0].stock": "7",
    "snapshot[0].category": "Kitchen",
  }
  for (let sending = 0; sending < 2; sending++) {
    expect((await adminBrowser.post(path, fields)).headers.get("Location")).toBe("/admin/products")
    expect(pageText(await textOf("/admin/products"))).toContain("1 product has been updated")
  }
  expect((await product(id)).stock).toBe(17)
})

test("an empty selection or invalid input is reported and changes nothing", async () => {
  const id = await shelve(server.shop, admin)
  expect(pageText(await textOf("/admin/products/bulk"))).toContain("Tick the products that you want to change")
  const typed = await textOf(`/admin/products/bulk?id=${id}&priceMode=set&priceBy=lots`)
  expect(pageText(typed)).toContain("Enter a price such as 12.50")
  expect(typed).not.toContain("Change 1 product")
})

test("the export is a file that the import accepts unchanged", async () => {
  const file = await adminBrowser.get("/admin/products/export?category=Kitchen")
  expect(file.headers.get("Content-Type")).toBe("text/csv; charset=utf-8")
  expect(file.headers.get("Content-Disposition")).toMatch(/^attachment; filename="products-\d{4}-\d\d-\d\d\.csv"$/)
  const bytes = new File([await file.arrayBuffer()], "products.csv", { type: "text/csv" })
  const judged = await upload("/admin/products/import", {}, { file: [bytes] })
  expect(judged.status).toBe(303)
  const words = pageText(await textOf(judged.headers.get("Location") ?? ""))
  expect(words).toMatch(/Import of products\.csv.*New Changed Unchanged Refused Products 0 0 \d+ 0 Versions 0 0 \d+ 0/)
  expect(words).toContain("There is nothing to import in this file")
})

test("an import is previewed first, then run with its progress shown", async () => {
  const id = await shelve(server.shop, admin, { name: "Imported" })
  const csv = `_id,price,name,category,stock,desc\n${id},20,,,,\n,5,New one,Gaming,3,Fun\n,oops,Bad one,Gaming,3,Fun\n`
  const judged = await upload("/admin/products/import", {}, { file: [new File([csv], "list.csv")] })
  const path = judged.headers.get("Location") ?? ""
  expect(pageText(await textOf(path))).toMatch(
    /Products 1 1 0 1 Versions 1 1 0 1.*Import 2 rows.*Bad one.*Price must be/,
  )
  expect(pageText(await textOf(`${path}?outcome=update`))).toMatch(/Price: from \$10\.00 to \$20\.00/)
  await adminBrowser.post(path, {})
  const running = await textOf(path)
  expect(pageText(running)).toContain("Importing: 0 of 2 rows")
  expect(running).toMatch(/<meta http-equiv="refresh"/i)
  await runImport(server.shop, path.split("/").at(-1) ?? "")
  const done = await textOf(path)
  expect(pageText(done)).toMatch(/Unchanged Refused Created Updated Failed Products 0 1 1 1 0 Versions 0 1 1 1 0/)
  expect(done).not.toMatch(/http-equiv="refresh"/i)
  expect((await product(id)).price).toBe(2_000)
})

test("a file of another shop shows the mapping of its headings, and is read by a job if it is large", async () => {
  const heading = "Handle,Title,Body (HTML),Tags,Type,Option1 Name,Option1 Value,Variant SKU,Variant Price\n"
  const cup = "cup,Espresso cup,,Us,Cups,Title,Default Title,,4.50\n"
  const small = await upload(
    "/admin/products/import",
    { makesCategories: "on" },
    { file: [new File([heading, cup], "s.csv")] },
  )
  const words = pageText(await textOf(small.headers.get("Location") ?? ""))
  expect(words).toMatch(
    /A product file of Shopify.*Categories that will be created: Cups.*Columns that are not imported 1 Tags/,
  )
  expect(words).toContain("Variant SKU SKU")
  const long = `pan,Pan,"${"<p>Long</p>".repeat(8_000)}",Us,Kitchen,Title,Default Title,,9.00\n`
  const rows = Array.from({ length: 110 }, (_, row) => long.replace("pan", `pan-${row}`))
  const large = await upload("/admin/products/import", {}, { file: [new File([heading, ...rows], "l.csv")] })
  const path = large.headers.get("Location") ?? ""
  expect(pageText(await textOf(path))).toContain("Reading: 0 rows so far")
  await runImport(server.shop, path.split("/").at(-1) ?? "")
  expect(pageText(await textOf(path))).toMatch(
    /Refused Products 0 0 0 110 .*A description has at most 10000 characters/,
  )
  const broken = await upload("/admin/products/import", {}, { file: [new File([heading, ...rows, '"a,b'], "b.csv")] })
  const refused = broken.headers.get("Location") ?? ""
  await runImport(server.shop, refused.split("/").at(-1) ?? "")
  expect(pageText(await textOf(refused))).toMatch(
    /This file cannot be imported.*a quotation mark in line 112 is never closed/,
  )
})

test("a file whose samples are cut at an emoji is shown", async () => {
  const memo = `${"a".repeat(79)}🧢 and more`
  const csv = `Article;Amount due;Memo\nPan;19,90;${memo}\n`
  const judged = await upload("/admin/products/import", {}, { file: [new File([csv], "list.csv")] })
  expect(judged.status).toBe(303)
  expect(pageText(await textOf(judged.headers.get("Location") ?? ""))).toContain(`“${"a".repeat(79)}”`)
})

test("all columns of a wide file can be chosen, and a wider one is refused", async () => {
  const wide = (columns: number) =>
    [`${columns}`, "Amount due", ...Array.from({ length: columns - 2 }, (_, place) => `Column ${place}`)].join(";")
  const send = (columns: number) =>
    upload("/admin/products/import", {}, { file: [new File([`${wide(columns)}\nPan;19,90;x\n`], "wide.csv")] })
  const judged = await send(800)
  const path = judged.headers.get("Location") ?? ""
  expect(await textOf(path)).toContain('name="column[799]"')
  const chosen = Object.fromEntries(Array.from({ length: 800 }, (_, place) => [`column[${place}]`, ""]))
  await adminBrowser.post(path, { ...chosen, step: "columns", "column[0]": "name", "column[1]": "price" })
  expect(/Use of its 2 columns.*Products 0 0 0 1 Versions 0 0 0 1/.test(pageText(await textOf(path)))).toBe(true)
  expect(pageText(await (await send(801)).text())).toContain("may have at most 800 columns: please remove some of them")
})

test("a file that is not CSV is refused in the form", async () => {
  const none = await upload("/admin/products/import", {})
  expect(pageText(await none.text())).toContain("Please choose a CSV file")
  const image = await upload("/admin/products/import", {}, { file: [await picture()] })
  expect(image.status).toBe(400)
})
