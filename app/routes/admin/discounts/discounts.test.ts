import { sql } from "kysely"
import { describe, expect, test, vi } from "vitest"
import { softDeleteCategory } from "~/domain/catalog/categories/delete-category.server"
import { createCategory } from "~/domain/catalog/categories/save-category.server"
import { daysIn } from "~/domain/days/days-in.server"
import { discountNotes } from "~/domain/discounts/discount-notes"
import type { DiscountRule } from "~/domain/discounts/discount-record"
import { findByCode } from "~/domain/discounts/find-discounts.server"
import { invalidateAtDiscountDates } from "~/domain/discounts/invalidate-at-dates.server"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { formsOf } from "~/testing/pages/forms-of.server"
import { pageText } from "~/testing/pages/page-text"
import { hiddenFields } from "~/testing/pages/web-checkout.server"
import { openBackOfficeTest } from "~/testing/shop/back-office.server"
import { addBuyer, addProduct, fillCart } from "~/testing/shop/buyers.server"
import { anAdmin } from "~/testing/shop/people.server"

const here = openBackOfficeTest()

const textOf = async (response: Response) => pageText(await response.text()).replaceAll("&amp;", "&")
const read = async (path: string) => textOf(await here.adminBrowser.get(path))
const spring = { name: "Spring sale", code: " spring-10 ", kind: "percent", percent: "12.5", target: "order" }
const make = (fields: Record<string, string | string[]> = {}) =>
  here.adminBrowser.post("/admin/discount", { ...spring, ...fields })

async function idOf(name: string): Promise<string> {
  const rows = here.shop.db.selectFrom("discounts").select("id").where("name", "=", name)
  return (await rows.executeTakeFirstOrThrow()).id
}

test("a shop without a discount is told so, and how to begin", async () => {
  expect(await read("/admin/discounts")).toMatch(/There are no discounts yet .* New discount/)
  expect(await read("/admin/discounts?search=spring")).toMatch(/Nothing found .*Show all/)
})

test("a discount is made, changed, stopped, resumed and recorded, with its code in capitals", async () => {
  expect((await make()).headers.get("Location")).toBe("/admin/discounts")
  expect(await read("/admin/discounts")).toMatch(/Spring sale SPRING-10 12.5 % Always 0 Active/)
  const id = await idOf("Spring sale")
  const path = `/admin/discount/${id}`
  const html = await (await here.adminBrowser.get(path)).text()
  const changes = { ...hiddenFields(html), ...spring, maxUses: "5", from: "2026-01-01", until: "2099-12-31" }
  expect((await here.adminBrowser.post(path, changes)).headers.get("Location")).toBe("/admin/discounts")
  expect(await read("/admin/discounts")).toMatch(/1 Jan 2026 – 31 Dec 2099 0 of 5 Active/)
  await make({ code: "LAST-CALL", name: "Last call", until: "2099-12-31" })
  expect(await read("/admin/discounts")).toMatch(/LAST-CALL 12.5 % Until 31 Dec 2099 0 Active/)
  const again = await here.adminBrowser.post(path, changes)
  expect([again.status, await textOf(again)]).toEqual([
    409,
    expect.stringContaining("Grace Keeper has changed this discount"),
  ])
  await here.adminBrowser.post("/admin/discounts", { id, stopped: "yes" })
  expect(await read("/admin/discounts")).toContain("Stopped")
  await here.adminBrowser.post("/admin/discounts", { id, stopped: "no" })
  expect(await read(`/admin/audit?subject=${id}`)).toMatch(/Resumed.*Stopped.*Updated.*Created/s)
  const file = await (await here.adminBrowser.get("/admin/discounts/export")).text()
  expect(file).toContain(`"${id}","Spring sale","SPRING-10","percent","12.5",`)
})

test("who stops a discount, resumes it or takes that back stays in the list as it was", async () => {
  const list = "/admin/discounts?search=spring&by=code"
  const id = await idOf("Spring sale")
  for (const stopped of ["yes", "no"])
    expect((await here.adminBrowser.post(list, { id, stopped })).headers.get("Location")).toBe(list)
  await here.adminBrowser.post(list, { id, stopped: "yes" })
  const buttons = formsOf(await (await here.adminBrowser.get(list)).text(), list)
  const undo = buttons.find(({ method, fields }) => method === "POST" && fields.stopped === "no")
  expect(undo?.action).toBe(list)
  await here.adminBrowser.post(list, { id, stopped: "no" })
  const refused = await here.adminBrowser.post(list, { id: "0".repeat(24), stopped: "yes" })
  expect(refused.headers.get("Location")).toBe(list)
})

