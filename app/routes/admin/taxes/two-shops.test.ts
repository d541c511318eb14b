import { afterEach, beforeEach, expect, test } from "vitest"
import { readNewestRules } from "~/domain/settings/pricing-versions.server"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { pageText } from "~/testing/pages/page-text"
import { card, hiddenFields, openWebCheckoutTest } from "~/testing/pages/web-checkout.server"
import { addBuyer, fillCart } from "~/testing/shop/buyers.server"
import { expectInvariants } from "~/testing/shop/expect-invariants.server"
import { anAdmin } from "~/testing/shop/people.server"
import { setRules } from "~/testing/shop/pricing-rules.server"

const here = openWebCheckoutTest()
const { page } = here

let office: TestBrowser
beforeEach(async () => {
  office = await here.signedIn(await anAdmin(here.shop))
})
afterEach(() => setRules(here.shop))

/** Saves a form of the back office, and expects success. */
async function save(path: string, fields: Record<string, string>): Promise<void> {
  const version = String((await readNewestRules(here.shop)).version)
  const response = await office.post(path, { snapshot: version, ...fields })
  expect([path, response.status, response.status === 303 ? "" : pageText(await response.text())]).toEqual([
    path,
    303,
    "",
  ])
}

/** Buys two trays of 50.00, without scripts, and returns the order's id and the sum shown before the payment. */
async function order(address: Record<string, string>) {
  const buyer = await addBuyer(here.shop)
  const browser = await here.signedIn(buyer)
  await fillCart(here.shop, buyer, [{ variantId: here.tray, quantity: 2 }])
  const typed = { address: "1 Way", suburb: "Town", phoneNo: "+49 30 1234567", ...address }
  expect((await browser.post("/shipping", typed)).headers.get("Location")).toBe("/order/confirm")
  const confirm = await page("/order/confirm", browser)
  await browser.post("/order/confirm", hiddenFields(confirm.html))
  const paying = await page("/process/payment", browser)
  await browser.post("/process/payment", { ...card, ...hiddenFields(paying.html) })
  const { id } = await here.shop.db
    .selectFrom("orders")
    .select("id")
    .where("user_id", "=", buyer.id)
    .executeTakeFirstOrThrow()
  const texts = await Promise.all(
    [`/order/${id}`, `/order/${id}/receipt`].map(async (path) => pageText((await page(path, browser)).html)),
  )
  const { text_body: mail } = await here.shop.db
    .selectFrom("mails")
    .select("text_body")
    .where("recipient", "=", buyer.email)
    .where("subject", "like", "%order%")
    .executeTakeFirstOrThrow()
  return {
    id,
    confirm: pageText(confirm.html),
    order: texts[0] ?? "",
    receipt: texts[1] ?? "",
    mail,
  }
}

async function refund(id: string, fields: Record<string, string>) {
  const { snapshot = [] } = hiddenFields((await page(`/admin/order/${id}/refund`, office)).html)
  const response = await office.post(`/admin/order/${id}/refund`, { snapshot: snapshot[0] ?? "0", ...fields })
  expect(response.status).toBe(303)
}

async function report() {
  const text = pageText((await page("/admin/tax-report", office)).html)
  const csv = (await page("/admin/tax-report/export", office)).html
  const lines = csv.replaceAll('"', "").trim().split("\n").slice(1)
  return { text, lines }
}

