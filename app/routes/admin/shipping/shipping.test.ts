import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { startCheckout } from "~/domain/checkout/hold/start-checkout.server"
import { DAY } from "~/domain/durations"
import { sweepPictures } from "~/domain/media/sweep-pictures.server"
import { encodedAs, samplePicture } from "~/domain/media/testing/sample-pictures"
import { defaultRules, type ShippingMethod } from "~/domain/pricing/rules"
import { readNewestRules } from "~/domain/settings/pricing-versions.server"
import { readNewestSettings } from "~/domain/settings/settings-versions.server"
import { addressErrors } from "~/domain/shipping/delivery-rules"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { formsOf } from "~/testing/pages/forms-of.server"
import { pageText } from "~/testing/pages/page-text"
import { card, hiddenFields, openWebCheckoutTest } from "~/testing/pages/web-checkout.server"
import { fillCart } from "~/testing/shop/buyers.server"
import { expectInvariants } from "~/testing/shop/expect-invariants.server"
import { anAdmin } from "~/testing/shop/people.server"
import { setRules } from "~/testing/shop/pricing-rules.server"
import { buy } from "~/testing/shop/test-orders.server"

const here = openWebCheckoutTest()
const { page, leads } = here

let office: TestBrowser
beforeEach(async () => {
  office = await here.signedIn(await anAdmin(here.shop))
})

afterEach(() => setRules(here.shop))

async function send(path: string, fields: Record<string, string>, by = office) {
  const version = String((await readNewestRules(here.shop)).version)
  const response = await by.post(path, { snapshot: version, ...fields })
  const html = await response.text()
  return { status: response.status, location: response.headers.get("Location") ?? "", text: pageText(html), html }
}

const first = (fields: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(fields).map(([name, [value = ""]]) => [name, value]))

const settingsVersion = async () => (await readNewestSettings(here.shop)).version

const germany = { name: "Germany", places: "Germany", telephone: "international", postcodes: "#####" }
const parcel = { name: "Parcel", kind: "flat", price1: "4.95", freeAbove: "200", position: "1", isOn: "on" }

