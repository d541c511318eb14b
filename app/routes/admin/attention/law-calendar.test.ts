import { afterEach, expect, test } from "vitest"
import { savePage } from "~/domain/pages/save-page.server"
import { defaultRules } from "~/domain/pricing/rules"
import { pageText } from "~/testing/pages/page-text"
import { openBackOfficeTest } from "~/testing/shop/back-office.server"
import { setRules } from "~/testing/shop/pricing-rules.server"

const here = openBackOfficeTest()

const text = async (path: string) => pageText(await (await here.adminBrowser.get(path)).text())
const [everywhere] = defaultRules.zones
const sellFrom = (home: string, ...countries: string[]) =>
  setRules(here.shop, {
    home: { country: home, state: "", pinCode: "" },
    zones: everywhere
      ? [{ ...everywhere, places: countries.map((country) => ({ country, state: "", postcode: "" })) }]
      : [],
  })
afterEach(() => setRules(here.shop))

test("a shop as delivered has no rules, and Attention does not mention the law", async () => {
  expect(await text("/admin/attention/law")).toContain("There are no rules for your zones")
  expect(await text("/admin/attention")).not.toContain("rules of the law are still open")
})

test("a German shop sees what is empty, where to fill it in, and what comes next year", async () => {
  await sellFrom("DE", "DE", "AT")
  const calendar = await text("/admin/attention/law")
  for (const words of [
    "The postal address is empty. The telephone number is empty. It is not decided who pays for returns. Settings",
    "Since 13 Jun 2014 . Source: Directive 2011/83/EU, articles 6(1)(h), 8(7) and 10",
    "There is no packaging register number for Germany.",
    "This concerns you only if your business is in Germany and sells to businesses there.",
    "From 1 Jan 2027 . Source: Umsatzsteuergesetz",
  ])
    expect(calendar).toContain(words)
  expect(calendar).not.toContain("United Kingdom")
  expect(await text("/admin/attention")).toMatch(/\d rules of the law are still open/)
  const admin = here.admin
  await savePage(here.shop, admin, "terms", { snapshot: 0, title: "Terms", body: "[x](https://ec.europa.eu/odr)" })
  expect(await text("/admin/attention/law")).toContain("The imprint or the terms link to it.")
})

test("an Irish shop that sells to Great Britain sees its law too, and a shop from Ohio only that of the US", async () => {
  await sellFrom("IE", "IE", "GB")
  expect(await text("/admin/attention/law")).toContain("The right to cancel in the United Kingdom")
  await sellFrom("US", "US")
  const calendar = await text("/admin/attention/law")
  expect(calendar).toContain("Delivery times in the United States")
  expect(calendar).not.toContain("Directive")
})
