import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { readNewestRules } from "~/domain/settings/pricing-versions.server"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { form } from "~/testing/pages/form-data"
import { formsOf } from "~/testing/pages/forms-of.server"
import { pageText } from "~/testing/pages/page-text"
import { hiddenFields, openWebCheckoutTest } from "~/testing/pages/web-checkout.server"
import { fillCart } from "~/testing/shop/buyers.server"
import { anAdmin, anEmployee } from "~/testing/shop/people.server"
import { setRules } from "~/testing/shop/pricing-rules.server"

const here = openWebCheckoutTest()
const { page, leads } = here

let office: TestBrowser
beforeEach(async () => {
  office = await here.signedIn(await anAdmin(here.shop))
})
afterEach(() => setRules(here.shop))

async function send(path: string, fields: Record<string, string | Blob>) {
  const version = String((await readNewestRules(here.shop)).version)
  const body = form({ snapshot: version, ...fields })
  const response = await office.send(path, { method: "POST", body, headers: { Origin: office.url } })
  const html = await response.clone().text()
  const location = response.headers.get("Location") ?? ""
  return { response, status: response.status, location, text: pageText(html), html }
}

const rates = () => here.shop.settings.current.pricing.taxes.rates
const germany = { place: "Germany", name: "VAT", rate: "19", taxClass: "standard", onShipping: "on" }

/** The button of the message on a page */
async function pressUndo(html: string) {
  const [button = ""] = /<form[^>]*action="\/admin\/taxes\/undo"[\s\S]*?<\/form>/.exec(html) ?? []
  const fields = Object.fromEntries(Object.entries(hiddenFields(button)).map(([name, [value = ""]]) => [name, value]))
  return leads(await office.post("/admin/taxes/undo", fields), office)
}

describe("a rate", () => {
  test("is entered, changed and deleted by form, each undone by a button and recorded in the audit log", async () => {
    const bad = await send("/admin/taxes/rate", { ...germany, place: "Germny", rate: "190", from: "tomorrow" })
    expect(bad.status).toBe(400)
    expect(bad.html).toMatch(/id="rate-rate-error"[^>]*>(?:<[^>]*>|[^<])*?Enter a percentage such as 19 or 8.875/)
    expect(bad.html).toMatch(/id="rate-from-error"/)
    expect(bad.html).toContain('value="Germny"')
    expect((await send("/admin/taxes/rate", { ...germany, place: "Germny" })).text).toContain(
      "There is no country called “Germny”",
    )
    const made = await send("/admin/taxes/rate", germany)
    expect(made.location).toBe("/admin/taxes")
    const list = await page("/admin/taxes?search=germ", office)
    expect(pageText(list.html)).toMatch(/Germany VAT 19 % Standard Always Yes/)
    expect((await send("/admin/taxes/rate", germany)).text).toContain(
      "There is already a rate with this name, class and date",
    )

    const [, link = ""] = /href="(\/admin\/taxes\/rate\?rate=DE[^"]*)"/.exec(list.html) ?? []
    await send(link.replaceAll("&amp;", "&"), { ...germany, rate: "16,5 %" })
    expect(rates().map(({ rate }) => rate)).toEqual([100_000, 165_000])

    const asked = await page(link.replace("/rate?", "/rate/delete?"), office)
    expect(pageText(asked.html)).toContain("Germany: VAT 16.5 %, Standard")
    const remove = formsOf(asked.html, "").find(({ action }) => action.startsWith("/admin/taxes/rate/delete?"))
    const gone = await leads(await office.post(remove?.action ?? "", {}), office)
    const again = await office.post(remove?.action ?? "", {})
    expect(again.headers.get("Location")).toBe("/admin/taxes")
    expect(rates()).toHaveLength(1)
    const back = await pressUndo(gone.html)
    expect(back.says).toBe("The taxes have been restored")
    expect(rates().map(({ rate }) => rate)).toEqual([100_000, 165_000])
    const twice = await pressUndo(gone.html)
    expect(twice.says).toContain("This cannot be undone")

    const entries = await here.shop.db
      .selectFrom("audit_log")
      .select(["before", "after"])
      .where("action", "=", "taxes.updated")
      .orderBy("id", "desc")
      .execute()
    expect(entries).toHaveLength(4)
    expect(entries[0]?.after).toMatchObject({ rates: "Germany: VAT 16.5 %, Standard" })
    expect(entries[2]).toMatchObject({ before: { rate: "19" }, after: { rate: "16.5" } })
  })

  test("changed by someone else in the meantime is not overwritten", async () => {
    await send("/admin/taxes/rate", germany)
    const path = "/admin/taxes/rate?rate=DE%7C%7C%7CVAT%7Cstandard%7C"
    const { snapshot = [] } = hiddenFields((await page(path, office)).html)
    await send(path, { ...germany, rate: "16" })
    const late = await send(path, { ...germany, rate: "20", snapshot: snapshot[0] ?? "" })
    expect(late.status).toBe(409)
    expect(late.text).toContain("has changed this rate while you were editing it")
    expect(late.html).toContain('value="20"')
  })
})

