import { beforeAll, expect, test } from "vitest"
import type { Staff } from "~/domain/accounts/actor"
import { startCheckout } from "~/domain/checkout/hold/start-checkout.server"
import { releaseExpiredHolds } from "~/domain/checkout/reconciliation/reconcile-payments.server"
import { confirmOrder } from "~/domain/checkout/settlement/free-order.server"
import type { ShippingMethod } from "~/domain/pricing/rules"
import { changeFacts } from "~/domain/settings/change-settings.server"
import { emptyFacts } from "~/domain/settings/settings"
import { readNewestSettings } from "~/domain/settings/settings-versions.server"
import type { Queryable, Shop } from "~/domain/shop"
import { transaction } from "~/start/transaction.server"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { pageText } from "~/testing/pages/page-text"
import { hiddenFields, openWebCheckoutTest } from "~/testing/pages/web-checkout.server"
import { addBuyer, addProduct, fillCart, stockOf } from "~/testing/shop/buyers.server"
import { anAdmin } from "~/testing/shop/people.server"
import { setRules } from "~/testing/shop/pricing-rules.server"
import { allowWaysToPay, offerOf, orderUnpaid } from "~/testing/shop/unpaid-orders.server"
import { openDatabase, openPool } from "~db/database.server"

const here = openWebCheckoutTest()
const { page, leads } = here

let admin: Staff
let staff: TestBrowser
beforeAll(async () => {
  admin = await anAdmin(here.shop)
  staff = await here.signedIn(admin)
})

const words = async (path: string, by = here.browser) => pageText((await page(path, by)).html)

/** Fills the cart and opens the confirmation, with this way to pay chosen. */
async function open(payment?: string, by = here.browser, who = here.ada) {
  await fillCart(here.shop, who, [{ variantId: here.tray, quantity: 2 }])
  return page(`/order/confirm${payment ? `?payment=${payment}` : ""}`, by)
}

async function order(payment: string, by = here.browser, who = here.ada) {
  const { html } = await open(payment, by, who)
  const { method, payment: chosen, ...fields } = hiddenFields(html)
  const once = { ...fields, method: method?.[0] ?? "", payment: chosen?.[0] ?? "" }
  return { fields: once, answer: await by.post("/order/confirm", once) }
}

const orderIn = (location: string) => new URLSearchParams(location.split("?")[1]).get("order") ?? ""

test("a shop that configures nothing takes cards only and shows no choice", async () => {
  const { html } = await open("transfer")
  expect(html).not.toContain('name="payment"')
  expect(pageText(html)).toContain("Proceed to payment")
})

test("the owner allows ways to pay, with errors at the fields", async () => {
  const { html } = await page("/admin/settings/ways-to-pay", staff)
  const { snapshot } = hiddenFields(html)
  const facts = { snapshot: snapshot?.[0] ?? "", transfers: "on", paidOnCollection: "on", paidOnDelivery: "on" }
  const refused = await staff.post("/admin/settings/ways-to-pay", {
    ...facts,
    ...{ iban: "DE89 3704 0044 0532 0130 01", bic: "NONE", transferDays: "0", deliveryFee: "five" },
  })
  expect(refused.status).toBe(400)
  const text = pageText(await refused.text())
  for (const message of ["check the IBAN", "a BIC of 8 or 11", "days from 1 to 60", "a fee from 0.00"])
    expect(text).toContain(message)
  const nameless = await staff.post("/admin/settings/ways-to-pay", { ...facts, iban: "DE89370400440532013000" })
  expect(pageText(await nameless.text())).toContain("Enter the account holder")
  const saved = await staff.post("/admin/settings/ways-to-pay", {
    ...{ ...facts, accountHolder: "Counter GmbH", iban: "de89 3704 0044 0532 0130 00", deliveryFee: "5.00" },
    ...{ bic: "", transferDays: "", deliveryCountries: "us, de" },
  })
  expect(saved.status).toBe(303)
  await here.shop.settings.renew()
  expect(here.shop.settings.current).toMatchObject({ iban: "DE89370400440532013000", deliveryCountries: "US DE" })
})

