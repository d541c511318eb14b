import { afterEach, expect, test } from "vitest"
import { findEditedProduct } from "~/domain/catalog/find-product.server"
import { checkInvariants } from "~/domain/checkout/check-invariants.server"
import { readDashboard } from "~/domain/dashboard/dashboard.server"
import { daysOf, todayOf } from "~/domain/days/shop-days.server"
import { discountRecord } from "~/domain/discounts/discount-record"
import { findDiscount } from "~/domain/discounts/discount-table.server"
import { saveDiscount } from "~/domain/discounts/save-discount.server"
import { deleteExpiredDocuments } from "~/domain/invoices/delete-documents.server"
import { DocumentFilter } from "~/domain/invoices/document-filter"
import { findDocument, findDocumentIds, listDocumentsOf } from "~/domain/invoices/find-documents.server"
import { issueDocuments } from "~/domain/invoices/issue-documents.server"
import { findWithdrawable } from "~/domain/returns/withdrawable.server"
import { changeSettings, changeTimeZone, restoreSettings } from "~/domain/settings/change-settings.server"
import { emptyFacts } from "~/domain/settings/settings"
import { settingsRecord } from "~/domain/settings/settings-schema"
import { readNewestSettings } from "~/domain/settings/settings-versions.server"
import { TaxReportFilter } from "~/domain/taxes/tax-report"
import { reportTaxes } from "~/domain/taxes/tax-report.server"
import { buy, openOrdersTest, shelve } from "~/testing/shop/test-orders.server"

const here = openOrdersTest()
const ask = async (text: string, values: unknown[] = []) => (await here.pool.query(text, values)).rows
const moveTo = (zone: string) => changeTimeZone(here.shop, here.admin, zone)
afterEach(() => moveTo(""))

let number = 9_000

/** Inserts an order in the shop's present time zone. */
async function insertOrder(total: number, placedAt: string): Promise<string> {
  const id = (++number).toString(16).padStart(24, "0")
  await ask(
    `insert into orders (id, number, user_id, user_name, user_email, payment_intent_id, payment_status, shipping_info,
      currency, item_price, tax_price, shipping_price, total_price, created_at)
    select $1, $2::integer, id, name, email, 'pi_' || $2::integer, 'succeeded', '{"country": "US", "state": "NY"}',
      'USD', $3::integer, 0, 0, $3::integer, $4::timestamptz from users limit 1`,
    [id, number, total, placedAt],
  )
  return id
}

const report = async (from: string, to = from) => {
  const { totals } = await reportTaxes(here.shop, here.admin, TaxReportFilter.parse({ from, to }))
  return [totals.orders, totals.total, totals.refunded]
}

const salesOf = async (day: string) => {
  const [sales] = await ask(
    `select coalesce(sum(orders), 0)::integer as orders, coalesce(sum(total), 0)::integer as total
    from sales_by_day where day = $1::date`,
    [day],
  )
  return [sales.orders, sales.total]
}

test("a change of the time zone changes no past figure; later figures follow it", async () => {
  const placedAt = "2025-12-31T23:30:00Z"
  const old = await insertOrder(1_000, placedAt)
  await ask(
    `insert into refunds (id, order_id, payment_intent_id, amount, reason, created_at)
    values (lpad('f1', 24, '0'), $1, 'pi_x', 400, 'Test', $2::timestamptz)`,
    [old, placedAt],
  )
  const figures = async () => [await report("2025-12-31"), await report("2026-01-01"), await salesOf("2025-12-31")]
  const before = await figures()
  expect(before).toEqual([
    [1, 1_000, 400],
    [0, 0, 0],
    [1, 1_000],
  ])
  for (const zone of ["Europe/Berlin", "Pacific/Kiritimati", "America/New_York"]) {
    await moveTo(zone)
    expect(await figures()).toEqual(before)
  }
  // A later refund counts on the order's day in the dashboard, and on its own day in the report.
  await moveTo("Europe/Berlin")
  await ask("update orders set refunded_amount = 500 where id = $1", [old])
  await insertOrder(2_000, placedAt)
  await insertOrder(4_000, "2025-12-31T22:30:00Z")
  expect([await report("2025-12-31"), await report("2026-01-01"), await report("2025-12-31", "2026-01-01")]).toEqual([
    [2, 5_000, 400],
    [1, 2_000, 0],
    [3, 7_000, 400],
  ])
  expect([await salesOf("2025-12-31"), await salesOf("2026-01-01")]).toEqual([
    [2, 5_000],
    [1, 2_000],
  ])
  expect((await checkInvariants(here.shop)).filter((violation) => violation.includes("sales"))).toEqual([])
  await ask("update orders set deleted_at = now() where number > 9000")
})