test("the disabled form of a reader is refused, because text browsers send it", async () => {
  const role = await here.shop.db.selectFrom("roles").select("id").where("name", "=", "Bookkeeping").executeTakeFirst()
  const reader = await here.signedIn(await anEmployee(here.shop, role?.id ?? ""))
  const { html } = await page("/admin/taxes", reader)
  expect(html).toContain('<fieldset disabled=""><legend class="muted">You can view this but not change it.')
  const before = here.shop.settings.current.pricing
  const { version } = await readNewestRules(here.shop)
  const sent = { snapshot: String(version), included: "yes", shipping: "like-goods", currency: "EUR" }
  expect((await reader.post("/admin/taxes", sent)).status).toBe(403)
  expect(here.shop.settings.current.pricing).toEqual(before)
})

test("prices with tax are the amounts paid, and product classes have their own rates", async () => {
  await send("/admin/taxes", { included: "with", shipping: "class:standard", classes: "books" })
  expect((await send("/admin/taxes", { included: "with", shipping: "class:tea", classes: "books" })).text).toContain(
    "Choose how shipping is taxed",
  )
  await office.post(`/admin/taxes/rate/delete?rate=${encodeURIComponent("|||GST|standard|")}`, {})
  await send("/admin/taxes/rate", { ...germany, place: "United States, Illinois" })
  await send("/admin/taxes/rate", { ...germany, place: "United States", taxClass: "books", rate: "7" })
  const gone = await send("/admin/taxes", { included: "with", shipping: "none", classes: "" })
  expect(gone.text).toContain("The class “books” has rates: delete them first")
  // 2 × 50.00 to Springfield, Illinois
  await fillCart(here.shop, here.ada, [{ variantId: here.tray, quantity: 2 }])
  const confirm = pageText((await page("/order/confirm")).html)
  expect(confirm).toContain("Shipping $25.00 Total $125.00 including 19 % VAT $19.96")
  await here.shop.db.updateTable("products").set({ tax_class: "books" }).where("id", "=", here.tray).execute()
  const mixed = pageText((await page("/order/confirm")).html)
  expect(mixed).toContain("Total $125.00 including 7 % VAT $6.54 including 19 % VAT $3.99")
  await here.shop.db.updateTable("products").set({ tax_class: "standard" }).where("id", "=", here.tray).execute()
})

