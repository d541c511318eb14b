import { afterAll, beforeAll, expect, test } from "vitest"
import { type Member, requireMember, type Staff } from "~/domain/accounts/actor"
import { findActiveUser } from "~/domain/accounts/user-row.server"
import { updateProduct } from "~/domain/catalog/editing/update-product.server"
import { findProduct } from "~/domain/catalog/find-product.server"
import { DiscountForm } from "~/domain/discounts/discount-record"
import { saveDiscount } from "~/domain/discounts/save-discount.server"
import { changeFactorPolicy } from "~/domain/factors/change-policy.server"
import { findOrder } from "~/domain/orders/orders.server"
import { findPage } from "~/domain/pages/page-versions.server"
import type { FactorPolicy } from "~/domain/settings/settings"
import { readNewestSettings } from "~/domain/settings/settings-versions.server"
import { findUser } from "~/domain/staff/users/users.server"
import { parse } from "~/domain/validation/validation"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { formsOf } from "~/testing/pages/forms-of.server"
import { pageText } from "~/testing/pages/page-text"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { anApp } from "~/testing/shop/people.server"
import { buy, shelve, signUp, signUpAdmin } from "~/testing/shop/test-orders.server"

let server: TestServer
let grace: Staff
let alan: Staff
let ada: Member
let first: TestBrowser
let second: TestBrowser

beforeAll(async () => {
  server = await openTestServer()
  grace = await signUpAdmin(server.shop, "admin@shop.test", "Grace Keeper")
  alan = await signUpAdmin(server.shop, "second@shop.test", "Alan Keeper")
  ada = await signUp(server.shop, "ada@shop.test", "Ada Lovelace")
  first = await server.signedIn(grace)
  second = await server.signedIn(alan)
})
afterAll(() => server.close())

const product = (id: string) => findProduct(server.shop, id)

/** The fields that a page's form would send, with their values */
function fieldsOf(html: string, id: string): Record<string, string> {
  const form = html.split(`id="${id}"`)[1]?.split("</form>")[0] ?? ""
  const fields: Record<string, string> = {}
  for (const [tag] of form.matchAll(/<input [^>]*>/g)) {
    const { name, type } = attributesOf(tag)
    if (name && type !== "file" && type !== "checkbox") fields[name] = attributesOf(tag).value ?? ""
  }
  for (const [, tag = "", text = ""] of form.matchAll(/<textarea ([^>]*)>([^<]*)<\/textarea>/g)) {
    fields[attributesOf(tag).name ?? ""] = plain(text.replace(/^\n/, ""))
  }
  for (const [, tag = "", options = ""] of form.matchAll(/<select ([^>]*)>(.*?)<\/select>/gs)) {
    fields[attributesOf(tag).name ?? ""] = plain(/<option value="([^"]*)" selected/.exec(options)?.[1] ?? "")
  }
  return fields
}

function tickedIn(html: string, name: string): string[] {
  const boxes = [...html.matchAll(/<input [^>]*type="checkbox"[^>]*>/g)].map(([tag]) => tag)
  return boxes.flatMap((tag) => {
    const { name: own, value = "on" } = attributesOf(tag)
    return own === name && / checked=""/.test(tag) ? [value] : []
  })
}

function attributesOf(tag: string): Record<string, string> {
  return Object.fromEntries(
    [...tag.matchAll(/([a-zA-Z-]+)="([^"]*)"/g)].map(([, name, value]) => [name, plain(value ?? "")]),
  )
}

function plain(text: string): string {
  return text.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&lt;", "<").replaceAll("&amp;", "&")
}

const opened = async (browser: TestBrowser, path: string, id: string) =>
  fieldsOf(await (await browser.get(path)).text(), id)