test("a form that is sent twice makes one discount, and says so both times", async () => {
  const { formKey = "" } = hiddenFields(await (await here.adminBrowser.get("/admin/discount")).text())
  const twice = { name: "Twice", code: "TWICE", formKey }
  for (const sent of await Promise.all([make(twice), make(twice)])) {
    expect([sent.status, sent.headers.get("Location")]).toEqual([303, "/admin/discounts"])
  }
  const automatic = { name: "By itself", code: "", until: "2020-12-31", formKey }
  for (let time = 0; time < 2; time++) expect((await make(automatic)).status).toBe(303)
  const made = here.shop.db.selectFrom("discounts").select("name").where("name", "in", ["Twice", "By itself"])
  expect((await made.orderBy("name").execute()).map(({ name }) => name)).toEqual(["By itself", "Twice"])
})

test("a copy has everything but the code", async () => {
  const html = await (await here.adminBrowser.get(`/admin/discount?copy=${await idOf("Spring sale")}`)).text()
  expect(html).toMatch(/name="name"[^>]*value="Spring sale"|value="Spring sale"[^>]*name="name"/)
  expect(html).not.toContain('value="SPRING-10"')
})

test.each([
  [{ code: "Spring-10" }, "“Spring sale” already has this code"],
  [
    { code: "a b" },
    "A code has 3 to 40 letters, digits, hyphens and underscores: the 2nd character, a space, cannot be used",
  ],
  [{ code: "NEW", percent: "101" }, "Enter a percentage up to 100"],
  [{ code: "NEW", percent: "" }, "Enter a percentage up to 100"],
  [{ code: "NEW", kind: "amount", amount: "much" }, "Enter an amount such as 12.50"],
  [{ code: "NEW", kind: "shipping", target: "products", products: "x" }, "Enter a product address or ID"],
  [{ code: "NEW", target: "categories" }, "Choose a category"],
  [{ code: "NEW", from: "2026-05-02", until: "2026-05-01" }, "The end date must not be before the start date"],
  [{ code: "NEW", maxUses: "-1" }, "Enter a whole number from 1"],
])("%j is refused at its field", async (fields, sentence) => {
  const refused = await make(fields)
  const html = await refused.text()
  expect(refused.status).toBe(400)
  expect(pageText(html).replaceAll("&#x27;", "'")).toContain(sentence)
  expect(html).toContain('value="Spring sale"')
})

test.each([
  ["größe_42", "GRÖSSE_42", ["Größe_42", "GRÖSSE_42", "\u200egro\u0308ße_42\u00a0"]],
  ["ΜΕΓΕΘΟΣ", "ΜΕΓΕΘΟΣ", ["μεγεθος", "Μεγεθοσ"]],
  ["скидка-10", "СКИДКА-10", ["Скидка-10"]],
  ["割引２０", "割引20", ["割引20", "割引\u200b２０"]],
  ["छूट१०", "छूट१०", ["छूट१०"]],
  ["summer_sale", "SUMMER_SALE", ["Summer_Sale", "summer\u00ad_sale"]],
  [`${"é".repeat(40)}`, `${"É".repeat(40)}`, ["e\u0301".repeat(40)]],
])("the code %s of any script is kept as %s and found however it is typed", async (typed, kept, spellings) => {
  const name = `Code ${kept.slice(0, 20)}`
  expect((await make({ code: typed, name })).headers.get("Location")).toBe("/admin/discounts")
  const { code } = await here.shop.db
    .selectFrom("discounts")
    .select("code")
    .where("name", "=", name)
    .executeTakeFirstOrThrow()
  expect(code).toBe(kept)
  for (const spelling of spellings) expect((await findByCode(here.shop, spelling))?.name).toBe(name)
  expect((await make({ code: spellings[0] ?? "", name: "Again" })).status).toBe(400)
})

test.each(["ab", "a b c", "a.b.c", "50%off", "x".repeat(41), "é".repeat(41), "emoji😀"])(
  "%s cannot be a code",
  async (code) => {
    const refused = await make({ code, name: "Refused" })
    expect([refused.status, await textOf(refused)]).toEqual([
      400,
      expect.stringContaining("A code has 3 to 40 letters, digits, hyphens and underscores"),
    ])
  },
)