describe("a zone", () => {
  test("is created with existing places, each in one zone only, and is found by an address", async () => {
    const bad = await send("/admin/shipping/new", { ...germany, places: "Germany\nGermny" })
    expect(bad.status).toBe(400)
    expect(bad.text).toContain("Line 2: there is no country called “Germny”")
    const made = await send("/admin/shipping/new", { ...germany, places: "Germany, 10*\nUnited States, Ohio" })
    expect(made.location).toMatch(/^\/admin\/shipping\/[0-9a-f]{24}$/)
    const again = await send("/admin/shipping/new", { ...germany, places: "germany, 10*" })
    expect(again.text).toContain("Germany, 10* is already in the zone “Germany”")
    const found = async (query: string) => pageText((await page(`/admin/shipping?${query}`, office)).html)
    expect(await found("country=DE&state=&pinCode=10115")).toContain("Show zone Germany")
    expect(await found("country=US&state=Ohio&pinCode=43215")).toContain("Show zone Germany")
    expect(await found("country=DE&state=&pinCode=20095")).toContain("Show zone Everywhere")
  })

  test("accepts post codes in any spelling", async () => {
    const madeira = {
      name: "Madeira",
      places: "Portugal, 9000-9499",
      telephone: "international",
      postcodes: "####-###",
    }
    await send("/admin/shipping/new", madeira)
    await send("/admin/shipping/new", { ...madeira, name: "Bute", places: "United Kingdom, PA20 *", postcodes: "" })
    const again = await send("/admin/shipping/new", { ...madeira, places: "Portugal, ９０００ – ９４９９" })
    expect(again.text).toContain("Portugal, 9000-9499 is already in the zone “Madeira”")
    const found = async (query: Record<string, string>) =>
      pageText((await page(`/admin/shipping?${new URLSearchParams({ state: "", ...query })}`, office)).html)
    for (const pinCode of ["9000-100", "9000100", "9000 100", "９０００−１００"])
      expect(await found({ country: "PT", pinCode })).toContain("Show zone Madeira")
    for (const pinCode of ["PA20 1AA", "pa201aa"])
      expect(await found({ country: "GB", pinCode })).toContain("Show zone Bute")
    expect(await found({ country: "GB", pinCode: "PA2 0AA" })).toContain("Show zone Everywhere")
    const { pricing } = here.shop.settings.current
    const errorsOf = (pinCode: string) =>
      addressErrors(pricing, { country: "PT", state: "30", pinCode, phoneNo: "+351 291 000000".replaceAll(" ", "") })
    expect(["9000-100", "9000100", "9000 100"].map(errorsOf)).toEqual([[], [], []])
    expect(errorsOf("9000-1")).toMatchObject([{ field: "pinCode" }])
  })

  test("is created once by a form that is sent twice, and so is a method, with the same redirect", async () => {
    const zone = hiddenFields((await page("/admin/shipping/new", office)).html)
    const makeZone = () => send("/admin/shipping/new", { ...germany, ...first(zone) })
    const zones = [...(await Promise.all([makeZone(), makeZone()])), await makeZone()]
    const [{ location } = { location: "" }] = zones
    expect(location).toMatch(/^\/admin\/shipping\/[0-9a-f]{24}$/)
    expect(zones.map(({ location }) => location)).toEqual([location, location, location])

    const method = hiddenFields((await page(`${location}/new`, office)).html)
    const makeMethod = () => send(`${location}/new`, { ...parcel, ...first(method) })
    const methods = [...(await Promise.all([makeMethod(), makeMethod()])), await makeMethod()]
    expect(methods.map(({ location }) => location)).toEqual([location, location, location])
    const made = here.shop.settings.current.pricing.zones.filter(({ name }) => name === "Germany")
    expect(made.map(({ methods }) => methods.map(({ name }) => name))).toEqual([["Parcel"]])
  })

  test("saved without changes gets no new version", async () => {
    const { location } = await send("/admin/shipping/new", germany)
    const before = await readNewestRules(here.shop)
    expect((await send(location, germany)).location).toBe(location)
    expect(await readNewestRules(here.shop)).toEqual(before)
  })

  test("changed by someone else in the meantime is not overwritten", async () => {
    const { location } = await send("/admin/shipping/new", germany)
    const opened = hiddenFields((await page(location, office)).html)
    expect((await send(location, { ...germany, name: "Deutschland" })).location).toBe(location)
    const late = await send(location, { ...germany, snapshot: opened.snapshot?.[0] ?? "" })
    expect(late.status).toBe(409)
    expect(late.text).toContain("has changed this zone while you were editing it")
  })
})

test("with gaps and overlaps of steps is refused at the cells", async () => {
  const path = "/admin/shipping/everywhere/new"
  const steps = {
    name: "Parcel",
    kind: "weight",
    from1: "0",
    to1: "5",
    price1: "4.95",
    from2: "6",
    price2: "9",
    position: "2",
  }
  const gap = await send(path, steps)
  expect(gap.status).toBe(400)
  expect(gap.html).toMatch(/id="method-from2-error"[^>]*>(?:<[^>]*>|[^<])*?This leaves a gap/)
  expect((await send(path, { ...steps, from2: "4.5" })).html).toMatch(
    /id="method-from2-error"[^>]*>(?:<[^>]*>|[^<])*?overlaps/,
  )
  expect((await send(path, { ...steps, price2: "x", from2: "5" })).html).toMatch(/id="method-price2-error"/)
  expect((await send(path, { ...steps, kind: "flat" })).text).toContain(
    "Only prices by weight or order value have steps",
  )
  expect((await send(path, { ...steps, from2: "5" })).location).toBe("/admin/shipping/everywhere")
  const [zone] = here.shop.settings.current.pricing.zones
  expect(zone?.methods[1]?.steps).toEqual([
    { from: 0, to: 5_000, price: 495 },
    { from: 5_000, to: null, price: 900 },
  ])
})

/** Sells to Germany only, by two methods. */
async function openGermanShop() {
  const { location } = await send("/admin/shipping/everywhere", germany)
  expect(location).toBe("/admin/shipping/everywhere")
  await send("/admin/shipping/everywhere/shipping", parcel)
  await send("/admin/shipping/everywhere/new", {
    ...parcel,
    name: "Express",
    price1: "14.90",
    daysFrom: "1",
    daysTo: "2",
    position: "2",
  })
}