test("a fact that someone else has entered in the meantime is kept, and one that both changed is shown", async () => {
  const id = await shelve(server.shop, grace, { name: "Facts" })
  const path = `/admin/product/${id}`
  const [hers, his] = [await opened(first, path, "product"), await opened(second, path, "product")]
  expect((await first.post(path, { ...hers, brand: "Oat", ownFacts: "Height: 12 cm" })).status).toBe(303)
  const refused = await second.post(path, { ...his, brand: "Clay" })
  expect(refused.status).toBe(409)
  const html = await refused.text()
  expect(pageText(html)).toMatch(/Brand Oat Clay/)
  const again = fieldsOf(html, "product")
  expect(again).toMatchObject({ brand: "Clay", ownFacts: "Height: 12 cm" })
  expect((await second.post(path, again)).status).toBe(303)
  expect((await product(id)).facts).toEqual({ brand: "Clay", own: [{ name: "Height", value: "12 cm" }] })
})

test("the second of two editors of a product sees the first one's change, and can continue", async () => {
  const id = await shelve(server.shop, grace, { name: "Mug", price: 1_000, desc: "For tea.\nBlue." })
  const path = `/admin/product/${id}`
  const [hers, his] = [await opened(first, path, "product"), await opened(second, path, "product")]
  expect((await first.post(path, { ...hers, price: "12.00", name: "Large mug" })).status).toBe(303)

  const refused = await second.post(path, { ...his, name: "Blue mug", desc: "For coffee." })
  expect(refused.status).toBe(409)
  const html = await refused.text()
  expect(pageText(html)).toContain("Grace Keeper has changed this product while you were editing it.")
  expect(pageText(html)).toMatch(/Name Large mug Blue mug/)
  expect(pageText(html)).toMatch(/Price 12\.00 You did not change this, so the current value is kept\./)
  expect(await product(id)).toMatchObject({ name: "Large mug", price: 1_200, desc: "For tea.\nBlue." })

  const again = fieldsOf(html, "product")
  expect(again).toMatchObject({ name: "Blue mug", price: "12.00", desc: "For coffee." })
  expect((await second.post(path, again)).status).toBe(303)
  expect(await product(id)).toMatchObject({ name: "Blue mug", price: 1_200, desc: "For coffee." })
})

test("a third change in between is shown as well, and an invalid entry does not lose the original version", async () => {
  const id = await shelve(server.shop, grace, { name: "Bowl" })
  const path = `/admin/product/${id}`
  const his = await opened(second, path, "product")
  const mistake = await second.post(path, { ...his, price: "much" })
  expect(mistake.status).toBe(400)
  await updateProduct(server.shop, grace, id, { name: "Deep bowl" })
  const refused = await second.post(path, { ...fieldsOf(await mistake.text(), "product"), price: "9.00" })
  expect(refused.status).toBe(409)
  await updateProduct(server.shop, grace, id, { name: "Deeper bowl" })
  const again = await second.post(path, { ...fieldsOf(await refused.text(), "product") })
  expect(again.status).toBe(409)
  expect(pageText(await again.text())).toMatch(/Name Deeper bowl/)
})

test("sales do not count as edits, two stock corrections do", async () => {
  const id = await shelve(server.shop, grace, { name: "Cup", stock: 10 })
  const path = `/admin/product/${id}`
  const his = await opened(second, path, "product")
  await buy(server.shop, ada, id, 2)
  expect((await second.post(path, { ...his, stock: "15", stockReason: "Delivery" })).status).toBe(303)
  expect((await product(id)).stock).toBe(13)

  const [hers, late] = [await opened(first, path, "product"), await opened(second, path, "product")]
  await first.post(path, { ...hers, stock: "23" })
  const refused = await second.post(path, { ...late, stock: "22" })
  expect(refused.status).toBe(409)
  const html = await refused.text()
  expect(pageText(html)).toMatch(/Stock 23 22/)
  await second.post(path, fieldsOf(html, "product"))
  expect((await product(id)).stock).toBe(22)
})

test("the second of two concurrent edits is refused", async () => {
  const id = await shelve(server.shop, grace, { name: "Jug" })
  const path = `/admin/product/${id}`
  const forms = await Promise.all([first, second, first, second].map((browser) => opened(browser, path, "product")))
  const answers = await Promise.all(
    forms.map((form, index) => (index % 2 ? second : first).post(path, { ...form, name: `Jug ${index}` })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409, 409, 409])
})