test("an order by bank transfer shows what to pay, and NOT PAID to everyone", async () => {
  await allowWaysToPay(here.shop, admin)
  const shown = await open("transfer")
  expect(pageText(shown.html)).toMatch(/Pay now by card .* Bank transfer .* Order and pay by bank transfer/)
  const { answer } = await order("transfer")
  const { location, html } = await leads(answer)
  expect(location).toMatch(/^\/success\?order=/)
  expect(pageText(html)).toMatch(/Please pay \$\d+\.\d\d by bank transfer by .* DE89 3704 0044 0532 0130 00 .* RF/)
  const id = orderIn(location)
  expect(await words(`/order/${id}`)).toMatch(/Not paid yet .* NOT PAID/)
  expect(await words(`/order/${id}/receipt`)).toContain("Not paid yet")
  const json = await (await here.browser.json("GET", `/api/v1/order/${id}`)).json()
  expect(json).toMatchObject({ order: { paymentInfo: { status: "awaiting", method: "transfer", paidAt: null } } })
  expect(await words(`/admin/order/${id}`, staff)).toMatch(/NOT PAID .* Bank transfer .* Record a payment/)
  expect(await words("/admin/orders?payment=awaiting", staff)).toContain(id)
  expect(await words("/admin/dashboard", staff)).toMatch(/Not paid \$/)
  expect(await words("/admin/orders/pack", staff)).toContain("Nothing is waiting to be packed")
  expect(await words("/admin/orders/pack?payment=awaiting", staff)).toContain("NOT PAID: wait for the transfer of")
  expect(await words(`/admin/order/${id}/packing-slip`, staff)).toContain("NOT PAID, do not send")
  const exported = await (await staff.get("/admin/orders/export")).text()
  expect(exported).toMatch(/awaiting/)
  // The way to pay is remembered.
  const again = await open()
  expect(again.html).toMatch(/value="transfer" checked|checked="" [^>]*value="transfer"|value="transfer"[^>]*checked/)
})

test("staff record the payment and undo it", async () => {
  const { answer } = await order("transfer")
  const id = orderIn((await leads(answer)).location)
  const form = await page(`/admin/order/${id}/payment`, staff)
  const { formKey } = hiddenFields(form.html)
  const amount = /name="amount"[^>]*value="([\d.]+)"|value="([\d.]+)"[^>]*name="amount"/.exec(form.html)
  const payment = { formKey: formKey?.[0] ?? "", amount: amount?.[1] ?? amount?.[2] ?? "" }
  const today = here.shop.now().toISOString().slice(0, 10)
  const late = await staff.post(`/admin/order/${id}/payment`, { ...payment, receivedOn: "2999-01-01" })
  expect(pageText(await late.text())).toContain("This day is in the future")
  const pressed = await Promise.all(
    [1, 2].map(() => staff.post(`/admin/order/${id}/payment`, { ...payment, receivedOn: today })),
  )
  expect(pressed.map(({ status }) => status)).toEqual([303, 303])
  const paid = await page(`/admin/order/${id}`, staff)
  expect(pageText(paid.html)).toMatch(/PAID .* Received \$\d+\.\d\d ?, .* recorded by/)
  expect(await words(`/order/${id}/receipt`)).toContain("Paid: bank transfer")
  expect(await words("/admin/orders/pack", staff)).toContain("Units")
  const undo = /\/admin\/order\/\w+\/payment\/\w+\/undo/.exec(paid.html)?.[0] ?? ""
  expect(await words(undo, staff)).toContain("will be NOT PAID again")
  expect((await staff.post(undo, {})).status).toBe(303)
  expect(await words(`/order/${id}`)).toContain("NOT PAID")
})

test("doubled presses place one order", async () => {
  const before = await stockOf(here.shop, here.tray)
  const { html } = await open("transfer")
  const fields = hiddenFields(html)
  const once = { ...fields, method: fields.method?.[0] ?? "", payment: "transfer" }
  const press = () => here.browser.post("/order/confirm", once)
  const answers = [...(await Promise.all([press(), press(), press()])), await press()]
  expect(new Set(answers.map((answer) => answer.headers.get("Location"))).size).toBe(1)
  expect(answers[0]?.headers.get("Location")).toMatch(/^\/success/)
  expect(await stockOf(here.shop, here.tray)).toBe(before - 2)
})

test("the fee of cash on delivery is shown, and taxed like shipping", async () => {
  const byCard = pageText((await open("online")).html)
  const shown = pageText((await open("delivery")).html)
  const total = (text: string) => Number(/Total \$([\d.]+)/.exec(text)?.[1])
  expect(shown).toContain("Cash on delivery $5.00")
  expect(total(shown)).toBeCloseTo(total(byCard) + 5)
  const { answer } = await order("delivery")
  const id = orderIn((await leads(answer)).location)
  expect(await words(`/order/${id}`)).toMatch(/when your order is delivered/)
  expect(await words("/admin/orders/pack", staff)).toContain("To be paid on delivery: $")
  const row = here.shop.db.selectFrom("orders").select(["payment_fee", "shipping_price"]).where("id", "=", id)
  expect(await row.executeTakeFirstOrThrow()).toMatchObject({ payment_fee: 500 })
})