const berlin = {
  address: "Torstr. 1",
  suburb: "Berlin",
  country: "DE",
  state: "BE",
  pinCode: "10115",
  phoneNo: "+49 30 1234567",
}

describe("a shop that sells to Germany", () => {
  test("offers no other country, and validates telephone numbers and post codes by the zone's rules", async () => {
    await openGermanShop()
    await fillCart(here.shop, here.ada, [{ variantId: here.tray, quantity: 2 }])
    const { html } = await page("/shipping")
    expect(html).toContain(">Germany</option>")
    expect(html).not.toContain(">Denmark</option>")
    const typed = { ...berlin, phoneNo: "+49 30", pinCode: "101" }
    const refused = pageText(await (await here.browser.post("/shipping", typed)).text())
    expect(refused).toContain("Enter 6 to 15 digits, with the country code if the number is from abroad")
    expect(refused).toContain("Enter a post code in the format #####")
    const denmark = await here.browser.post("/shipping", { ...berlin, country: "DK", state: "84" })
    expect(pageText(await denmark.text())).toContain("We do not ship to this country")
    // The stored address is in Springfield, Illinois.
    const confirm = await leads(await here.browser.get("/order/confirm"))
    expect(confirm).toMatchObject({ location: "/shipping", says: "We cannot ship this order to United States" })
  })

  test("reminds shoppers of the legal guarantee, and the owner of missing manufacturers", async () => {
    const reminder = "In the EU, goods have a legal guarantee of at least two years"
    const mentionsOn = async (paths: string[]) => {
      const found = await Promise.all(paths.map((path) => page(path)))
      return found.map(({ html }) => pageText(html).split(reminder).length - 1)
    }
    const { location: tray } = await leads(await here.browser.get(`/product/${here.tray}`))
    expect(await mentionsOn(["/", tray])).toEqual([0, 0])
    await openGermanShop()
    await fillCart(here.shop, here.ada, [{ variantId: here.tray, quantity: 2 }])
    await here.browser.post("/shipping", berlin)
    expect(await mentionsOn(["/", tray, "/order/confirm"])).toEqual([1, 2, 2])
    const order = await buy(here.shop, here.ada, here.tray)
    expect(await mentionsOn([`/success?order=${order}`])).toEqual([2])
    const admin = pageText(await (await office.get("/admin/attention")).text())
    expect(admin).toMatch(/\d products? do(es)? not name a manufacturer/)
  })

  test("shows the EU’s notice of it once the owner has uploaded the picture, and reports it as missing until then", async () => {
    const form = "/admin/settings/legal-guarantee"
    const link = 'href="/legal-guarantee"'
    const upload = async (fields: Record<string, string>, picture?: Buffer) => {
      const body = new FormData()
      const { snapshot = [] } = hiddenFields((await page(form, office)).html)
      for (const [name, value] of Object.entries({ snapshot: snapshot[0] ?? "", ...fields })) body.append(name, value)
      if (picture) body.append("notice", new File([new Uint8Array(picture)], "notice.png", { type: "image/png" }))
      const sent = await office.send(form, { method: "POST", body, headers: { Origin: here.url } })
      return { status: sent.status, text: pageText(await sent.text()) }
    }
    const noticeOf = async () => {
      const { html } = await page("/legal-guarantee")
      return /<img[^>]* src="([^"]+)"/.exec(html.slice(html.indexOf("<main")))?.[1] ?? ""
    }
    const linksOn = async (paths: string[]) => {
      const found = await Promise.all(paths.map((path) => page(path)))
      return found.map(({ html }) => html.split(link).length - 1)
    }
    const attention = async () => pageText((await page("/admin/attention", office)).html)
    const png = await encodedAs("png", samplePicture(420, 600))
    expect((await page(form, office)).html).toContain("https://eur-lex.europa.eu/eli/reg_impl/2025/1960/oj")
    expect((await page(form, office)).html).toContain("the notice is not shown")
    expect(await attention()).not.toContain("legal guarantee")
    expect((await upload({}, png)).status).toBe(303)
    expect((await here.browser.get("/legal-guarantee")).status).toBe(404)

    await openGermanShop()
    expect(await attention()).not.toContain("legal guarantee")
    await upload({ withoutNotice: "on" })
    expect(await attention()).toContain("The EU’s notice on the legal guarantee is missing")
    expect((await page("/admin/dashboard", office)).html).toContain("notice on the legal guarantee is missing")
    expect((await here.browser.get("/legal-guarantee")).status).toBe(404)
    const { location: tray } = await leads(await here.browser.get(`/product/${here.tray}`))
    expect(await linksOn(["/", tray])).toEqual([0, 0])
    expect((await page("/sitemap.xml")).html).not.toContain("/legal-guarantee")

    const drawing = await upload(
      { noticeText: "Typed in full" },
      Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
    )
    expect(drawing).toMatchObject({ status: 400, text: expect.stringContaining("SVG drawings cannot be uploaded") })
    expect(drawing.text).toContain("Typed in full")
    expect((await upload({ noticeText: "Two years\nat least." }, png)).status).toBe(303)
    expect(await attention()).not.toContain("legal guarantee")
    const first = await noticeOf()
    const shown = await here.browser.get(first)
    expect([shown.status, shown.headers.get("Content-Type")]).toEqual([200, "image/jpeg"])
    expect(pageText((await page("/legal-guarantee")).html)).toContain("In words Two years at least.")
    expect((await page("/sitemap.xml")).html).toContain("/legal-guarantee</loc>")
    await fillCart(here.shop, here.ada, [{ variantId: here.tray, quantity: 2 }])
    await here.browser.post("/shipping", berlin)
    const order = await buy(here.shop, here.ada, here.tray)
    expect(await linksOn(["/", tray, "/order/confirm", `/success?order=${order}`])).toEqual([1, 2, 2, 2])
    const mail = await here.shop.db
      .selectFrom("mails")
      .select("text_body")
      .where("kind", "=", "order-confirmed")
      .execute()
    expect(mail.at(-1)?.text_body).toContain("/legal-guarantee")

    await upload({ noticeText: "Two years\nat least." }, await encodedAs("jpeg", samplePicture(300, 400)))
    expect(await noticeOf()).not.toBe(first)
    const saved = await office.post("/admin/settings", {
      snapshot: String((await settingsVersion()) ?? 0),
      name: "Oak",
    })
    expect(saved.status).toBe(303)
    const late = await office.post(form, { snapshot: "1", noticeText: "Other" })
    expect(late.status).toBe(409)
    const restore = async (version: number, snapshot: number) =>
      office.post("/admin/settings/history", { version: String(version), snapshot: String(snapshot) })
    const current = await settingsVersion()
    await restore(current - 2, current)
    expect(await noticeOf()).toBe(first)
    await sweepPictures(here.shop, { olderThan: new Date(here.shop.now().getTime() + DAY) })
    expect((await here.browser.get(first)).status).toBe(200)
    await restore(0, current + 1)
    expect((await here.browser.get("/legal-guarantee")).status).toBe(404)
  })

  test("lets shoppers choose between two methods, stores the choice with the order, and shows changes in the meantime", async () => {
    await openGermanShop()
    await fillCart(here.shop, here.ada, [{ variantId: here.tray, quantity: 2 }])
    expect((await here.browser.post("/shipping", berlin)).headers.get("Location")).toBe("/order/confirm")
    const cheapest = await page("/order/confirm")
    expect(pageText(cheapest.html)).toContain("Parcel: $4.95")
    expect(pageText(cheapest.html)).toContain("Total $114.95")
    const methods = here.shop.settings.current.pricing.zones[0]?.methods ?? []
    const express = methods.find(({ name }) => name === "Express")?.id ?? ""
    const chosen = await page(`/order/confirm?method=${express}`)
    expect(pageText(chosen.html)).toContain("Shipping (Express) $14.90")
    expect(pageText(chosen.html)).toMatch(/Arrives \w{3} \d+/)

    const pickup = { kind: "pickup", address: "2 Market Square", hours: "9 to 5" }
    await send(`/admin/shipping/everywhere/${express}`, { ...parcel, ...pickup, name: "Collect", position: "2" })
    const collected = pageText((await page(`/order/confirm?method=${express}`)).html)
    expect(collected).toMatch(/Your address Change address/)
    const { isOn: _, ...switchedOff } = parcel
    await send(`/admin/shipping/everywhere/${express}`, { ...switchedOff, name: "Express", position: "2" })
    const late = await here.browser.post(`/order/confirm?method=${express}`, hiddenFields(chosen.html))
    expect(late.status).toBe(409)
    const refused = pageText(await late.text())
    expect(refused).toContain("The shipping method that you chose is no longer available: it is now Parcel.")
    expect(refused).toContain("Shipping now costs $4.95 instead of $14.90.")

    await send(`/admin/shipping/everywhere/${express}`, {
      ...parcel,
      name: "Express",
      price1: "16",
      position: "2",
      isOn: "on",
    })
    const fresh = await page(`/order/confirm?method=${express}`)
    await here.browser.post(`/order/confirm?method=${express}`, hiddenFields(fresh.html))
    const paying = await page("/process/payment")
    expect(paying.html).toContain("Pay $126.00")
    const paid = await leads(await here.browser.post("/process/payment", { ...card, ...hiddenFields(paying.html) }))
    expect(paid.location).toContain("/success")
    const order = await here.shop.db
      .selectFrom("orders")
      .selectAll()
      .where("user_id", "=", here.ada.id)
      .executeTakeFirstOrThrow()
    expect(order).toMatchObject({
      shipping_price: 1_600,
      shipping_method: { name: "Express", zone: "Germany", days: null },
    })
    await expectInvariants(here.shop)
  })

  test("sells by page and JSON with the same method when none was chosen", async () => {
    await openGermanShop()
    await fillCart(here.shop, here.ada, [{ variantId: here.tray, quantity: 5 }])
    await here.browser.post("/shipping", berlin)
    const checkout = await startCheckout(here.shop, here.ada, [{ variantId: here.tray, quantity: 5 }], null)
    expect(checkout.shippingMethod).toMatchObject({ name: "Parcel" })
    expect(checkout.totals).toMatchObject({ shipping: 0, total: 27_500 })
  })
})

