import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { defaultRules } from "~/domain/pricing/rules"
import { changeSettings } from "~/domain/settings/change-settings.server"
import { emptyFacts } from "~/domain/settings/settings"
import { readNewestSettings } from "~/domain/settings/settings-versions.server"
import { pageText } from "~/testing/pages/page-text"
import { anAdmin } from "~/testing/shop/people.server"
import { setRules } from "~/testing/shop/pricing-rules.server"
import { openPayingTest, shippingInfo } from "./testing/paying"

const here = openPayingTest()
const { items, process, confirm, order } = here

const german = {
  ...shippingInfo,
  city: "Berlin",
  state: "BE",
  country: "DE",
  pinCode: "10115",
  phoneNo: "+49301234567",
}

async function rename(name: string) {
  const { version } = await readNewestSettings(here.shop)
  await changeSettings(here.shop, await anAdmin(here.shop), { snapshot: version, facts: { ...emptyFacts, name } })
  await here.shop.settings.renew()
}

beforeEach(async () => {
  const [everywhere] = defaultRules.zones
  const zone = { ...(everywhere as (typeof defaultRules.zones)[number]), telephone: "international" as const }
  await setRules(here.shop, { home: { country: "DE", state: "", pinCode: "" }, zones: [zone] })
  await rename("Eiche")
})
afterEach(() => setRules(here.shop))

async function termsOf({ body }: Awaited<ReturnType<typeof order>>): Promise<string> {
  const termsUrl = String(body.order.termsUrl)
  expect(termsUrl).toBe(`${here.shop.identity.url}/order/${body.order._id}/terms`)
  const page = await here.ada.browser.get(new URL(termsUrl).pathname)
  return pageText(await page.text())
}

describe("an order through the API has the terms that were in force when its payment was opened", () => {
  test("of an amount alone", async () => {
    const secret = await process(here.ada, { amount: 13_500 })
    await rename("Linde")
    const { id } = (await confirm(secret)).body
    const placed = await order(here.ada, id, { shippingInfo: german })
    expect(placed.status).toBe(201)
    const text = await termsOf(placed)
    expect(text).toContain("inform us (Eiche,")
    expect(text).not.toContain("inform us (Linde")
  })

  test("of items", async () => {
    const secret = await process(here.ada, { amount: 13_500, orderedItems: items(), shippingInfo: german })
    await rename("Linde")
    const { id } = (await confirm(secret)).body
    expect(await termsOf(await order(here.ada, id, { shippingInfo: german }))).toContain("inform us (Eiche,")
  })

  test("so another request after a change opens another payment", async () => {
    const [first, repeated] = [await process(here.ada, { amount: 13_500 }), await process(here.ada, { amount: 13_500 })]
    expect(repeated).toBe(first)
    await rename("Linde")
    const second = await process(here.ada, { amount: 13_500 })
    expect(second).not.toBe(first)
    const { id } = (await confirm(second)).body
    expect(await termsOf(await order(here.ada, id, { shippingInfo: german }))).toContain("inform us (Linde,")
  })
})

test("an order to which no law gives a right of withdrawal names no terms", async () => {
  const secret = await process(here.ada, { amount: 13_500 })
  const { id } = (await confirm(secret)).body
  const { body } = await order(here.ada, id)
  expect(body.order.termsUrl).toBeNull()
  const { agreed_text_digest: digest } = await here.shop.db
    .selectFrom("orders")
    .select("agreed_text_digest")
    .where("id", "=", body.order._id)
    .executeTakeFirstOrThrow()
  expect(digest).toBeNull()
})
