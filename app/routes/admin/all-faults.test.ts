import { expect, test } from "vitest"
import { createCategory } from "~/domain/catalog/categories/save-category.server"
import { readNewestRules } from "~/domain/settings/pricing-versions.server"
import { pageText } from "~/testing/pages/page-text"
import { openBackOfficeTest } from "~/testing/shop/back-office.server"
import { addSizedProduct } from "~/testing/shop/product-with-options.server"

const here = openBackOfficeTest()

/** The error summary of a refused form: each field and its message */
async function faultsOf(path: string, fields: Record<string, string>): Promise<string[]> {
  const response = await here.adminBrowser.post(path, fields)
  const html = await response.text()
  expect([path, response.status]).toEqual([path, 400])
  const summary = /class="error-summary"[\s\S]*?<\/ul>/.exec(html)?.[0] ?? ""
  return [...summary.matchAll(/<a href="#[\w-]*?-([\w[\].]+)">(.*?)<\/a>/g)].map(([, field, message = ""]) => {
    return `${field}: ${pageText(message)}`
  })
}

const version = async () => String((await readNewestRules(here.shop)).version)

test("a zone reports its wrong and duplicate places together with other errors", async () => {
  const zone = { snapshot: await version(), telephone: "", postcodes: "" }
  expect(await faultsOf("/admin/shipping/new", { ...zone, name: "", places: "Germny\nFrance\nItly" })).toEqual([
    "name: Please enter a name",
    "places: Line 1: there is no country called “Germny”; Line 3: there is no country called “Itly”",
    "telephone: Choose a format for telephone numbers",
  ])
  expect(await faultsOf("/admin/shipping/new", { ...zone, name: "", places: "Everywhere" })).toEqual([
    "name: Please enter a name",
    "places: Everywhere is already in the zone “Everywhere”",
    "telephone: Choose a format for telephone numbers",
  ])
})

test("a shipping method reports a taken name, reversed days and a wrong price together", async () => {
  const [zone] = here.shop.settings.current.pricing.zones
  const taken = zone?.methods[0]?.name ?? ""
  const path = `/admin/shipping/${zone?.id}/new`
  const method = { snapshot: await version(), kind: "flat", position: "0", daysFrom: "5", daysTo: "2" }
  expect(await faultsOf(path, { ...method, name: taken, price1: "x", freeAbove: "y" })).toEqual([
    "name: This zone already has a method with this name",
    "price1: Enter an amount such as 4.95: the 1st character, “x”, cannot be used",
    "freeAbove: Enter an amount such as 4.95: the 1st character, “y”, cannot be used",
    "daysTo: This must be at least 5",
    "position: Enter a number",
  ])
})

test("a tax rate reports a place that does not exist together with other errors", async () => {
  const rate = { snapshot: await version(), place: "Germny", name: "", rate: "x", taxClass: "standard" }
  expect(await faultsOf("/admin/taxes/rate", rate)).toEqual([
    "place: There is no country called “Germny”",
    "name: Please enter a name",
    "rate: Enter a percentage such as 19 or 8.875, at most 100: the 1st character, “x”, cannot be used",
  ])
})

test("a discount reports its reversed days and a taken code together with other errors", async () => {
  const discount = { name: "Spring", code: "SPRING", kind: "percent", percent: "10", target: "order" }
  await here.adminBrowser.post("/admin/discount", discount)
  const days = { from: "2026-12-24", until: "2026-12-01", target: "categories" }
  expect(await faultsOf("/admin/discount", { ...discount, name: "", ...days })).toEqual([
    "name: Please enter a name",
    "code: “Spring” already has this code",
    "categories: Choose a category",
    "until: The end date must not be before the start date",
  ])
})

test("a product reports its reversed days and a price that is not reduced together with other errors", async () => {
  const product = {
    name: "",
    desc: "",
    category: "",
    stock: "1",
    price: "10",
    compareAtPrice: "9",
    brand: "x".repeat(101),
  }
  const days = { publishedFrom: "2026-12-24", publishedUntil: "2026-12-01" }
  expect(await faultsOf("/admin/product", { ...product, ...days })).toEqual([
    "name: Please enter the product name",
    "compareAtPrice: The compare-at price must be more than the price",
    "category: Please choose a category",
    "desc: Please enter a description",
    "brand: Brand has at most 100 characters",
    "publishedUntil: The last day must not be before the first",
  ])
})

test("variants report a duplicate SKU together with other errors, in the order of the page", async () => {
  const { id } = await addSizedProduct(here.shop, here.admin, { sizes: { S: 1, M: 1 } })
  const row = (at: number, fields: Record<string, string>) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [`variants[${at}].${name}`, value]))
  const rows = {
    ...row(0, { gtin: "1", sku: "A-1", price: "", stock: "x", sold: "on", values: "s" }),
    ...row(1, { weightGrams: "0", sku: "a-1", price: "10", compareAtPrice: "9", stock: "1", sold: "on", values: "m" }),
  }
  expect(await faultsOf(`/admin/product/${id}/versions`, rows)).toEqual([
    "variants[0].price: Please enter a price",
    expect.stringMatching(/^variants\[0\]\.stock: Stock must be a whole number/),
    "variants[0].gtin: A GTIN has 8, 12, 13 or 14 digits",
    "variants[1].compareAtPrice: The compare-at price must be more than the price",
    "variants[1].sku: a-1 is the SKU of another version",
    "variants[1].weightGrams: Weight must be at least 1 gram",
  ])
})

test("a category and a role report a taken name together with other errors", async () => {
  await createCategory(here.shop, here.admin, { name: "Lamps", body: "" })
  expect(await faultsOf("/admin/category", { name: "lamps", body: "x".repeat(30_000) })).toEqual([
    "name: There is already a category “Lamps”",
    expect.stringContaining("body: A description has at most"),
  ])
  expect(await faultsOf("/admin/staff/role", { name: "OWNER", refundLimitOfOrder: "x" })).toEqual([
    "name: There is already a role with this name",
    "refundLimitOfOrder: Enter an amount such as 100, or leave this empty: the 1st character, “x”, cannot be used",
  ])
})

test("a weak password is reported together with other errors", async () => {
  const passwords = { oldPassword: "", newPassword: "password123", confirmPassword: "password124" }
  expect(await faultsOf("/password/update", passwords)).toEqual([
    "oldPassword: Please enter your old password",
    expect.stringMatching(/^newPassword: This password is too common/),
    "confirmPassword: Password does not match",
  ])
})

test("a form of variants with gaps, or with a text in place of a row, is refused", async () => {
  const { id } = await addSizedProduct(here.shop, here.admin, { name: "Gap Shirt", sizes: { S: 1, M: 1 } })
  const path = `/admin/product/${id}/versions`
  const forgeries: Record<string, string>[] = [
    { "variants[5].sku": "A-1" },
    { "variants[0]": "x" },
    { "variants[0].sku[0]": "x" },
    { "variants[0].sku": "x", "variants[2].sku": "x" },
  ]
  for (const forged of forgeries) {
    const { status } = await here.adminBrowser.post(path, forged)
    expect([400, 409], JSON.stringify(forged)).toContain(status)
  }
})