test.each([
  // The days of 23 and 25 hours in Germany and New York
  [
    "Europe/Berlin",
    "2026-03-29",
    ["2026-03-28T22:59:59Z", "2026-03-28T23:00:00Z", "2026-03-29T21:59:59Z", "2026-03-29T22:00:00Z"],
  ],
  [
    "Europe/Berlin",
    "2025-10-26",
    ["2025-10-25T21:59:59Z", "2025-10-25T22:00:00Z", "2025-10-26T22:59:59Z", "2025-10-26T23:00:00Z"],
  ],
  [
    "America/New_York",
    "2026-03-08",
    ["2026-03-08T04:59:59Z", "2026-03-08T05:00:00Z", "2026-03-09T03:59:59Z", "2026-03-09T04:00:00Z"],
  ],
  [
    "America/New_York",
    "2025-11-02",
    ["2025-11-02T03:59:59Z", "2025-11-02T04:00:00Z", "2025-11-03T04:59:59Z", "2025-11-03T05:00:00Z"],
  ],
  [
    "Asia/Kathmandu",
    "2026-01-01",
    ["2025-12-31T18:14:59Z", "2025-12-31T18:15:00Z", "2026-01-01T18:14:59Z", "2026-01-01T18:15:00Z"],
  ],
])("in %s, %s has the orders from its first to its last second", async (zone, day, moments) => {
  await moveTo(zone)
  for (const moment of moments) await insertOrder(1_000, moment)
  expect([await report(day), await salesOf(day)]).toEqual([
    [2, 2_000, 0],
    [2, 2_000],
  ])
  await ask("update orders set deleted_at = now() where number > 9000")
})

test("the dashboard's last day is today in the shop's time zone", async () => {
  for (const zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
    await moveTo(zone)
    const { income } = await readDashboard(here.shop, here.admin, "30 days")
    expect([income.length, income.at(-1)?.from]).toEqual([30, todayOf(here.shop)])
    expect((await readDashboard(here.shop, here.admin, "12 months")).income.at(-1)?.from).toBe(
      `${todayOf(here.shop).slice(0, 7)}-01`,
    )
  }
})

test("plans keep their days, also on days of 23 and 25 hours, and when the change is undone", async () => {
  const { shop, admin } = here
  const days = { from: "2027-03-28", until: "2027-10-31" }
  const id = await saveDiscount(shop, admin, null, {
    ...{
      name: "Spring",
      code: "SPRING",
      kind: "percent",
      percent: 100_000,
      amount: null,
      categories: [],
      products: [],
    },
    ...{ goodsFrom: null, unitsFrom: null, zones: [], firstOrder: false, maxUses: null, maxUsesPerPerson: null },
    ...days,
  })
  const product = await shelve(shop, admin, { publishedFrom: days.from, publishedUntil: days.until })
  const ended = await shelve(shop, admin, { publishedFrom: "2026-01-01", publishedUntil: "2026-01-01" })
  const planned = async () => {
    const [discount] = await ask("select starts_at, ends_at from discounts where id = $1", [id])
    const [row] = await ask(
      "select published_from, published_until, publication_changes_at from products where id = $1",
      [product],
    )
    expect([row.published_from, row.published_until]).toEqual([discount.starts_at, discount.ends_at])
    expect(row.publication_changes_at).toEqual(row.published_from)
    expect(discountRecord.textsOf(await findDiscount(shop, admin, id), daysOf(shop))).toMatchObject(days)
    expect(await findEditedProduct(shop, product)).toMatchObject({
      ...{ publishedFrom: days.from, publishedUntil: days.until, state: "scheduled" },
    })
    expect(await findEditedProduct(shop, ended)).toMatchObject({
      publishedFrom: "2026-01-01",
      publishedUntil: "2026-01-01",
    })
    return [discount.starts_at.toISOString(), discount.ends_at.toISOString()]
  }
  expect(await planned()).toEqual(["2027-03-28T00:00:00.000Z", "2027-11-01T00:00:00.000Z"])
  await moveTo("Europe/Berlin")
  expect(await planned()).toEqual(["2027-03-27T23:00:00.000Z", "2027-10-31T23:00:00.000Z"])
  await moveTo("America/New_York")
  expect(await planned()).toEqual(["2027-03-28T04:00:00.000Z", "2027-11-01T04:00:00.000Z"])
  await moveTo("Asia/Kathmandu")
  expect(await planned()).toEqual(["2027-03-27T18:15:00.000Z", "2027-10-31T18:15:00.000Z"])
  const { version } = await readNewestSettings(shop)
  await restoreSettings(shop, admin, { version: version - 2, snapshot: version })
  await shop.settings.renew()
  expect(await planned()).toEqual(["2027-03-27T23:00:00.000Z", "2027-10-31T23:00:00.000Z"])
})