test("the API call, which sends no earlier state, works as before", async () => {
  const id = await shelve(server.shop, grace, { name: "Vase" })
  await updateProduct(server.shop, grace, id, { price: 2_000 })
  const answer = await second.json("PUT", `/api/v1/admin/product/${id}`, { name: "Tall vase" })
  expect(answer.status).toBe(200)
  expect(await product(id)).toMatchObject({ name: "Tall vase", price: 2_000 })
})

test("the second of two editors of a user sees the first one's change", async () => {
  const { id } = await signUp(server.shop, "zoe@shop.test", "Zoe")
  const path = `/admin/user/${id}`
  const [hers, his] = [await opened(first, path, "user"), await opened(second, path, "user")]
  await first.post(path, { ...hers, role: "admin" })
  const refused = await second.post(path, { ...his, name: "Zoe Q." })
  expect(refused.status).toBe(409)
  const html = await refused.text()
  expect(pageText(html)).toMatch(/Grace Keeper has changed this user.*Role admin You did not change this/)
  expect((await second.post(path, fieldsOf(html, "user"))).status).toBe(303)
  expect(await findUser(server.shop, grace, id)).toMatchObject({ name: "Zoe Q.", role: "admin" })
})

test("the second of two editors of the second factor policy sees the first one's change", async () => {
  const owner = await signUpAdmin(server.shop, "third@shop.test", "Third Keeper")
  await anApp(server.shop, requireMember(await findActiveUser(server.shop, owner.id)))
  const change = (policy: FactorPolicy & { snapshot?: number }) => changeFactorPolicy(server.shop, owner, policy)
  await change({ staffFactorsFrom: "", trustedDevices: "on" })
  const his = await opened(first, "/admin/settings/second-factors", "second-factors")
  await change({ staffFactorsFrom: "", trustedDevices: "" })
  const late = { staffFactorsFrom: "", trustedDevices: "on", snapshot: Number(his.snapshot) }
  await expect(change(late)).rejects.toMatchObject({ fields: [{ field: "trustedDevices", current: "" }] })
  await change({ ...late, snapshot: late.snapshot + 1 })
})

test("the second of two editors of a role sees the first one's change, with permissions by name", async () => {
  const path = "/admin/staff/role/000000000000000000000005"
  const [hers, his] = [await opened(first, path, "role"), await opened(second, path, "role")]
  const seen = his["snapshot.permissions"]?.split("\n") ?? []
  expect(seen).toContain("orders.see")
  const more = [...seen, "pages.edit"].sort()
  expect((await first.post(path, { ...hers, permissions: more, refundLimitOfDay: "50" })).status).toBe(303)
  const refused = await second.post(path, { ...his, permissions: seen, name: "Help desk" })
  expect(refused.status).toBe(409)
  const html = await refused.text()
  expect(pageText(html)).toMatch(/Grace Keeper has changed this role while you were editing it/)
  expect(pageText(html)).toMatch(
    /Permissions [^.]*Edit pages [^.]*You did not change this.*Refund limit of day 50\.00 You did not change this/,
  )
  expect(tickedIn(html, "permissions").sort()).toEqual(more)

  const both = await second.post(path, { ...his, permissions: ["orders.see", "orders.ship"] })
  expect(tickedIn(await both.text(), "permissions")).toEqual(["orders.see", "orders.ship"])
  const again = { ...fieldsOf(html, "role"), permissions: tickedIn(html, "permissions") }
  expect((await second.post(path, again)).status).toBe(303)
  const kept = await opened(first, path, "role")
  expect(kept).toMatchObject({ name: "Help desk", refundLimitOfDay: "50.00" })
  expect(kept["snapshot.permissions"]).toBe(more.join("\n"))
})

