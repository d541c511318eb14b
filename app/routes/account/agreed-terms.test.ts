import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { factsAfter } from "~/domain/catalog/facts/facts"
import { deliverDueMails } from "~/domain/mail/deliver.server"
import { readMailAsHtml } from "~/domain/mail/mail-list.server"
import type { Mail } from "~/domain/mail/mailer"
import { savePage } from "~/domain/pages/save-page.server"
import { defaultRules } from "~/domain/pricing/rules"
import { changeSettings } from "~/domain/settings/change-settings.server"
import { emptyFacts } from "~/domain/settings/settings"
import { readNewestSettings } from "~/domain/settings/settings-versions.server"
import { pageText } from "~/testing/pages/page-text"
import { logStatements } from "~/testing/pages/statements.server"
import { card, hiddenFields, openWebCheckoutTest } from "~/testing/pages/web-checkout.server"
import { addBuyer, fillCart } from "~/testing/shop/buyers.server"
import { anAdmin } from "~/testing/shop/people.server"
import { setRules } from "~/testing/shop/pricing-rules.server"

const here = openWebCheckoutTest()

const german = {
  address: "1 Way",
  suburb: "Berlin",
  phoneNo: "+49 30 1234567",
  country: "DE",
  state: "BE",
  pinCode: "10115",
}
const british = {
  ...german,
  suburb: "London",
  phoneNo: "+44 20 7946 0000",
  country: "GB",
  state: "ENG",
  pinCode: "SW1A 1AA",
}
const american = { ...german, suburb: "Dayton", phoneNo: "9375550100", country: "US", state: "OH", pinCode: "45402" }

const zone = (id: string, ...countries: string[]) => {
  const [everywhere] = defaultRules.zones
  return {
    ...(everywhere as (typeof defaultRules.zones)[number]),
    ...{ id, name: id, telephone: "international" as const },
    places: countries.map((country) => ({ country, state: "", postcode: "" })),
  }
}

beforeEach(() =>
  setRules(here.shop, {
    home: { country: "DE", state: "", pinCode: "" },
    zones: [zone("germany", "DE"), zone("abroad", "GB", "US")],
  }),
)
afterEach(() => setRules(here.shop))

async function set(facts: Partial<typeof emptyFacts>) {
  const { version } = await readNewestSettings(here.shop)
  await changeSettings(here.shop, await anAdmin(here.shop), { snapshot: version, facts: { ...emptyFacts, ...facts } })
  await here.shop.settings.renew()
}

async function order(address: Record<string, string>) {
  const buyer = await addBuyer(here.shop)
  const browser = await here.signedIn(buyer)
  await fillCart(here.shop, buyer, [{ variantId: here.tray, quantity: 1 }])
  expect((await browser.post("/shipping", address)).headers.get("Location")).toBe("/order/confirm")
  const confirm = await here.page("/order/confirm", browser)
  expect(confirm.html.includes("instructions and form")).toBe(address.country !== "US")
  await browser.post("/order/confirm", hiddenFields(confirm.html))
  const paying = await here.page("/process/payment", browser)
  await browser.post("/process/payment", { ...card, ...hiddenFields(paying.html) })
  const { id, digest } = await here.shop.db
    .selectFrom("orders")
    .select(["id", "agreed_text_digest as digest"])
    .where("user_id", "=", buyer.id)
    .executeTakeFirstOrThrow()
  const mail = await here.shop.db
    .selectFrom("mails")
    .select(["id", "text_body as text"])
    .where("recipient", "=", buyer.email)
    .where("kind", "=", "order-confirmed")
    .executeTakeFirstOrThrow()
  return { id, digest, mail, browser, buyer }
}

/** The mail as an SMTP server gets it */
async function delivered(id: string): Promise<Mail | undefined> {
  const sent: Mail[] = []
  await here.pool.query("update mails set sent_at = null, due_at = now() where id = $1", [id])
  const mailer = { kind: "outbox" as const, send: async (mail: Mail) => void sent.push(mail) }
  await deliverDueMails({ ...here.shop, mailer })
  return sent.find((mail) => mail.id === id)
}

