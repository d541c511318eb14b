import { sql } from "kysely"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import type { Member, Staff } from "~/domain/accounts/actor"
import { syncFees } from "~/domain/checkout/reconciliation/sync-fees.server"
import { addDays } from "~/domain/days/calendar"
import type { Cents } from "~/domain/money/money"
import { sum } from "~/domain/money/money"
import { refundOrder } from "~/domain/orders/cancellation/refund-order.server"
import { everywhere } from "~/domain/pricing/places"
import { defaultRules, type TaxRate } from "~/domain/pricing/rules"
import { changeFacts } from "~/domain/settings/change-settings.server"
import { readNewestSettings } from "~/domain/settings/settings-versions.server"
import { anonymizedShippingInfo } from "~/domain/shipping/shipping.server"
import { expectInvariants } from "~/testing/shop/expect-invariants.server"
import { setRules } from "~/testing/shop/pricing-rules.server"
import { buy, shelve, signUp, signUpAdmin } from "~/testing/shop/test-orders.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { reportTaxes } from "../tax-report.server"
import { exportDatev } from "./datev.server"
import { bookingLine, columnNames, encodeWindows1252, financialYearOf } from "./extf"
import { findFees } from "./fees.server"
import { exportJournal } from "./journal.server"
import { daysOfQuarter, endedQuarters, quarterOf } from "./oss"
import { reportOss } from "./oss.server"
import { readBatch } from "./testing/read-batch"

const most = vi.hoisted(() => ({ bookings: 99_999 }))
vi.mock("./extf", async (original) => {
  return Object.defineProperty({ ...(await original<object>()) }, "MAX_BOOKINGS", { get: () => most.bookings })
})

let here: TestShop
let admin: Staff
let buyers: Record<"DE" | "FR" | "AT", Member>
let goods: Record<"lamp" | "book", string>

const vat = (country: string, percent: number, taxClass = "standard"): TaxRate => ({
  ...{ place: { ...everywhere, country }, name: "VAT", rate: percent * 10_000, taxClass, from: null, onShipping: true },
})
const rates = [vat("DE", 19), vat("DE", 7, "reduced"), vat("FR", 20), vat("FR", 5.5, "reduced"), vat("AT", 20)]
const accounts = {
  ...{
    datevConsultant: "29098",
    datevClient: "55003",
    customersAccount: "10000",
    gatewayAccount: "1360",
    feesAccount: "",
  },
  revenueAccounts: "DE 19 8400\nDE 7 8300\nEU * 8320 10\n* * 8120",
}

async function setAccounts(facts: Partial<typeof accounts> & { financialYearStart?: string }) {
  const { version } = await readNewestSettings(here.shop)
  await changeFacts(here.shop, admin, { snapshot: version, ...facts })
  await here.shop.settings.renew()
}

beforeAll(async () => {
  here = await openTestShop()
  admin = await signUpAdmin(here.shop)
  const of = (name: string, price: Cents, taxClass: string) =>
    shelve(here.shop, admin, { name, price, taxClass, stock: 500 })
  goods = { lamp: await of("Lamp", 2_999, "standard"), book: await of("Book", 1_299, "reduced") }
  const from = async (country: string, state: string, pinCode: string) => {
    const member = await signUp(here.shop, `${country}@shop.test`)
    const info = { address: "Ring 1", city: "Town", state, country, pinCode, phoneNo: "+4930123456" }
    await here.shop.db
      .updateTable("users")
      .set({ shipping_info: JSON.stringify(info) })
      .where("id", "=", member.id)
      .execute()
    return member
  }
  buyers = {
    DE: await from("DE", "BE", "10115"),
    FR: await from("FR", "IDF", "75001"),
    AT: await from("AT", "9", "1010"),
  }
})
afterAll(() => here.close())
beforeEach(async () => {
  await setRules(here.shop, {
    ...{ currency: "EUR", home: { country: "DE", state: "", pinCode: "" } },
    taxes: { ...defaultRules.taxes, included: true, shipping: "like-goods", rates },
  })
  await setAccounts({ ...accounts, financialYearStart: "" })
})
afterEach(() => setRules(here.shop))

/** Moves an order, and its refunds, to a day. */
async function date(order: string, day: string) {
  const at = `${day}T12:00:00Z`
  await sql`update orders set created_at = ${at} where id = ${order}`.execute(here.shop.db)
}
const dateRefunds = (order: string, day: string) =>
  sql`update refunds set created_at = ${`${day}T12:00:00Z`} where order_id = ${order}`.execute(here.shop.db)