test("shows the cost of shipping on the product page, in the cart, for other countries, and in the shop's texts", async () => {
  const told = async (path: string) => pageText((await page(path)).html)
  await fillCart(here.shop, here.ada, [{ variantId: here.tray, quantity: 2 }])
  expect((await page("/shipping-and-returns")).html).toContain(
    "<li>Shipping costs <strong>$25</strong>. It is <strong>free</strong> when the products in your order come to more than <strong>$500</strong>.</li>",
  )
  expect(await told("/terms")).toContain(
    "Prices are in US dollars and do not include tax. Tax of 10 % and shipping are",
  )
  expect(await told("/cart")).not.toContain("Delivery to")

  const zone = { telephone: "international" as const, postcodes: "" }
  const method = (name: string, price: number, more: Partial<ShippingMethod> = {}): ShippingMethod => ({
    ...{ id: name.toLowerCase(), name, kind: "flat", steps: [{ from: 0, to: null, price }], freeAbove: null },
    ...{ days: null, pickup: null, isOn: true, ...more },
  })
  const parcel = method("Parcel", 495, { freeAbove: 20_000, days: { from: 2, to: 3 } })
  const byWeight = method("Freight", 900, { kind: "weight", steps: [{ from: 0, to: 1_000, price: 900 }] })
  const heavy = { from: 1_000, to: 30_000, price: 1_900 }
  await setRules(here.shop, {
    zones: [
      { ...zone, id: "de", name: "Germany", places: [{ country: "DE", state: "", postcode: "" }], methods: [parcel] },
      {
        ...{ ...zone, id: "dk", name: "*North*", places: [{ country: "DK", state: "", postcode: "" }] },
        methods: [{ ...byWeight, steps: [...byWeight.steps, heavy] }],
      },
    ],
    taxes: { ...defaultRules.taxes, included: true },
  })
  expect(await told(`/product/${here.tray}/walnut-tray`)).toContain(
    "Shipping (Parcel) to Germany $4.95, free on orders over $200",
  )
  const home = await told("/cart")
  expect(home).toContain("Shipping (Parcel) $4.95")
  expect(home).toContain("$100.01 away from free shipping.")
  expect(home).toContain("Delivery to Germany")
  const denmark = await page("/cart?country=DK")
  expect(pageText(denmark.html)).toContain("Shipping (Freight) $9.00")
  expect(pageText(denmark.html)).toContain("Delivery to Denmark")
  expect(denmark.html).not.toContain(">France</option>")
  const changed = { product: here.tray, quantity: "3", previousQuantity: "2" }
  const kept = await here.browser.post("/cart?country=DK", changed)
  expect(kept.headers.get("Location")).toBe("/cart?country=DK")
  expect(await told("/cart?country=FR")).toContain("We do not ship to this country.")
  const weight = here.shop.db.updateTable("variants").set({ weight_grams: 20_000 }).where("id", "=", here.tray)
  await weight.execute()
  const heavier = await told("/cart?country=DK")
  expect(heavier).toContain("We cannot ship this order there.")
  expect(heavier).not.toContain("Shipping Free")

  const shipping = (await page("/shipping-and-returns")).html
  expect(shipping).toContain("<strong>Germany:</strong> Parcel $4.95, free above $200, 2 to 3 working days")
  expect(shipping).toContain("<strong>*North*:</strong> Freight from $9, by weight")
  expect(await told("/terms")).toContain(
    "Prices are in US dollars and include tax. Shipping is shown before you confirm,",
  )
})