test("terms that change while the order is confirmed are shown, and must be confirmed again", async () => {
  await set({ name: "Eiche" })
  const buyer = await addBuyer(here.shop)
  const browser = await here.signedIn(buyer)
  await fillCart(here.shop, buyer, [{ variantId: here.tray, quantity: 1 }])
  await browser.post("/shipping", german)
  const { html } = await here.page("/order/confirm", browser)
  await set({ name: "Linde" })
  const refused = await browser.post("/order/confirm", hiddenFields(html))
  const again = await refused.text()
  expect(refused.status).toBe(409)
  expect(pageText(again)).toContain(
    "Our terms have changed since you opened this page. Please read them and confirm again.",
  )
  const held = () =>
    here.shop.db
      .selectFrom("checkouts")
      .innerJoin("agreed_texts", "digest", "agreed_text_digest")
      .select(["checkouts.id", "body_text as text"])
      .where("user_id", "=", buyer.id)
      .where("status", "=", "held")
      .executeTakeFirst()
  expect(await held()).toBeUndefined()
  expect((await browser.post("/order/confirm", hiddenFields(again))).headers.get("Location")).toBe("/process/payment")
  const first = await held()
  expect(first?.text).toContain("inform us (Linde,")

  await set({ name: "Buche" })
  await browser.post("/order/confirm", hiddenFields((await here.page("/order/confirm", browser)).html))
  const second = await held()
  expect(second?.text).toContain("inform us (Buche,")
  expect(second?.id).not.toBe(first?.id)
})

test("the text of the terms goes to the database once, and then only its digest", async () => {
  await set({ name: "Erle" })
  await order(german)
  const log = logStatements(here.pool)
  log.clear()
  await order(german)
  expect(log.texts.filter((text) => text.includes('insert into "agreed_texts"'))).toEqual([])
})

