import { expect, test } from "vitest"
import { pageText } from "~/testing/pages/page-text"
import { hiddenFields } from "~/testing/pages/web-checkout.server"
import { openBackOfficeTest } from "~/testing/shop/back-office.server"
import { shelve } from "~/testing/shop/test-orders.server"

const here = openBackOfficeTest()

const textOf = async (path: string) =>
  pageText(await (await here.adminBrowser.get(path)).text()).replaceAll("&amp;", "&")
const seen = async (path: string) => {
  const response = await here.visitor().get(path)
  return { status: response.status, location: response.headers.get("Location"), html: await response.text() }
}
const idOf = (name: string) => here.shop.categories.current.find(name)?.id ?? ""
const make = (name: string, body = "") => here.adminBrowser.post("/admin/category", { name, body })

async function edit(name: string, fields: Record<string, string>) {
  const path = `/admin/category/${idOf(name)}`
  const html = await (await here.adminBrowser.get(path)).text()
  return here.adminBrowser.post(path, { ...hiddenFields(html), ...fields })
}

test("the six are listed in their order, with their numbers of products", async () => {
  const text = await textOf("/admin/categories")
  expect(text).toMatch(/Electronics 0 .*Footwear 0 .*Clothing 0 .*Gaming 0 .*Kitchen 1 .*Household 0 /)
})

test("a new category is available wherever one can be chosen", async () => {
  const made = await make("Poetry & Prose", "New **every** week.")
  expect(made.headers.get("Location")).toBe("/admin/categories")
  for (const path of [
    "/admin/product",
    "/admin/products",
    `/admin/products/bulk?id=${here.mug}`,
    "/search",
    "/products",
    "/",
  ])
    expect(await textOf(path), path).toContain("Poetry & Prose")
  const { html } = await seen("/products?category=Poetry%20%26%20Prose")
  expect(html).toContain("New <strong>every</strong> week.")
  expect(html).toContain('content="New every week."')
  expect((await seen("/sitemap.xml")).html).toContain("/products?category=Poetry%20%26%20Prose")
  const suggested = await here.visitor().get("/search/suggest?q=poet")
  expect(await suggested.json()).toMatchObject({
    suggestions: [{ kind: "category", text: "Poetry & Prose", href: "/products?category=Poetry+%26+Prose" }],
  })
})

test("a browser without scripts returns to the moved row", async () => {
  const id = idOf("Gaming")
  const move = async (direction: string, headers = {}) =>
    (await here.adminBrowser.post("/admin/categories", { id, direction }, headers)).headers.get("Location")
  expect(await move("up", { "Sec-Fetch-Dest": "document" })).toBe(`/admin/categories#move-${id}`)
  expect(await move("down", { "Sec-Fetch-Dest": "empty" })).toBe("/admin/categories")
})

test("a form sent twice creates one category, and leads to the list both times", async () => {
  const { formKey = "" } = hiddenFields(await (await here.adminBrowser.get("/admin/category")).text())
  const send = () => here.adminBrowser.post("/admin/category", { name: "Pressed twice", formKey })
  for (const sent of [...(await Promise.all([send(), send()])), await send()])
    expect([sent.status, sent.headers.get("Location")]).toEqual([303, "/admin/categories"])
  expect(here.shop.categories.current.names.filter((name) => name === "Pressed twice")).toHaveLength(1)
})

test.each([
  ["", "Please enter a name"],
  ["\u200b", "Please enter a name"],
  ["x".repeat(61), "at most 60 characters"],
  ["Mug\u202egum", "a character in the name that cannot be used"],
  ["kitchen", "There is already a category “Kitchen”"],
])("the name %j is refused with a message", async (name, sentence) => {
  const refused = await make(name)
  expect(refused.status).toBe(400)
  expect(pageText(await refused.text())).toContain(sentence)
})