test("a deleted zone or method is restored in its position by Undo, unless its places are in another zone by now", async () => {
  const { location: first } = await send("/admin/shipping/new", germany)
  await send(`${first}/new`, parcel)
  await send(`${first}/new`, { ...parcel, name: "Express", position: "2" })
  await send("/admin/shipping/new", { ...germany, name: "Denmark", places: "Denmark" })
  const zones = () => here.shop.settings.current.pricing.zones
  const before = zones()

  const ofMethod = await deleteAt(first, `?method=${before[1]?.methods[0]?.id}`)
  expect(zones()[1]?.methods.map(({ name }) => name)).toEqual(["Express"])
  for (let twice = 0; twice < 2; twice++)
    expect(await undo(ofMethod)).toMatchObject({ location: first, says: "Parcel has been restored" })
  expect(zones()).toEqual(before)

  const ofZone = await deleteAt(first)
  expect(zones().map(({ name }) => name)).toEqual(["Everywhere", "Denmark"])
  await send("/admin/shipping/everywhere", { ...germany, name: "World", places: "Everywhere" })
  expect(await undo(ofZone)).toMatchObject({ location: first, says: "Germany has been restored" })
  expect(zones().map(({ name }) => name)).toEqual(["World", "Germany", "Denmark"])
  expect(zones()[1]).toEqual(before[1])

  const again = await deleteAt(first)
  await send("/admin/shipping/new", { ...germany, name: "Deutschland" })
  const refused = await undo(again)
  expect(refused).toMatchObject({
    location: "/admin/shipping",
    says: "Germany is already in the zone “Deutschland”",
  })
  expect(await undo({ version: "1" })).toMatchObject({ says: "There is nothing to undo" })
})