describe("an order of a consumer in the EU", () => {
  test("keeps the terms and the instructions as agreed, in the mail, its file and on the order's page", async () => {
    await set({ name: "Eiche", address: "Weg 1\n10115 Berlin", telephone: "+49 30 1", returnCosts: "shop" })
    const { id, mail, browser } = await order(german)
    const sent = await delivered(mail.id)
    const sentence = "You have the right to withdraw from this contract within 14 days"
    for (const text of [sent?.text, sent?.html, sent?.attachments?.[0]?.text]) {
      expect(text).toContain(sentence)
      expect(text).toContain("We will bear the cost of returning the goods.")
      expect(text).toContain("Model withdrawal form")
      expect(text).toContain("How a contract is made")
      expect(text).toContain(`${here.shop.identity.url}/withdraw`)
    }
    expect(sent?.attachments?.[0]?.name).toBe("terms-as-agreed.txt")
    expect(mail.text).not.toContain(sentence)
    expect(mail.text.replaceAll(/\s+/g, " ")).toContain(
      "instructions on withdrawal, are below and in the attached file",
    )
    expect(await readMailAsHtml(here.shop, mail.id)).toContain(sentence)

    await savePage(here.shop, await anAdmin(here.shop), "terms", { snapshot: 0, title: "Terms", body: "No refunds." })
    await set({ name: "Linde", returnCosts: "customer" })
    const { html } = await here.page(`/order/${id}`, browser)
    expect(html).toContain(`href="/order/${id}/terms"`)
    const terms = pageText((await here.page(`/order/${id}/terms`, browser)).html)
    expect(terms).toContain("(Eiche, Weg 1, 10115 Berlin, +49 30 1, hello@shop.test)")
    expect(terms).toContain("How a contract is made")
    expect(terms).not.toContain("No refunds.")

    const second = await order(german)
    const later = pageText((await here.page(`/order/${second.id}/terms`, second.browser)).html)
    expect(later).toContain("(Linde, hello@shop.test)")
    expect(later).toContain("No refunds.")
    expect((await here.page(`/order/${id}/terms`, second.browser)).status).toBe(404)
    const office = await here.signedIn(await anAdmin(here.shop))
    expect((await here.page(`/admin/order/${id}`, office)).html).toContain(`href="/order/${id}/terms"`)
    expect((await here.page(`/order/${id}/terms`, office)).status).toBe(200)
  })

  test("names the exempt products", async () => {
    const facts = JSON.stringify(factsAfter({}, { withdrawalExemption: "Made to order" }))
    await here.shop.db.updateTable("product_descriptions").set({ facts }).where("product_id", "=", here.tray).execute()
    const { id, mail, browser } = await order(german)
    expect(mail.text).toMatch(/There is no right of withdrawal for:\n.+: Made to order/)
    expect(pageText((await here.page(`/order/${id}/terms`, browser)).html)).toContain(": Made to order")
  })

  test("is read by a guest too, with the link of the mail", async () => {
    const [guest, other] = [here.visitor(), here.visitor()]
    await guest.post(`/product/${here.tray}`, { product: here.tray, quantity: 1 })
    await guest.post("/login?guest&redirect=/shipping", { email: "gwen@buyers.example" })
    await guest.post("/shipping", { name: "Gwen Guest", ...german })
    await guest.post("/order/confirm", hiddenFields((await here.page("/order/confirm", guest)).html))
    const paying = await here.page("/process/payment", guest)
    await guest.post("/process/payment", { ...card, ...hiddenFields(paying.html) })
    const mail = here.shop.db.selectFrom("mails").select("text_body").where("recipient", "=", "gwen@buyers.example")
    const [link = ""] = /\/order\/link\/[\w-]{32}/.exec((await mail.executeTakeFirstOrThrow()).text_body) ?? []
    const path = (await other.get(link)).headers.get("Location") ?? ""
    expect((await here.page(path, other)).html).toContain(`href="${path}/terms"`)
    expect(pageText((await here.page(`${path}/terms`, other)).html)).toContain("You have the right to withdraw")
    expect((await here.page(`${path}/terms`, here.visitor())).location).toMatch(/^\/login/)
  })

  test("shares its text with other orders of the same terms", async () => {
    const [first, second] = [await order(german), await order(german)]
    expect(first.digest).toBe(second.digest)
    const { rows } = await here.pool.query("select from agreed_texts where digest = $1", [first.digest])
    expect(rows).toHaveLength(1)
  })
})

test("an order to Great Britain has the instructions of its law", async () => {
  const { id, browser } = await order(british)
  expect(pageText((await here.page(`/order/${id}/terms`, browser)).html)).toContain(
    "You have the right to cancel this contract within 14 days",
  )
})

test("an order to Ohio is as before: no text, no link, no sentence, no file", async () => {
  const { id, digest, mail, browser } = await order(american)
  expect(digest).toBeNull()
  expect((await delivered(mail.id))?.attachments).toBeUndefined()
  expect(mail.text).not.toContain("withdrawal")
  expect((await here.page(`/order/${id}`, browser)).html).not.toContain(`/order/${id}/terms`)
  expect((await here.page(`/order/${id}/terms`, browser)).status).toBe(404)
})

test("the pages as shipped name the right only where a law gives one", async () => {
  const text = async (path: string) => pageText((await here.page(path)).html)
  expect(await text("/shipping-and-returns")).toContain("until 14 days after the delivery")
  expect(await text("/withdraw")).toContain("Model withdrawal form")
  await set({})
  await setRules(here.shop)
  expect(await text("/shipping-and-returns")).not.toContain("Right of withdrawal")
  expect(await text("/shipping-and-returns")).toContain("you pay for the return shipping. [fill in: change this")
  expect(await text("/withdraw")).not.toContain("Model withdrawal form")
})