async function datev(from: string, to: string) {
  const chunks: Uint8Array[] = []
  for await (const chunk of exportDatev(here.shop, admin, { from, to })) chunks.push(chunk)
  return readBatch(Buffer.concat(chunks))
}

test("a year of orders over several rates with refunds adds up to the tax report, at the turn of the year too", async () => {
  const orders = [
    await buy(here.shop, buyers.DE, goods.lamp, 3),
    await buy(here.shop, buyers.DE, goods.book, 1),
    await buy(here.shop, buyers.FR, goods.lamp, 1),
    await buy(here.shop, buyers.FR, goods.book, 2),
    await buy(here.shop, buyers.AT, goods.lamp, 1),
  ]
  const days = ["2025-12-31", "2026-01-01", "2026-06-30", "2026-07-01", "2026-12-31"]
  for (const [at, order] of orders.entries()) await date(order, days[at] ?? "")
  await refundOrder(here.shop, admin, orders[0] ?? "", { amount: 1_000 })
  await dateRefunds(orders[0] ?? "", "2026-01-02")
  await refundOrder(here.shop, admin, orders[2] ?? "", { amount: "whole" })
  await dateRefunds(orders[2] ?? "", "2026-08-01")

  const report = await reportTaxes(here.shop, admin, { from: "2026-01-01", to: "2026-12-31" })
  const { head, names, bookings } = await datev("2026-01-01", "2026-12-31")
  expect(head).toMatch(
    /^"EXTF";700;21;"Buchungsstapel";13;\d{17};;"RE";"";"";29098;55003;20260101;4;20260101;20261231;"Counter";"";1;0;0;"EUR";;"";;;"";;;"";""$/,
  )
  expect(names).toEqual(columnNames)
  const revenue = bookings.filter(({ contra }) => contra !== "1360")
  const of = (account: string, side: string) =>
    sum(revenue.filter((one) => one.contra === account && one.side === side).map(({ cents }) => cents))
  const reported = (country: string, rate: number, refunded = false) =>
    sum(
      report.rows
        .filter((row) => row.country === country && row.rate === rate * 10_000)
        .map((row) => (refunded ? row.refundedNet + row.refundedTax : row.net + row.tax)),
    )
  expect(of("8300", "S")).toBe(reported("DE", 7))
  expect(of("8400", "H")).toBe(reported("DE", 19, true))
  expect(of("8320", "S")).toBe(reported("FR", 20) + reported("FR", 5.5) + reported("AT", 20))
  expect(of("8320", "H")).toBe(reported("FR", 20, true))
  expect(sum(revenue.filter(({ side }) => side === "S").map(({ cents }) => cents))).toBe(report.totals.total)
  expect(sum(revenue.filter(({ side }) => side === "H").map(({ cents }) => cents))).toBe(report.totals.refunded)
  const customers = bookings.map(({ side, cents }) => (side === "S" ? cents : -cents))
  expect(sum(customers)).toBe(0)
  expect(bookings[0]).toMatchObject({
    account: "10000",
    day: "0101",
    key: "",
    text: expect.stringMatching(/^Order \d+$/),
  })
  const french = revenue.find(({ eu }) => eu[0] === "FR" && eu[1] === "05,50")
  expect(french).toMatchObject({ contra: "8320", key: "0010", side: "S", day: "0107" })

  const quarter = await reportOss(here.shop, admin, "2026-Q3")
  expect(quarter.map(({ kind, quarter, country, rate }) => [kind, quarter, country, rate / 10_000])).toEqual([
    ["supply", "2026-Q3", "FR", 5.5],
    ["correction", "2026-Q2", "FR", 20],
  ])
  const [supplied, corrected] = quarter
  expect((supplied?.base ?? 0) + (supplied?.amount ?? 0)).toBe(reported("FR", 5.5))
  expect((corrected?.base ?? 0) + (corrected?.amount ?? 0)).toBe(-reported("FR", 20, true))
  await expectInvariants(here.shop)
})