test("a shopper enters a code, is told what is missing, and pays less", async () => {
  await make({ code: "BIG", name: "Big order", goodsFrom: "112.00" })
  await make({ code: "GIFT", name: "Free delivery", kind: "shipping" })
  const tray = await addProduct(here.shop, { price: 5_000, stock: 100 })
  const ada = await addBuyer(here.shop)
  await fillCart(here.shop, ada, [{ variantId: tray, quantity: 2 }])
  const browser = await here.signedIn(ada)
  const enter = (code: string, back = "/cart") => browser.post("/discount", { code, back })
  const cart = async (path = "/cart") => textOf(await browser.get(path))
  expect((await enter(" big ")).headers.get("Location")).toBe("/cart")
  expect(await cart()).toContain("BIG needs at least $112.00 of goods: add $12.00 more.")
  await enter("no such")
  expect(await cart()).toContain("There is no code “no such”.")
  const brought = await browser.get("/discount/SPRING-10")
  expect([brought.status, brought.headers.get("Location")]).toEqual([302, "/cart"])
  expect(brought.headers.get("Cache-Control")).toContain("no-store")
  expect(await cart()).toContain("Spring sale -$12.50")
  expect((await enter("gift", "/order/confirm")).headers.get("Location")).toBe("/order/confirm")
  const confirm = await (await browser.get("/order/confirm")).text()
  expect(pageText(confirm)).toContain("Shipping, Free delivery Free")
  const digest = /name="snapshot.digest" value="([^"]+)"/.exec(confirm)?.[1] ?? ""
  const held = await browser.post("/order/confirm", { "snapshot.digest": digest })
  expect(held.headers.get("Location")).toBe("/process/payment")
  expect(await cart("/process/payment")).toContain("Shipping, Free delivery Free")
  await enter("")
  expect(await cart()).not.toContain("Free delivery")
})

describe("wrong codes", () => {
  const enter = (browser: TestBrowser, code: string) => browser.get(`/discount/${code}`)
  const guess = async (browser: TestBrowser, times: number) => {
    const answers: number[] = []
    for (let tries = 0; tries < times; tries++) answers.push((await enter(browser, `WRONG-${tries}`)).status)
    return answers
  }

  test("end for a browser after some twenty, and for no one else on its network", async () => {
    const guesser = here.visitor()
    const answers = await guess(guesser, 22)
    expect(answers.slice(0, 21).every((status) => status === 302)).toBe(true)
    expect(answers.at(-1)).toBe(429)
    expect((await guesser.post("/discount", { code: "SPRING-10" })).status).toBe(429)
    const member = await here.signedIn(await addBuyer(here.shop))
    for (const browser of [here.visitor(), member]) {
      const product = await addProduct(here.shop, { price: 5_000, stock: 9 })
      await browser.post(`/product/${product}`, { product, quantity: 3 })
      expect((await enter(browser, "SPRING-10")).headers.get("Location")).toBe("/cart")
      expect(await textOf(await browser.get("/cart"))).toContain("Spring sale")
    }
  })

  test("of browsers without cookies tell nothing after sixty, and a right code is still taken off at the end", async () => {
    const product = await addProduct(here.shop, { price: 5_000, stock: 9 })
    const newcomer = here.visitor()
    await newcomer.post(`/product/${product}`, { product, quantity: 3 })
    for (let tries = 0; tries < 60; tries++) await enter(here.visitor(), `WRONG-${tries}`)
    // The message that the product is in the cart is shown once.
    await newcomer.get("/cart")
    const told: string[] = []
    for (const code of ["SPRING-10", "WRONG-61"]) {
      expect((await enter(newcomer, code)).status).toBe(302)
      told.push((await textOf(await newcomer.get("/cart"))).replaceAll(code, "IT"))
    }
    expect(told[0]).toContain("We will check IT at the next step.")
    expect(told[1]).toBe(told[0])
    await enter(newcomer, "SPRING-10")
    await newcomer.post("/login?guest&redirect=/shipping", { email: "newcomer@buyers.test" })
    expect(await textOf(await newcomer.get("/cart"))).toContain("Spring sale")
  })
})