test("a right of withdrawal counts from the day of the delivery in the shop's time zone", async () => {
  const order = await buy(here.shop, here.ada, here.mug)
  await ask("update orders set status = 'Delivered', shipped_at = $2, delivered_at = $2 where id = $1", [
    ...[order, "2027-04-30T22:30:00Z"],
  ])
  const lastDay = async () => (await findWithdrawable(here.shop, here.ada, order)).lastDay
  expect(await lastDay()).toBe("2027-05-14")
  await moveTo("Europe/Berlin")
  // Day 14 after 1 May is Saturday 15 May, so the period ends on Monday (Regulation 1182/71, article 3).
  expect(await lastDay()).toBe("2027-05-17")
})

test("the year in an invoice's number is that of the shop's time zone, and does not change", async () => {
  const { shop, admin, ada } = here
  const filed = async (from: string, to: string) =>
    (await findDocumentIds(shop, admin, DocumentFilter.parse({ from, to }))).length
  const { version, settings } = await readNewestSettings(shop)
  const facts = { ...settings, timeZone: "Europe/Berlin", invoiceNumbers: "Z-{year}-{number}", invoiceYears: "1" }
  await changeSettings(shop, admin, { snapshot: version, facts: { ...emptyFacts, ...facts } })
  await shop.settings.renew()
  here.clock.advance({ minutes: (Date.parse("2027-12-31T22:55:00Z") - here.clock.now().getTime()) / 60_000 })
  const first = await buy(shop, ada, here.mug)
  await issueDocuments(shop)
  here.clock.advance({ minutes: 30 })
  const second = await buy(shop, ada, here.mug)
  await issueDocuments(shop)
  const view = async () =>
    (await Promise.all([first, second].map((order) => listDocumentsOf(shop, order)))).map(
      ({ documents: [invoice] }) => [invoice?.number, invoice?.issuedOn],
    )
  const numbers = [
    ["Z-2027-1", "2027-12-31"],
    ["Z-2028-1", "2028-01-01"],
  ]
  expect(await view()).toEqual(numbers)
  const kept = await ask("select to_char(kept_until, 'YYYY-MM-DD') as until from billing_documents order by issued_at")
  expect(kept).toEqual([{ until: "2028-12-31" }, { until: "2029-12-31" }])
  await moveTo("America/New_York")
  expect([await view(), await filed("2028-01-01", ""), await filed("", "2027-12-31")]).toEqual([numbers, 1, 1])
  const { documents } = await listDocumentsOf(shop, second)
  const invoice = await findDocument(shop, ada, { orderId: second, id: documents[0]?.id ?? "" })
  expect(invoice.contents.order.placedAt).toMatch(/^2028-01-01T00:2.*\+01:00$/)
  await deleteExpiredDocuments(shop)
  expect(await view()).toEqual(numbers)
})

test("a time zone is an IANA name known to PostgreSQL, in its spelling", async () => {
  const { shop, admin } = here
  const parse = (timeZone: string) => settingsRecord.fields.timeZone.schema.safeParse(timeZone)
  for (const bad of ["Berlin", "+01:00", "Mars/Phobos", "UTC+1", "'; drop table orders"])
    expect([bad, parse(bad).success]).toEqual([bad, false])
  expect([parse("Asia/Kolkata"), parse("utc"), parse("")].map(({ data }) => data)).toEqual(["Asia/Kolkata", "", ""])
  const save = async (timeZone: string) => {
    const { version, settings } = await readNewestSettings(shop)
    await changeSettings(shop, admin, { snapshot: version, facts: { ...settings, timeZone } })
    await shop.settings.renew()
    return shop.settings.current.timeZone
  }
  expect(await save("europe/berlin")).toBe("Europe/Berlin")
  await expect(save("Europe/Atlantis")).rejects.toMatchObject({ field: "timeZone", kind: "invalid" })
  const [{ names }] = await ask("select array_agg(name) as names from pg_timezone_names")
  const { listTimeZones } = await import("~/domain/days/days-in.server")
  expect(listTimeZones().filter((name) => !names.includes(name))).toEqual([])
})