test("a year of orders, refunds and fees comes back from the batches of its months, to the cent", async () => {
  await setAccounts({ feesAccount: "4970" })
  const months = Array.from({ length: 12 }, (_, at) => `2017-${String(at + 1).padStart(2, "0")}`)
  const [first, last] = ["2017-01-01", "2017-12-31"]
  const placed: string[] = []
  for (const [at, month] of months.entries()) {
    const buyer = [buyers.DE, buyers.FR, buyers.AT][at % 3] ?? buyers.DE
    for (const [goods_, quantity] of [[goods.lamp, 1 + (at % 4)] as const, [goods.book, 1 + (at % 3)] as const]) {
      const order = await buy(here.shop, buyer, goods_, quantity)
      placed.push(order)
      await date(order, `${month}-${String(1 + ((at * 5) % 28)).padStart(2, "0")}`)
    }
  }
  await syncFees(here.shop)
  for (const [at, order] of placed.entries()) {
    await sql`update gateway_fees set created_at = (select created_at from orders where id = ${order})
      where intent_id = (select payment_intent_id from orders where id = ${order})`.execute(here.shop.db)
    if (at % 5 !== 0) continue
    await refundOrder(here.shop, admin, order, { amount: at % 10 === 0 ? "whole" : 333 })
    await dateRefunds(order, `2017-${String(Math.min(12, 2 + Math.floor(at / 2))).padStart(2, "0")}-27`)
  }

  const balance = { sold: 0, refunded: 0, fees: 0, gateway: 0 }
  for (const [at, month] of months.entries()) {
    const [from, to] = [`${month}-01`, addDays(`${months[at + 1] ?? "2018-01"}-01`, -1)]
    const { bookings } = await datev(from, to)
    const { rows, totals } = await reportTaxes(here.shop, admin, { from, to })
    const ofKind = (isRight: (one: (typeof bookings)[number]) => boolean) =>
      sum(bookings.filter(isRight).map(({ cents }) => cents))
    const isRevenue = ({ contra }: (typeof bookings)[number]) => contra !== "1360"
    expect(ofKind((one) => isRevenue(one) && one.side === "S")).toBe(totals.total)
    expect(ofKind((one) => isRevenue(one) && one.side === "H")).toBe(totals.refunded)
    for (const { country, rate, net, tax, refundedNet, refundedTax } of rows.filter(
      ({ country }) => country !== "DE",
    )) {
      const text = (rate / 10_000).toFixed(2).replace(".", ",").padStart(5, "0")
      const isOf = ({ eu }: (typeof bookings)[number]) => eu[0] === country && eu[1] === text
      expect(ofKind((one) => isOf(one) && one.side === "S")).toBe(net + tax)
      expect(ofKind((one) => isOf(one) && one.side === "H")).toBe(refundedNet + refundedTax)
    }
    balance.sold += totals.total
    balance.refunded += totals.refunded
    balance.fees += ofKind(({ account }) => account === "4970")
    const moved = bookings.filter(({ contra }) => contra === "1360")
    balance.gateway += sum(moved.map(({ side, cents }) => (side === "H" ? cents : -cents)))
  }
  const year = await reportTaxes(here.shop, admin, { from: first, to: last })
  expect([balance.sold, balance.refunded]).toEqual([year.totals.total, year.totals.refunded])
  expect(balance.fees).toBe(sum((await findFees(here.shop, { from: first, to: last })).map(({ amount }) => amount)))
  expect(balance.fees).toBeGreaterThan(0)
  expect(balance.gateway).toBe(balance.sold - balance.refunded - balance.fees)
})

test("fees of the payment service are in the journal, and in the batch once they have an account", async () => {
  const order = await buy(here.shop, buyers.DE, goods.lamp, 1)
  await syncFees(here.shop)
  const { intent, number } = await here.shop.db
    .selectFrom("orders")
    .select(["payment_intent_id as intent", "number"])
    .where("id", "=", order)
    .executeTakeFirstOrThrow()
  const fee = (id: string, kind: "refund" | "dispute", amount: number, intent_id: string) => ({
    ...{ id, kind, amount, intent_id, occurrence: `${kind}_1`, currency: "EUR", created_at: new Date("2016-03-02") },
  })
  await here.shop.db
    .insertInto("gateway_fees")
    .values([
      fee("txn_r", "refund", 10, intent),
      fee("txn_d", "dispute", 1_500, intent),
      fee("txn_b", "dispute", -1_500, intent),
      fee("txn_o", "dispute", 999, "pi_of_another_program"),
    ])
    .execute()
  await sql`update gateway_fees set created_at = '2016-03-01T12:00Z' where intent_id = ${intent} and kind = 'payment'`.execute(
    here.shop.db,
  )
  const days = { from: "2016-03-01", to: "2016-03-31" }
  let csv = ""
  for await (const chunk of exportJournal(here.shop, admin, days)) csv += chunk
  const [, ...lines] = csv.trim().split("\n")
  const shown = lines.map((line) => line.split(",").map((cell) => cell.replaceAll('"', "")))
  expect(shown.map(([day, , kind, of, , amount, , status]) => [day, kind, of, amount, status])).toEqual([
    ["2016-03-01", "fee", String(number), expect.stringMatching(/^-\d+\.\d\d$/), "payment"],
    ["2016-03-02", "fee", String(number), "15.00", "dispute"],
    ["2016-03-02", "fee", String(number), "-15.00", "dispute"],
    ["2016-03-02", "fee", String(number), "-0.10", "refund"],
  ])
  expect((await datev(days.from, days.to)).bookings).toEqual([])
  await setAccounts({ feesAccount: "4970" })
  const { bookings } = await datev(days.from, days.to)
  expect(bookings.map(({ account, contra, side, cents, text }) => [account, contra, side, cents, text])).toEqual([
    ["4970", "1360", "S", expect.any(Number), `Fee of order ${number}`],
    ["4970", "1360", "H", 1_500, `Returned fee of a dispute about order ${number}`],
    ["4970", "1360", "S", 1_500, `Fee of a dispute about order ${number}`],
    ["4970", "1360", "S", 10, `Fee of a refund of order ${number}`],
  ])
  await sql`update gateway_fees set currency = 'USD' where id = 'txn_r'`.execute(here.shop.db)
  await expect(datev(days.from, days.to)).rejects.toThrow("The payment service took fees in USD")
})