describe("an automatic discount", () => {
  const automatic = { code: "", percent: "10", unitsFrom: "3" }
  const productPage = async (path: string) => textOf(await fetch(here.url + path))

  test("is a sentence on the page of what it is on, for everybody, and leaves what is kept when it ends", async () => {
    const product = await addProduct(here.shop, { name: "Pan", price: 4_000 })
    const other = await addProduct(here.shop, { name: "Lid", price: 1_000 })
    const [pan, lid] = [`/product/${product}/pan`, `/product/${other}/lid`]
    expect(await productPage(pan)).not.toContain("% off")
    await make({ ...automatic, name: "Three pans", target: "products", products: product, until: "2099-05-03" })
    await vi.waitUntil(async () => (await productPage(pan)).includes("10 % off 3 or more, until 3 May"), {
      timeout: 5_000,
    })
    expect(await productPage(pan)).toContain("$40.00")
    // The page also shows a card of the pan.
    const [, ofLid] = /<main[^>]*>(.*?)<section[^>]*similar/s.exec(await (await fetch(here.url + lid)).text()) ?? []
    expect(ofLid).toContain("Lid")
    expect(ofLid).not.toContain("% off")

    const id = await idOf("Three pans")
    const changes = here.shop.db.selectFrom("catalog_changes").select("subject").where("subject", "=", "everything")
    await invalidateAtDiscountDates(here.shop)
    const before = (await changes.execute()).length
    await sql`alter table discounts disable trigger user`.execute(here.shop.db)
    const past = { starts_at: null, ends_at: new Date(Date.now() - 1) }
    await here.shop.db.updateTable("discounts").set(past).where("id", "=", id).execute()
    await sql`alter table discounts enable trigger user`.execute(here.shop.db)
    const noted = here.shop.db.updateTable("catalog_version").set({ discounts_noted_at: new Date(Date.now() - 60_000) })
    await noted.execute()
    await Promise.all([invalidateAtDiscountDates(here.shop), invalidateAtDiscountDates(here.shop)])
    await invalidateAtDiscountDates(here.shop)
    expect(await changes.execute()).toHaveLength(before + 1)
  })

  test("of a category is on its successor", async () => {
    const staff = await anAdmin(here.shop)
    const from = await createCategory(here.shop, staff, { name: "Pots", body: "" })
    const to = await createCategory(here.shop, staff, { name: "Pans", body: "" })
    const keyOf = async (id: string) => {
      const rows = here.shop.db.selectFrom("categories").select("key").where("id", "=", id)
      return (await rows.executeTakeFirstOrThrow()).key
    }
    const [fromKey, toKey] = [await keyOf(from), await keyOf(to)]
    await make({ ...automatic, name: "Pots", target: "categories", categories: [fromKey, toKey] })
    const stored = here.shop.db.selectFrom("discounts").select("categories").where("name", "=", "Pots")
    expect((await stored.executeTakeFirst())?.categories.toSorted()).toEqual([fromKey, toKey].sort())
    await softDeleteCategory(here.shop, staff, from, to)
    expect(await stored.executeTakeFirst()).toEqual({ categories: [toKey] })
  })
})

test.each([
  [{}, "10 % off"],
  [{ kind: "amount", percent: null, amount: 1_050, goodsFrom: 20_000 }, "$10.50 off $200 or more"],
  [
    { kind: "shipping", percent: null, zones: ["de"], maxUsesPerPerson: 1 },
    "Free shipping to Germany, once per customer",
  ],
  [{ firstOrder: true, endsAt: new Date("2026-05-04") }, "10 % off on a first order, until Sunday"],
  [{ endsAt: new Date("2026-05-20") }, "10 % off, until 19 May"],
  [{ maxUses: 5 }, undefined],
  [{ startsAt: new Date("2026-05-02") }, undefined],
  [{ categories: ["Books"] }, undefined],
] as [Partial<DiscountRule>, string | undefined][])("%j is described as %s", (fields, sentence) => {
  const rule: DiscountRule = {
    ...{
      id: "d",
      name: "D",
      code: null,
      kind: "percent",
      percent: 100_000,
      amount: null,
      categories: [],
      products: [],
    },
    ...{ goodsFrom: null, unitsFrom: null, zones: [], firstOrder: false, startsAt: null, endsAt: null, maxUses: null },
    ...{ maxUsesPerPerson: null, stoppedAt: null, ...fields },
  }
  const said = { currency: "USD" as const, zones: [{ id: "de", name: "Germany" }] }
  const friday = new Date("2026-05-01T12:00:00Z")
  expect(discountNotes([rule], { id: "p", category: "Kitchen" }, said, { now: friday, days: daysIn("UTC") })).toEqual(
    sentence ? [sentence] : [],
  )
})

test("the audit log names the categories, products and zones of a discount, also once they are deleted", async () => {
  const { shop, admin } = here
  const category = await createCategory(shop, admin, { name: "Rain hats", body: "" })
  const product = await addProduct(shop, { name: "Storm hat" })
  await make({ name: "By category", code: "", target: "categories", categories: category, zones: "everywhere" })
  await make({ name: "By product", code: "", target: "products", products: product })
  await softDeleteCategory(shop, admin, category, null)
  expect(await read(`/admin/audit?subject=${await idOf("By category")}`)).toMatch(
    /to: Everywhere .*Categories: Rain hats/,
  )
  expect(await read(`/admin/audit?subject=${await idOf("By product")}`)).toContain("Products: Storm hat")
})