/** Returns the fields of the undo button. */
async function deleteAt(zone: string, query = "") {
  const { html } = await leads(await office.post(`${zone}/delete${query}`, {}), office)
  return formsOf(html, zone).find(({ action }) => action === "/admin/shipping/undo")?.fields ?? {}
}

const undo = async (fields: Record<string, string>) => leads(await office.post("/admin/shipping/undo", fields), office)

test("a method and a zone are deleted after a confirmation, and an order can be read without its zone", async () => {
  const asked = await page("/admin/shipping/everywhere/delete?method=shipping", office)
  expect(pageText(asked.html)).toContain("Delete Shipping?")
  expect((await send("/admin/shipping/everywhere/delete?method=shipping", {})).location).toBe(
    "/admin/shipping/everywhere",
  )
  expect((await page("/admin/shipping/everywhere/delete?method=shipping", office)).status).toBe(404)
  for (let twice = 0; twice < 2; twice++)
    expect((await send("/admin/shipping/everywhere/delete", {})).location).toBe("/admin/shipping")
  expect(pageText((await page("/admin/shipping", office)).html)).toContain(
    "There are no zones yet, so shoppers cannot order",
  )
  const { before, after } = await here.shop.db
    .selectFrom("audit_log")
    .select(["before", "after"])
    .where("action", "=", "shipping.updated")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow()
  expect([before, after]).toEqual([
    { name: "Everywhere", places: "Everywhere", telephone: "ten-digits", postcodes: "" },
    { name: "", places: "", telephone: "", postcodes: "" },
  ])
})