test("sales to Northern Ireland and Monaco belong to XI and France", async () => {
  const taxes = { ...defaultRules.taxes, included: true, shipping: "like-goods" as const }
  const northern = { ...vat("GB", 20), place: { ...everywhere, country: "GB", postcode: "BT*" } }
  await setRules(here.shop, {
    ...{ currency: "EUR", home: { country: "DE", state: "", pinCode: "" } },
    taxes: { ...taxes, rates: [...rates, northern] },
  })
  const orders = [await buy(here.shop, buyers.FR, goods.lamp, 1), await buy(here.shop, buyers.FR, goods.lamp, 1)]
  const places = [
    { country: "GB", pinCode: "BT1 1AA" },
    { country: "MC", pinCode: "98000" },
  ]
  for (const [at, order] of orders.entries()) {
    await date(order, "2022-02-01")
    await sql`update orders set shipping_info = shipping_info || ${JSON.stringify(places[at])}::jsonb
      where id = ${order}`.execute(here.shop.db)
  }
  const quarter = await reportOss(here.shop, admin, "2022-Q1")
  expect(quarter.map(({ country }) => country)).toEqual(["FR", "XI"])
  const { bookings } = await datev("2022-02-01", "2022-02-01")
  const revenue = bookings.filter(({ contra }) => contra !== "1360")
  expect(revenue.map(({ contra, eu }) => [contra, eu[0]])).toEqual(
    expect.arrayContaining([
      ["8320", "XI"],
      ["8320", "FR"],
    ]),
  )
})

test("a sale to Northern Ireland still belongs to XI once the buyer is erased", async () => {
  const order = await buy(here.shop, buyers.FR, goods.lamp, 1)
  await date(order, "2021-11-01")
  const place = JSON.stringify({ country: "GB", state: "NIR", pinCode: "bt7 1nn" })
  await sql`update orders set shipping_info = shipping_info || ${place}::jsonb where id = ${order}`.execute(
    here.shop.db,
  )
  const northern = { ...vat("GB", 20), place: { ...everywhere, country: "GB", postcode: "BT*" } }
  await setRules(here.shop, {
    ...{ currency: "EUR", home: { country: "DE", state: "", pinCode: "" } },
    taxes: { ...defaultRules.taxes, included: true, shipping: "like-goods", rates: [...rates, northern] },
  })
  const countries = async () => (await reportOss(here.shop, admin, "2021-Q4")).map(({ country }) => country)
  expect(await countries()).toEqual(["XI"])
  for (const round of [1, 2]) {
    await sql`update orders set shipping_info = ${anonymizedShippingInfo} where id = ${order}`.execute(here.shop.db)
    const { info } = await here.shop.db
      .selectFrom("orders")
      .select("shipping_info as info")
      .where("id", "=", order)
      .executeTakeFirstOrThrow()
    expect([round, info]).toEqual([
      round,
      expect.objectContaining({ address: "", city: "", phoneNo: "", pinCode: "BT" }),
    ])
  }
  expect(await countries()).toEqual(["XI"])
})