test("the address of a former name redirects permanently, and its JSON means the new one", async () => {
  await make("Toys")
  const id = await shelve(here.shop, here.admin, { name: "Oak train", category: "Toys" })
  const before = await seen("/products?category=Toys")
  expect(before.html).toContain("Oak train")
  expect((await edit("Toys", { name: "Play", body: "" })).headers.get("Location")).toBe("/admin/categories")
  expect(await seen("/products?category=Toys&page=2")).toMatchObject({
    status: 301,
    location: "/products?category=Play&page=2",
  })
  expect(await seen("/products?category=toys")).toMatchObject({ status: 301, location: "/products?category=Play" })
  expect(await seen("/products?category=PLAY")).toMatchObject({ status: 302, location: "/products?category=Play" })
  expect((await seen("/products?category=Play")).html).toContain("Oak train")
  for (const name of ["Toys", "play"]) {
    const list = await (await here.visitor().get(`/api/v1/product?category=${name}`)).json()
    expect(list.products).toMatchObject([{ _id: id, category: "Play" }])
  }
})

test("categories move up and down by buttons", async () => {
  const { names } = here.shop.categories.current
  await here.adminBrowser.post("/admin/categories", { id: idOf("Footwear"), direction: "up" })
  await here.adminBrowser.get("/admin/categories")
  expect(here.shop.categories.current.names.slice(0, 2)).toEqual([names[1], names[0]])
  const nowhere = await here.adminBrowser.post("/admin/categories", { id: "f".repeat(24), direction: "up" })
  expect(nowhere.headers.get("Location")).toBe("/admin/categories")
  expect(await textOf("/admin/categories")).toContain("There is no such category")
})

test("a category with products can only be deleted with a successor, and Undo restores it with its products", async () => {
  await make("Gloves")
  await shelve(here.shop, here.admin, { name: "Grey mittens", category: "Gloves" })
  const id = idOf("Gloves")
  const path = `/admin/category/${id}/delete`
  expect(await textOf(path)).toContain("Delete Gloves?")
  const refused = await here.adminBrowser.post(path, { successor: "" })
  expect(refused.status).toBe(400)
  expect(pageText(await refused.text())).toContain("Gloves has products: please choose a category for them")
  const deleted = await here.adminBrowser.post(path, { successor: idOf("Clothing") })
  expect(deleted.headers.get("Location")).toBe("/admin/categories")
  expect(await textOf("/admin/categories")).toContain("Category has been deleted")
  expect(await seen("/products?category=Gloves")).toMatchObject({
    status: 301,
    location: "/products?category=Clothing",
  })
  expect((await seen("/products?category=Clothing")).html).toContain("Grey mittens")
  expect(await textOf("/admin/audit?kind=category")).toMatch(/Deleted category.*Gloves.*Undo/)

  await here.adminBrowser.post("/admin/undo", { kind: "category", id, back: "/admin/categories" })
  expect(await textOf("/admin/categories")).toContain("Category has been restored")
  expect((await seen("/products?category=Gloves")).html).toContain("Grey mittens")
})

test("an edit does not overwrite someone else's change", async () => {
  await make("Lamps", "Bright.")
  const path = `/admin/category/${idOf("Lamps")}`
  const opened = hiddenFields(await (await here.adminBrowser.get(path)).text())
  await edit("Lamps", { name: "Lights", body: "Bright." })
  const late = await here.adminBrowser.post(path, { ...opened, name: "Lamps", body: "Very bright." })
  expect(late.status).toBe(409)
  expect(pageText(await late.text())).toContain("Changed since you opened this page")
})

test("an import accepts existing categories, including former names, and refuses others by name", async () => {
  const csv = ["name,price,stock,category,desc", "Kite,5,1,toys,x", "Car,5,1,Cars,x"].join("\n")
  const form = new FormData()
  form.set("file", new File([csv], "products.csv"))
  const judged = await here.adminBrowser.send("/admin/products/import", {
    method: "POST",
    body: form,
    headers: { Origin: here.url },
  })
  const text = await textOf(judged.headers.get("Location") ?? "")
  expect(text).toMatch(/Please choose a category: there is no “Cars”, only Footwear, .*Play/)
  const rows = here.shop.db.selectFrom("product_import_rows").select("fields").where("name", "=", "Kite")
  expect(await rows.execute()).toMatchObject([{ fields: { category: "Play" } }])
})