describe("a file of rates", () => {
  const csv =
    "country,state,postcode,rate,name,shipping,class\nUS,OH,,5.75,State tax,yes,\nUS,OH,43215,1.75,County tax,no,\n"

  test("shows its changes before they are made, and changes nothing when it is imported again", async () => {
    const file = new File([csv], "rates.csv", { type: "text/csv" })
    const checked = await send("/admin/taxes/import", { file, check: "yes" })
    expect(checked.status).toBe(200)
    expect(checked.text).toContain("2 changes; 1 rate unchanged.")
    expect(checked.text).toContain("United States, Ohio: State tax 5.75 %, Standard")
    expect(rates()).toHaveLength(1)
    expect(checked.html).toContain("US,OH,43215,1.75")
    const done = await leads((await send("/admin/taxes/import", { rates: csv, replaces: "on" })).response, office)
    expect(done.says).toBe("Rates imported")
    expect(rates().map(({ name, onShipping }) => [name, onShipping])).toEqual([
      ["State tax", true],
      ["County tax", false],
    ])
    const written = (await page("/admin/taxes/export", office)).html
    expect(written).toContain('"US","OH","43215","1.75","County tax","no","standard",""')
    const again = await send("/admin/taxes/import", { rates: written, check: "yes", replaces: "on" })
    expect(again.text).toContain("0 changes; 2 rates unchanged.")
    await pressUndo(done.html)
    expect(rates().map(({ name }) => name)).toEqual(["GST"])
  })

  test("is refused with its errors, line by line, and keeps the entries", async () => {
    const lines = [
      "Country code,State code,Rate %,Tax name,Tax class",
      "DE,,190,VAT,",
      "XX,,19,VAT,",
      "DE,,7,VAT,books",
      "DE,,7,VAT,reduced-rate",
    ]
    const bad = lines.join("\n")
    const checked = await send("/admin/taxes/import", { rates: bad, check: "yes" })
    expect(checked.text).toContain("Line 2 “190” is not a rate")
    expect(checked.text).toContain("Line 3 There is no country called “XX”")
    expect(checked.text).toContain("Line 4 There is no class “books”: only standard, reduced")
    expect(checked.text).not.toContain("Line 5")
    const refused = await send("/admin/taxes/import", { rates: bad })
    expect(refused.status).toBe(400)
    expect(refused.html).toContain("DE,,190,VAT")
    expect(rates()).toHaveLength(1)
    const odd = await send("/admin/taxes/import", { rates: "country,rate,name,city\nDE,19,VAT,Bonn", check: "yes" })
    expect(odd.text).toContain("There is no column “city”")
  })

  test.each([
    ["Windows-1252 with semicolons", "latin1", ";"],
    ["UTF-16 with tabs", "utf16le", "\t"],
  ] as const)("of WooCommerce is read in %s", async (_, encoding, mark) => {
    const rows = [
      [
        "Ländercode",
        "Bundesland",
        "PLZ",
        "Stadt",
        "Satz %",
        "Name",
        "Priorität",
        "Zusammengesetzt",
        "Versand",
        "Klasse",
      ],
      ["DK", "", "", "", "25.0000", "Mærke", "1", "0", "1", ""],
    ]
    const text = rows.map((cells) => cells.join(mark)).join("\r\n")
    const file = new File([Buffer.from(encoding === "utf16le" ? `\ufeff${text}` : text, encoding)], "tax_rates.csv")
    const checked = await send("/admin/taxes/import", { file, check: "yes" })
    expect(checked.text).toContain("1 change")
    await send("/admin/taxes/import", { file })
    expect(rates().map(({ name }) => name)).toContain("Mærke")
  })

  test("is refused with the line of a quotation mark that is never closed, and as a spreadsheet", async () => {
    const open = await send("/admin/taxes/import", { rates: 'country,rate,name\nDE,19,"VAT\n', check: "yes" })
    expect(open.text).toContain("The file This file cannot be read as CSV: a quotation mark in line 2 is never closed")
    const file = new File(["PK\x03\x04"], "rates.xlsx")
    const spreadsheet = await send("/admin/taxes/import", { file, check: "yes" })
    expect(spreadsheet.text).toContain("This is a spreadsheet")
  })

  test("of WooCommerce is imported except for the lines that it lists, and is taken back", async () => {
    const woo = [
      "Country code,State code,ZIP/Postcode,City,Rate %,Tax name,Priority,Compound,Shipping,Tax class",
      "US,OH,43215;43216,,1.7500,County tax,2,0,0,",
      "US,AL,,MOODY,9.0000,AL tax,1,0,0,",
    ].join("\r\n")
    const file = new File([woo], "tax_rates.csv", { type: "text/csv" })
    const checked = await send("/admin/taxes/import", { file, check: "yes" })
    expect(checked.text).toContain("1 line of the file cannot be imported; the others can.")
    expect(checked.text).toContain("Line 3 It applies only to MOODY")
    expect(checked.text).toContain("United States, Ohio, 43216: County tax 1.75 %, Standard, not on shipping")
    expect(rates()).toHaveLength(1)
    const done = await leads((await send("/admin/taxes/import", { file })).response, office)
    expect(done.says).toBe("Rates imported, without 1 line of the file")
    expect(rates()).toHaveLength(3)
    const again = await leads((await send("/admin/taxes/import", { file })).response, office)
    expect(again.says).toBe("Nothing has changed, without 1 line of the file")
    await pressUndo(done.html)
    expect(rates()).toHaveLength(1)
  })

  test("starts with the rates of the EU’s 27 states, which stay as the owner has changed them", async () => {
    const { html } = await page("/admin/taxes/import?table=eu", office)
    expect(pageText(html)).toContain("As of 2026-01-01")
    const [, table = ""] = /<textarea[^>]*>([\s\S]*?)<\/textarea>/.exec(html) ?? []
    await send("/admin/taxes/import", { rates: table, replaces: "on" })
    // Northern Ireland has the rates of the United Kingdom (Windsor Framework, article 8).
    expect(new Set(rates().map(({ place }) => place.country)).size).toBe(27 + 1)
    expect(rates()).toHaveLength(27 + 26 + 2)
    expect(rates().find(({ place, taxClass }) => place.country === "FI" && taxClass === "standard")?.rate).toBe(255_000)
    await send("/admin/taxes/rate?rate=DE%7C%7C%7CVAT%7Cstandard%7C", { ...germany, rate: "18" })
    expect(rates().find(({ place }) => place.country === "DE")?.rate).toBe(180_000)
  })

  test("of the EU shows the exceptional places, until the owner charges the state's rates there too", async () => {
    expect((await page("/admin/taxes", office)).html).not.toContain("Exceptions in the EU")
    const { html } = await page("/admin/taxes/import?table=eu", office)
    const [, table = ""] = /<textarea[^>]*>([\s\S]*?)<\/textarea>/.exec(html) ?? []
    await send("/admin/taxes/import", { rates: table, replaces: "on" })
    const shown = pageText((await page("/admin/taxes", office)).html)
    for (const line of [
      "Canary Islands Spain, Canary Islands; Spain, 35*; Spain, 38* No tax",
      "Monaco Monaco VAT 20 %; reduced: VAT 5.5 % Sales to it are treated as sales to France",
      "Madeira Portugal, Madeira; Portugal, 9000-9499 VAT 22 %; reduced: VAT 4 %",
      "Northern Ireland United Kingdom, BT* VAT 20 %; reduced: VAT 5 %",
      "Directive 2006/112/EC, art. 6(1)(b)",
    ])
      expect(shown).toContain(line)
    await send("/admin/taxes", { included: "with", shipping: "like-goods", classes: "", ignoresTerritories: "on" })
    expect((await page("/admin/taxes", office)).html).not.toContain("Exceptions in the EU")
    expect((await page("/admin/taxes", office)).html).toMatch(/name="ignoresTerritories"[^>]*checked/)
  })
})