test("the second of two editors of a discount sees the first one's change, whatever it applies to", async () => {
  const keyOf = (name: string) => server.shop.categories.current.find(name)?.key ?? ""
  const [kitchen, gaming] = [keyOf("Kitchen"), keyOf("Gaming")]
  const terms = { name: "Spring", code: "SPRING", kind: "percent", percent: "10", target: "categories" }
  const spring = parse(DiscountForm, { ...terms, categories: [kitchen] })
  const path = `/admin/discount/${await saveDiscount(server.shop, grace, null, spring)}`
  const [hers, his] = [await opened(first, path, "discount"), await opened(second, path, "discount")]
  const changed = { categories: [kitchen, gaming], percent: "15", firstOrder: "on" }
  expect((await first.post(path, { ...hers, ...changed })).status).toBe(303)
  const refused = await second.post(path, { ...his, categories: kitchen, percent: "20" })
  expect(refused.status).toBe(409)
  const html = await refused.text()
  expect(pageText(html)).toContain("Grace Keeper has changed this discount while you were editing it")
  expect(pageText(html)).toMatch(
    /Percentage 15 20.*Categories (Kitchen Gaming|Gaming Kitchen) You did not.*First order Yes You did not/,
  )
  expect(tickedIn(html, "categories").sort()).toEqual([kitchen, gaming].sort())
  const again = { ...fieldsOf(html, "discount"), categories: tickedIn(html, "categories"), firstOrder: "on" }
  expect((await second.post(path, again)).status).toBe(303)
  expect(await opened(first, path, "discount")).toMatchObject({ percent: "20" })
})

test("the second of two editors of taxes, a zone or a method sees the first one's name, even after unrelated changes", async () => {
  const save = async (by: TestBrowser, path: string, id: string, fields: Record<string, string>) => {
    const saved = await by.post(path, { ...(await opened(by, path, id)), ...fields })
    expect([path, saved.status]).toEqual([path, 303])
    return saved.headers.get("Location") ?? ""
  }
  const parcel = { name: "Parcel", kind: "flat", price1: "4.95", isOn: "on" }
  const alps = { name: "Alps", places: "Austria", telephone: "international" }
  const zone = await save(first, "/admin/shipping/new", "zone", alps)
  await save(first, `${zone}/new`, "method", parcel)
  const method = `${zone}/${server.shop.settings.current.pricing.zones.at(-1)?.methods[0]?.id}`
  type Fields = Record<string, string>
  const edits: { what: string; path: string; id: string; hers: Fields; his: Fields }[] = [
    { what: "shipping method", path: method, id: "method", hers: { ...parcel, price1: "5" }, his: { price1: "6" } },
    { what: "zone", path: zone, id: "zone", hers: { name: "Mountains" }, his: { name: "Hills" } },
    { what: "part of the taxes", path: "/admin/taxes", id: "prices", hers: { classes: "Books" }, his: {} },
  ]
  const forms = await Promise.all(edits.map(({ path, id }) => opened(second, path, id)))
  for (const { path, id, hers } of edits) await save(first, path, id, hers)
  await save(second, "/admin/shipping", "home", { country: "Austria", pinCode: "1010" })
  for (const [at, { what, path, his }] of edits.entries()) {
    const refused = await second.post(path, { ...forms[at], ...his })
    expect([refused.status, pageText(await refused.text())]).toEqual([
      409,
      expect.stringContaining(`Grace Keeper has changed this ${what} while you were editing it`),
    ])
  }
})

test("undoing the newest change of the settings, or restoring a page, undoes nothing unseen", async () => {
  /** The fields of the first button that restores an earlier version */
  const restoringAt = async (path: string) =>
    formsOf(await (await first.get(path)).text(), path).find(({ fields }) => "snapshot" in fields)?.fields ?? {}
  await first.post("/admin/settings", { ...(await opened(first, "/admin/settings", "settings")), name: "Oak" })
  const undo = await restoringAt("/admin/settings/history")
  await second.post("/admin/settings", { ...(await opened(second, "/admin/settings", "settings")), name: "Elm" })
  const refused = await first.post("/admin/settings/history", undo)
  expect(refused.headers.get("Location")).toBe("/admin/settings/history")
  expect(pageText(await (await first.get("/admin/settings/history")).text())).toContain(
    "Alan Keeper has since changed the settings: please check the history",
  )
  expect((await readNewestSettings(server.shop)).settings.name).toBe("Elm")

  const shipped = "/admin/page/privacy/version/0"
  const save = async (by: TestBrowser, title: string) =>
    by.post("/admin/page/privacy", { ...(await opened(by, "/admin/page/privacy", "page")), title })
  await save(first, "Hers")
  const restore = await restoringAt(shipped)
  await save(second, "His")
  expect((await first.post(shipped, restore)).headers.get("Location")).toBe(shipped)
  expect((await findPage(server.shop, "privacy")).title).toBe("His")
  expect((await first.post(shipped, { snapshot: "2" })).headers.get("Location")).toBe("/admin/page/privacy")
})