test("orders are paid on collection only if they are collected", async () => {
  const collect: ShippingMethod = {
    ...{ id: "collect", name: "Collect", kind: "pickup", steps: [{ from: 0, to: null, price: 0 }], freeAbove: null },
    ...{ days: null, pickup: { address: "2 Market Square", hours: "9 to 5" }, isOn: true },
  }
  expect(pageText((await open()).html)).not.toContain("Pay when you collect it")
  const places = [{ country: "US", state: "", postcode: "" }]
  const zone = { id: "us", name: "USA", telephone: "international" as const, postcodes: "", places, methods: [collect] }
  await setRules(here.shop, { zones: [zone] })
  const text = pageText((await open()).html)
  expect(text).toContain("Pay when you collect it")
  expect(text).not.toContain("Cash on delivery")
  const id = orderIn((await leads((await order("collection")).answer)).location)
  expect(await words("/admin/orders/pack", staff)).toContain("To be paid on collection: $")
  expect(await words(`/order/${id}`)).toContain("when you collect your order")
  await setRules(here.shop)
})

test("a way to pay that ended is refused, and another can be chosen", async () => {
  const { html } = await open("transfer")
  const fields = hiddenFields(html)
  await allowWaysToPay(here.shop, admin, { transfers: "" })
  const once = { ...fields, method: fields.method?.[0] ?? "", payment: "transfer" }
  const refused = await here.browser.post("/order/confirm", once)
  expect(refused.headers.get("Location") ?? "").not.toMatch(/success|process/)
  await allowWaysToPay(here.shop, admin)
})

test("a buyer has at most three unpaid orders, and a network ten", async () => {
  const vase = await addProduct(here.shop, { name: "Vase", stock: 1_000 })
  const address = "203.0.113.77"
  const buyer = await addBuyer(here.shop)
  const place = (who = buyer) => orderUnpaid(here.shop, who, vase, { address })
  for (let i = 0; i < 3; i++) await place()
  await expect(place()).rejects.toThrow("You have 3 orders that are not paid yet")
  const others = await Promise.all(Array.from({ length: 3 }, () => addBuyer(here.shop)))
  const placed = []
  for (const other of others)
    for (let i = 0; i < 3; i++) placed.push(await place(other).catch((error) => error.message))
  expect(placed.slice(0, 7).every((id) => /^[0-9a-f]{24}$/.test(id))).toBe(true)
  expect(placed[7]).toContain("Many orders from your network are not paid yet")
})

test("an order whose placing was interrupted cannot be paid by card; the next press places it, or its units are released", async () => {
  const { shop, ada, tray, clock } = here
  const hold = async () => {
    const cart = await fillCart(shop, ada, [{ variantId: tray, quantity: 2 }])
    await startCheckout(shop, ada, cart, await offerOf(shop, ada, cart, "transfer"))
  }
  await hold()
  expect((await page("/process/payment")).location).toBe("/order/confirm")
  const { location } = await leads((await order("transfer")).answer)
  expect(location).toMatch(/^\/success/)
  expect(await stockOf(shop, tray)).toBe(8)
  await hold()
  clock.advance({ minutes: 16 })
  await releaseExpiredHolds(shop)
  expect(await stockOf(shop, tray)).toBe(8)
})

test("presses in two processes place one order", async () => {
  const { shop, ada, tray } = here
  const queryable: Queryable = { ...shop, db: openDatabase(openPool({ url: here.databaseUrl, max: 4 })) }
  const other: Shop = { ...shop, ...queryable, transaction: (work) => transaction(queryable, work) }
  const cart = await fillCart(shop, ada, [{ variantId: tray, quantity: 2 }])
  const confirmed = await offerOf(shop, ada, cart, "transfer")
  const placed = await Promise.all([shop, other, shop, other].map((one) => confirmOrder(one, ada, cart, confirmed)))
  await other.db.destroy()
  expect(new Set(placed.map((outcome) => outcome.kind === "ordered" && outcome.orderId)).size).toBe(1)
  expect(await stockOf(shop, tray)).toBe(8)
})

test("turning everything off again restores cards only", async () => {
  const { version: snapshot } = await readNewestSettings(here.shop)
  const { transfers, paidOnCollection, paidOnDelivery } = emptyFacts
  await changeFacts(here.shop, admin, { snapshot, transfers, paidOnCollection, paidOnDelivery })
  await here.shop.settings.renew()
  expect((await open("transfer")).html).not.toContain('name="payment"')
})