test("a German shop, set up only with forms: euros with VAT, an order to each kind of place, report and refunds", async () => {
  expect((await page("/admin/taxes", office)).html).toContain(
    '<option value="USD" selected="">USD, US dollars</option>',
  )
  await save("/admin/taxes", { currency: "EUR", included: "with", shipping: "like-goods", classes: "" })
  expect(pageText((await page("/admin/audit", office)).html)).toContain("Currency: from USD to EUR")
  const table = await page("/admin/taxes/import?table=eu", office)
  const [, rates = ""] = /<textarea[^>]*>([\s\S]*?)<\/textarea>/.exec(table.html) ?? []
  await save("/admin/taxes/import", { rates, replaces: "on" })
  const zone = { telephone: "international", postcodes: "" }
  await save("/admin/shipping/everywhere", { ...zone, name: "Germany", places: "Germany" })
  const parcel = { name: "Parcel", kind: "flat", position: "1", isOn: "on" }
  await save("/admin/shipping/everywhere/shipping", { ...parcel, price1: "4.95" })
  await save("/admin/shipping/new", { ...zone, name: "Neighbours", places: "Denmark\nAustria" })
  const [, abroad = ""] = here.shop.settings.current.pricing.zones.map(({ id }) => id)
  await save(`/admin/shipping/${abroad}/new`, { ...parcel, price1: "15" })
  await save("/admin/shipping", { country: "DE", state: "", pinCode: "10115" })

  // 104.95 × 19 ÷ 119 = 16.7567…
  const berlin = await order({ country: "DE", state: "BE", pinCode: "10115" })
  for (const text of [berlin.confirm, berlin.order])
    expect(text).toContain("Subtotal €100.00 Shipping (Parcel) €4.95 Total €104.95 including 19 % VAT €16.76")
  expect(berlin.receipt).toContain("Paid by card €104.95 including 19 % VAT €16.76")
  expect(berlin.mail).toMatch(/including 19 % VAT[^€]*€16\.76/)
  expect(berlin.mail).not.toContain("$")
  expect(pageText((await page(`/admin/order/${berlin.id}`, office)).html)).toContain("including 19 % VAT €16.76")
  // The listed price is the amount paid; the tax is the destination's: 115 × 25 ÷ 125.
  const copenhagen = await order({ country: "DK", state: "84", pinCode: "1050" })
  expect(copenhagen.receipt).toContain("Paid by card €115.00 including 25 % VAT €23.00")

  await refund(copenhagen.id, { whole: "yes" })
  // 50 × 16.76 ÷ 104.95 = 7.984…
  await refund(berlin.id, { amount: "50.00" })
  const { text, lines } = await report()
  expect(text).toMatch(/2 orders: €180\.19 net and €39\.76 tax, €219\.95 in total\. Refunded in this period: €165\.00/)
  expect(lines).toEqual([
    "Denmark,DK,,VAT,25,92.00,23.00,92.00,23.00",
    "Germany,DE,,VAT,19,88.19,16.76,42.02,7.98",
    "All orders,,,,,180.19,39.76,,",
  ])
  await refund(berlin.id, { whole: "yes" })
  expect((await report()).lines[1]).toBe("Germany,DE,,VAT,19,88.19,16.76,88.19,16.76")
  await expectInvariants(here.shop)

  const paid = await here.shop.db.selectFrom("sandbox_intents").select("currency").distinct().execute()
  expect(paid).toEqual([{ currency: "eur" }])
  const { location } = await page(`/product/${here.tray}`)
  const product = (await page(location ?? "")).html
  expect(product).toContain('"priceCurrency":"EUR"')
  expect(product).not.toContain("$5")
  expect((await page("/feed.xml")).html).toContain("<g:price>50.00 EUR</g:price>")
  const taxes = pageText((await page("/admin/taxes", office)).html)
  expect(taxes).toContain("Prices are in euros. The currency cannot be changed after the first order.")
  expect((await page("/admin/products", office)).html).toContain('<option value="set">Set to €</option>')
  const { snapshot = [] } = hiddenFields((await page("/admin/taxes", office)).html)
  const prices = { snapshot: snapshot[0] ?? "", included: "with", shipping: "none", classes: "books" }
  const late = await office.post("/admin/taxes", { ...prices, currency: "GBP" })
  expect(late.status).toBe(400)
  const refusal = pageText(await late.text())
  expect(refusal).toContain("The currency cannot be changed after the first order or during a payment")
  expect(refusal).toContain("books")
  expect((await office.post("/admin/taxes", { ...prices, currency: "XXX" })).status).toBe(400)
  expect(here.shop.settings.current.pricing).toMatchObject({ currency: "EUR", taxes: { classes: [] } })
})

test("a shop in Ohio, set up only with forms: a state’s and a county’s tax on top, and none elsewhere", async () => {
  const before = await report()
  await save("/admin/taxes", { included: "without", shipping: "like-goods", classes: "" })
  const rates =
    "country,state,postcode,rate,name,shipping,class\nUS,OH,,5.75,State tax,yes,\nUS,OH,43*,1.75,County tax,no,"
  await save("/admin/taxes/import", { rates, replaces: "on" })
  await save("/admin/shipping/everywhere", {
    ...{ name: "United States", places: "United States" },
    ...{ telephone: "ten-digits", postcodes: "#####, #####-####" },
  })
  await save("/admin/shipping/everywhere/shipping", {
    ...{ name: "Ground", kind: "flat", price1: "8", position: "1", isOn: "on" },
  })
  // (100 + 8) × 5.75 % and 100 × 1.75 %
  const columbus = await order({ country: "US", state: "OH", pinCode: "43215", phoneNo: "6145550123" })
  const bill = "Shipping (Ground) $8.00 Tax (State tax) $6.21 Tax (County tax) $1.75 Total $115.96"
  expect(columbus.confirm).toContain(bill)
  expect(columbus.order).toContain(bill)
  expect(columbus.receipt).toContain("Tax (State tax) 5.75 % $6.21 Tax (County tax) 1.75 % $1.75 Paid by card $115.96")
  const gary = await order({ country: "US", state: "IN", pinCode: "46402", phoneNo: "2195550123" })
  expect(gary.receipt).toContain("Shipping (Ground) $8.00 Paid by card $108.00")
  await refund(columbus.id, { whole: "yes" })
  const { lines } = await report()
  expect(lines.filter((line) => !before.lines.includes(line)).slice(0, -1)).toEqual([
    "United States, Indiana,US,IN,,,108.00,0.00,0.00,0.00",
    "United States, Ohio,US,OH,State tax,5.75,108.00,6.21,108.00,6.21",
    "United States, Ohio,US,OH,County tax,1.75,100.00,1.75,100.00,1.75",
  ])
  await expectInvariants(here.shop)
})