test("a tracking number that someone else has set is not replaced unseen", async () => {
  const id = await buy(server.shop, ada, await shelve(server.shop, grace, { name: "Lamp" }))
  await first.post(`/admin/order/${id}`, { status: "Shipped" })
  const path = `/admin/order/${id}/tracking`
  const his = await opened(second, path, "track")
  await first.post(path, { tracking: "HERS 1", snapshot: "none" })
  const refused = await second.post(path, { ...his, tracking: "HIS 2" })
  expect(refused.status).toBe(409)
  const html = await refused.text()
  expect(pageText(html)).toContain("Someone else has set the tracking number to HERS 1: save again to replace it")
  await second.post(path, fieldsOf(html, "track"))
  expect((await findOrder(server.shop, grace, id)).trackingNumber).toBe("HIS 2")
})

test("a carrier that someone else has chosen is not replaced unseen either, and the typed text stays", async () => {
  const settings = await opened(first, "/admin/settings", "settings")
  const carriers = "Post: https://post.example/{number}\nBike: https://bike.example/{number}"
  expect((await first.post("/admin/settings", { ...settings, carriers })).status).toBe(303)
  const id = await buy(server.shop, ada, await shelve(server.shop, grace, { name: "Urn", stock: 5 }))
  await first.post(`/admin/order/${id}`, { status: "Shipped" })
  const path = `/admin/order/${id}/tracking`
  const [hers, his] = [await opened(first, path, "track"), await opened(second, path, "track")]
  expect((await first.post(path, { ...hers, carrier: "Bike" })).status).toBe(303)
  const refused = await second.post(path, { ...his, carrier: "Post", tracking: "HIS 3" })
  const html = await refused.text()
  expect([refused.status, pageText(html)]).toEqual([
    409,
    expect.stringContaining("Someone else has set the carrier to Bike: save again to replace it"),
  ])
  const kept = fieldsOf(html, "track")
  expect(kept).toMatchObject({ carrier: "Post", tracking: "HIS 3" })
  expect((await findOrder(server.shop, grace, id)).carrier).toBe("Bike")
  expect((await second.post(path, kept)).status).toBe(303)
  expect(await findOrder(server.shop, grace, id)).toMatchObject({ carrier: "Post", trackingNumber: "HIS 3" })
})

test("a refund page of release 1.1 sends its snapshot under the former name", async () => {
  const id = await buy(server.shop, ada, await shelve(server.shop, grace, { name: "Stool", price: 4_000 }))
  const refund = (fields: object) => first.post(`/admin/order/${id}/refund`, { amount: "1.00", ...fields })
  expect(await (await refund({})).text()).toContain("Please load the page again")
  expect((await refund({ refunded: "0" })).headers.get("Location")).toBe(`/admin/order/${id}`)
  expect(await (await refund({ refunded: "0" })).text()).toContain("This order has since been refunded")
  expect((await refund({ snapshot: "100" })).headers.get("Location")).toBe(`/admin/order/${id}`)
})