describe("the journal", () => {
  test("has every sale and refund in the order of their times", async () => {
    const order = await buy(here.shop, buyers.DE, goods.lamp, 1)
    await date(order, "2024-03-01")
    await refundOrder(here.shop, admin, order, { amount: 500 })
    await dateRefunds(order, "2024-03-02")
    let csv = ""
    for await (const chunk of exportJournal(here.shop, admin, { from: "2024-03-01", to: "2024-03-31" })) csv += chunk
    const [head, ...lines] = csv.trim().split("\n")
    expect(head).toBe(
      '"day","at","kind","order","document","amount","currency","status","payment","gatewayRefund","method"',
    )
    expect(lines).toEqual([
      expect.stringMatching(/^"2024-03-01",.*"sale",.*"EUR","succeeded"/),
      expect.stringMatching(/^"2024-03-02",.*"refund",.*"-5\.00","EUR","(?:requested|succeeded)"/),
    ])
  })
})

test("the journal leaves out deleted orders without an invoice, like the tax report", async () => {
  const order = await buy(here.shop, buyers.DE, goods.lamp, 1)
  await date(order, "2021-03-01")
  await refundOrder(here.shop, admin, order, { amount: 500 })
  await dateRefunds(order, "2021-03-02")
  await sql`delete from billing_document_requests where order_id = ${order}`.execute(here.shop.db)
  await sql`update orders set deleted_at = now() where id = ${order}`.execute(here.shop.db)
  let csv = ""
  for await (const chunk of exportJournal(here.shop, admin, { from: "2021-03-01", to: "2021-03-31" })) csv += chunk
  expect(csv.trim().split("\n")).toHaveLength(1)
  expect((await reportTaxes(here.shop, admin, { from: "2021-03-01", to: "2021-03-31" })).totals.orders).toBe(0)
})

describe("an export that DATEV would refuse is refused with its reason", () => {
  const refused = (from: string, to: string) => expect(datev(from, to)).rejects

  test("over two financial years", async () => {
    await refused("2025-12-31", "2026-01-01").toThrow("choose days until 31 December 2025")
    await setAccounts({ financialYearStart: "07-01" })
    await refused("2026-06-30", "2026-07-01").toThrow("choose days until 30 June 2026")
  })

  test("without the numbers of consultant and client", async () => {
    await setAccounts({ datevClient: "" })
    await refused("2026-01-01", "2026-01-31").toThrow("Enter the numbers and accounts of DATEV")
  })

  test("with too many bookings, before its first line", async () => {
    const order = await buy(here.shop, buyers.DE, goods.lamp, 1)
    await date(order, "2020-05-01")
    most.bookings = 1
    const chunks = exportDatev(here.shop, admin, { from: "2020-05-01", to: "2020-05-31" })
    await expect(chunks.next()).rejects.toThrow("at most 1 bookings: choose fewer days")
    most.bookings = 99_999
  })

  test("without an account for a rate", async () => {
    const order = await buy(here.shop, buyers.AT, goods.lamp, 1)
    await date(order, "2023-05-01")
    await setAccounts({ revenueAccounts: "DE * 8400" })
    await refused("2023-05-01", "2023-05-31").toThrow("No account is set for Austria at 20 %")
  })
})

test("quarters and financial years begin and end on their days", () => {
  expect(daysOfQuarter("2026-Q4")).toEqual({ from: "2026-10-01", to: "2026-12-31" })
  expect(daysOfQuarter("2024-Q1")).toEqual({ from: "2024-01-01", to: "2024-03-31" })
  expect(quarterOf("2026-06-30")).toBe("2026-Q2")
  expect(endedQuarters("2026-02-10", 3)).toEqual(["2025-Q4", "2025-Q3", "2025-Q2"])
  expect(financialYearOf("2026-06-30", "07-01")).toBe("2025-07-01")
  expect(financialYearOf("2026-07-01", "07-01")).toBe("2026-07-01")
})

test("a booking has 125 fields in the code page of DATEV, for texts with any characters", () => {
  expect(columnNames).toHaveLength(125)
  const line = bookingLine({
    ...{ amount: 1_234_56, side: "debit", account: "10000", contraAccount: "8400", key: "3", day: "2026-02-09" },
    ...{ document: "RE 2026/7;1", text: `Größe "M" für ${"x".repeat(80)}\n`, eu: { country: "GR", rate: 24 } },
  })
  expect(line.split(";")).toHaveLength(125)
  expect(line).toMatch(/^1234,56;"S";"";;;"";10000;8400;"0003";0902;"RE-2026\/7-1";"";;"Größe ""M"" für x+";/)
  expect(line).toContain(';"EL";24,00;')
  expect([...encodeWindows1252("Ä€–日")]).toEqual([0xc4, 0x80, 0x96, 0x3f])
})