test("a large refund asks once more, on a separate page, and keeps all entries when the answer is no", async () => {
  const chair = await shelve(server.shop, grace, { name: "Chair", price: 60_000, stock: 5 })
  const id = await buy(server.shop, ada, chair)
  const path = `/admin/order/${id}/refund`
  await first.post(`/admin/order/${id}`, { status: "Shipped" })
  const small = await first.post(path, { snapshot: "0", amount: "500.00" })
  expect(small.headers.get("Location")).toBe(`/admin/order/${id}`)
  // Together with the first part, the rest is a large refund.
  const rest = { snapshot: "50000", amount: "", whole: "yes", reason: "Wobbly & worn" }
  expect((await first.post(path, rest)).headers.get("Location")).toContain(`${path}/confirm?`)
  const asked = await first.post(path, { ...rest, confirmed: "16000" })
  expect(asked.headers.get("Location")).toBe(`/admin/order/${id}`)

  const other = await buy(server.shop, ada, chair)
  const refund = `/admin/order/${other}/refund`
  const question = await first.post(refund, { snapshot: "0", amount: "500.01", reason: "Wobbly & worn" })
  expect(question.status).toBe(303)
  const ask = question.headers.get("Location") ?? ""
  expect(ask).toContain(`${refund}/confirm?`)
  const page = await (await first.get(ask)).text()
  expect(pageText(page)).toContain("$500.01 of the $660.00 that Ada Lovelace paid")
  expect((await findOrder(server.shop, grace, other)).refunded).toBe(0)

  const back = plain(/href="([^"]*\/refund\?[^"]*)"/.exec(page)?.[1] ?? "")
  expect(await (await first.get(back)).text()).toMatch(/value="500\.01".*value="Wobbly &amp; worn"/s)
  const fields = fieldsOf(page.replace(`action="${refund}"`, `id="ask" action="${refund}"`), "ask")
  const wrong = await first.post(refund, { ...fields, confirmed: "1" })
  expect(wrong.headers.get("Location")).toContain("/confirm?")
  const done = await first.post(refund, fields)
  expect(done.headers.get("Location")).toBe(`/admin/order/${other}`)
  expect((await findOrder(server.shop, grace, other)).refunded).toBe(50_001)
  const late = await first.get(ask)
  expect(late.status).toBe(302)
})

test.each([
  ["/admin/orders?user=xyz", "“xyz” is not an ID"],
  ["/admin/orders?status=Lost", "There is no status called “Lost”."],
  ["/admin/products?stock=much", "There is no stock called “much”."],
  ["/admin/users?role=king", "There is no role called “king”."],
  ["/admin/reviews?product=xyz", "“xyz” is not an ID"],
  ["/admin/reviews?user=xyz", "“xyz” is not an ID"],
  ["/admin/audit?subject=xyz", "“xyz” is not an ID"],
  ["/admin/audit?from=2024-02-31x", "“2024-02-31x” is not a day"],
  ["/admin/audit?from=2026-03-02&to=2026-03-01", "The last day is before the first one."],
  ["/admin/discounts?by=magic", "There is no type called “magic”."],
  ["/admin/tax-report?from=2026-13-45", "“2026-13-45” is not a day"],
  [`/admin/taxes?search=${"x".repeat(101)}`, "Please search for 100 characters at most."],
  ["/orders?status=Lost", "There is no status called “Lost”."],
])("an invalid filter shows a message and no results: %s", async (path, words) => {
  const answer = await first.get(path)
  expect(answer.status).toBe(200)
  const html = await answer.text()
  expect(pageText(html)).toContain(words)
  expect(html).not.toMatch(/<tbody>/)
})

test("typed filter values stay, and the list of products shows which it ignored", async () => {
  expect(await (await first.get("/admin/audit?subject=xyz")).text()).toMatch(/name="subject"[^>]*value="xyz"/)
  expect(await (await first.get("/admin/orders?status=Lost")).text()).toMatch(/<option value="Lost" selected/)
  expect((await first.get("/admin/audit/export?subject=xyz")).status).toBe(400)
  expect((await first.get("/admin/products/export?category=Toys")).status).toBe(400)
  const visitor = server.visitor()
  const list = await visitor.get("/products?category=Toys&price%5Bgte%5D=cheap")
  expect(list.headers.get("Location")).toBe("/products")
  expect(pageText(await (await visitor.get("/products")).text())).toContain(
    "Ignored, because it is not valid: category “Toys”, “cheap”",
  )
})
