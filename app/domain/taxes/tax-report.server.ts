import { sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import { type CsvValue, Decimal } from "~/domain/csv/csv-cell"
import { csvOf } from "~/domain/csv/csv-table.server"
import { firstOfMonth } from "~/domain/days/calendar"
import type { Day } from "~/domain/days/days"
import { todayOf } from "~/domain/days/shop-days.server"
import { isWithin, storedDay } from "~/domain/days/stored-day.server"
import { centsToText } from "~/domain/money/format-money"
import type { Cents } from "~/domain/money/money"
import type { TaxedPart } from "~/domain/pricing/charges"
import { type CreditedRefund, creditsOf, describeUnits, type IssuedCredit } from "~/domain/pricing/credited-parts"
import {
  type AgreedShipping,
  shippingPartsOf,
  type TaxedLine,
  taxedPartsOf,
  taxRowsOf,
} from "~/domain/pricing/taxed-parts"
import { findCountry, findState } from "~/domain/shipping/regions/find-region.server"
import type { Queryable, Shop } from "~/domain/shop"
import { compareNames } from "~/domain/text/compare-names"
import type { PaymentMethod } from "~db/schema/orders"
import { percentText } from "./tax-rate"
import type { TaxReport, TaxReportFilter, TaxReportRow } from "./tax-report"

/** The number of orders in memory */
const BATCH = 500

/** Leaves out deleted orders without an invoice, like every other total. Without days, covers the current month. */
export async function reportTaxes(
  shop: Queryable,
  _staff: Staff<"taxes.see">,
  filter: TaxReportFilter,
): Promise<TaxReport & { from: string; to: string }> {
  const period = periodOf(filter, todayOf(shop))
  const { from, to } = period
  const states = statesWithRates(shop)
  const rows = new Map<string, TaxReportRow>()
  const rowOf = (place: { country: string; state: string }, { name, rate }: { name: string; rate: number }) => {
    const state = states.has(place.country) ? place.state : ""
    const key = [place.country, state, name, rate].join("|")
    const row = rows.get(key) ?? { ...{ country: place.country, state, name, rate }, ...nothing }
    rows.set(key, row)
    return row
  }
  for await (const sold of soldByRate(shop, period)) {
    const row = rowOf(sold, sold)
    row.net += sold.net
    row.tax += sold.tax
  }
  let refunded = 0
  for await (const { amount, parts, ...place } of refundsOf(shop, period)) {
    refunded += amount
    for (const part of taxRowsOf(parts)) {
      const row = rowOf(place, part)
      row.refundedNet += part.net
      row.refundedTax += part.amount
    }
  }
  const found = [...rows.values()].filter((row) => row.net || row.tax || row.refundedNet || row.refundedTax)
  return { from, to, rows: found.sort(byPlace), totals: { ...(await totalsOf(shop, period)), refunded } }
}

const nothing = { net: 0, tax: 0, refundedNet: 0, refundedTax: 0 }

export function periodOf({ from, to }: TaxReportFilter, today: Day): Period {
  return { from: from || firstOfMonth(to || today), to: to || (from > today ? from : today) }
}

export function placeName({ country, state }: Pick<TaxReportRow, "country" | "state">): string {
  if (country === "") return "Collected at the shop"
  const name = findCountry(country)?.name ?? country
  return state ? `${name}, ${findState(country, state)?.name ?? state}` : name
}

/** The last line is the total, which is correct even where a line has two taxes. */
export async function* exportTaxReport(shop: Shop, staff: Staff<"taxes.see">, filter: TaxReportFilter) {
  const { rows, totals } = await reportTaxes(shop, staff, filter)
  const lines = rows.map((row) => ({
    place: placeName(row),
    ...{ country: row.country, state: row.state, tax: row.name, rate: row.name && percentText(row.rate) },
    ...{ net: decimal(row.net), amount: decimal(row.tax) },
    ...{ refundedNet: decimal(row.refundedNet), refundedTax: decimal(row.refundedTax) },
  }))
  const whole = {
    ...{ place: "All orders", country: "", state: "", tax: "", rate: "" },
    ...{ net: decimal(totals.net), amount: decimal(totals.tax) },
    ...{ refundedNet: "", refundedTax: "" },
  }
  const columns = Object.keys(whole).map((name) => [name, (line: Record<string, CsvValue>) => line[name]] as const)
  yield* csvOf(Object.fromEntries(columns), [[...lines, whole]])
}

const decimal = (cents: Cents) => new Decimal(centsToText(cents))

export interface Period {
  from: Day
  to: Day
}

/** Collected orders are taxed at the shop's place. */
const place = sql`
  case when shipping_method->'pickup' <> 'null' then '' else shipping_info->>'country' end as country,
  case when shipping_method->'pickup' <> 'null' then '' else shipping_info->>'state' end as state`

const postcode = sql`
  case when shipping_method->'pickup' <> 'null' then '' else coalesce(shipping_info->>'pinCode', '') end as "pinCode"`

/**
 * An order with an invoice counts as sold, even if it was deleted since. One that is not paid online is sold when it is
 * paid or shipped.
 */
export const counts = sql`((payment_method = 'online' or sold_at is not null) and (deleted_at is null or exists (
  select from billing_documents where billing_documents.order_id = orders.id and kind = 'invoice')))`

/** The time of the sale, for an order that counts */
export const soldAt = sql<Date>`coalesce(sold_at, created_at)`

export const isSoldIn = (period: Period) => sql`(
  payment_method = 'online' and ${isWithin("created_at", period)} or ${isWithin("sold_at", period)})`

const inPeriod = (period: Period) => sql`${counts} and ${isSoldIn(period)}`

/** Refunds with the time at which they count: an order may have been reduced before it was sold. */
export const bookedRefunds = sql`(
  select refunds.*, greatest(created_at, (select sold_at from orders where orders.id = order_id)) as booked_at
  from refunds where status <> 'failed')`

/** Finds the orders of refunds that count in the period, and a few others. */
export const ordersRefundedIn = (period: Period) => sql`(
  select order_id from refunds where status <> 'failed' and ${isWithin("created_at", period)}
  union select id from orders where ${isWithin("sold_at", period)}
    and exists (select from refunds where order_id = orders.id and refunds.created_at < sold_at))`

/** Returns whether the shipping parts must be derived from its taxes, for orders from before they were stored. */
const isFromBefore = sql`shipping_parts is null and shipping_taxes <> '[]'`

async function* soldByRate(shop: Queryable, period: Period) {
  const { rows } = await sql<Pick<TaxReportRow, "country" | "state" | "name" | "rate" | "net" | "tax">>`
    with chosen as (
      select id, ${place}, shipping_price, shipping_parts, ${isFromBefore} as is_from_before
      from orders where ${inPeriod(period)}),
    parts as (
      select country, state, order_lines.taxes, price::bigint * quantity
        + coalesce((select sum((adjustment->>'amount')::bigint) from jsonb_array_elements(adjustments) adjustment), 0)
        - coalesce((select sum((tax->>'amount')::bigint) from jsonb_array_elements(order_lines.taxes) tax
          where (tax->>'included')::boolean), 0) as net
      from chosen join order_lines on order_lines.order_id = chosen.id
      union all
      select country, state, part->'taxes', (part->>'net')::bigint
      from chosen, jsonb_array_elements(coalesce(shipping_parts,
        jsonb_build_array(jsonb_build_object('net', shipping_price, 'taxes', '[]'::jsonb)))) part
      where not is_from_before)
    select country, state, coalesce(tax->>'name', '') as name, coalesce((tax->>'rate')::integer, 0) as rate,
      sum(net)::float8 as net, coalesce(sum((tax->>'amount')::bigint), 0)::float8 as tax
    from parts left join lateral jsonb_array_elements(taxes) tax on true
    group by 1, 2, 3, 4`.execute(shop.db)
  yield* rows
  const { rows: before } = await sql<{ id: string }>`
    select id from orders where ${isFromBefore} and ${inPeriod(period)}`.execute(shop.db)
  for await (const { lines, country, state, ...agreement } of readSold(shop, before)) {
    for (const { amount: tax, ...row } of taxRowsOf(shippingPartsOf(lines, agreement)))
      yield { country, state, tax, ...row }
  }
}

async function totalsOf({ db }: Queryable, period: Period) {
  const { rows } = await sql<Record<"orders" | "total" | "tax", number>>`
    with chosen as (select id, total_price, shipping_taxes from orders where ${inPeriod(period)}),
    charged as (
      select taxes from chosen join order_lines on order_lines.order_id = chosen.id
      union all select shipping_taxes from chosen)
    select (select count(*) from chosen)::float8 as orders,
      (select coalesce(sum(total_price::bigint), 0) from chosen)::float8 as total,
      (select coalesce(sum((tax->>'amount')::bigint), 0) from charged, jsonb_array_elements(taxes) tax)::float8 as tax
    `.execute(db)
  const { orders, total, tax } = rows[0] ?? { orders: 0, total: 0, tax: 0 }
  return { orders, net: total - tax, total, tax }
}

interface SoldOrder extends AgreedShipping {
  id: string
  number: number
  method: PaymentMethod
  /** The day of the sale, in the time zone that the shop had then */
  day: Day
  country: string
  state: string
  /** Empty for orders collected at the shop */
  pinCode: string
  lines: (TaxedLine & { id: string })[]
}

/** Reads orders in batches. */
async function* readSold({ db }: Queryable, orders: readonly { id: string }[]): AsyncGenerator<SoldOrder> {
  for (let at = 0; at < orders.length; at += BATCH) {
    const ids = orders.slice(at, at + BATCH).map(({ id }) => id)
    const { rows } = await sql<SoldOrder>`
      select id, number, payment_method as method, ${storedDay(soldAt)} as day, ${place}, ${postcode}, json_build_object('shipping', shipping_price) as totals, shipping_taxes as "shippingTaxes",
        shipping_parts as "shippingParts", (
          select coalesce(json_agg(json_build_object('id', order_lines.id, 'price', price, 'quantity', quantity,
            'adjustments', adjustments, 'taxes', taxes, 'untaxedReason', untaxed_reason) order by position), '[]')
          from order_lines where order_id = orders.id) as lines
      from orders where id = any(${ids})`.execute(db)
    yield* rows
  }
}

/** An order or a refund of the period, by the taxes of its parts */
export interface TaxedEntry {
  kind: "sale" | "refund"
  order: Pick<SoldOrder, "number" | "day" | "method">
  day: Day
  /** The number of its invoice or credit note, if there is one */
  document: string | null
  country: string
  state: string
  pinCode: string
  parts: TaxedPart[]
}

/** Returns the orders of the period, and then its refunds. Their parts add up to the report. */
export async function* taxedEntries(shop: Queryable, period: Period): AsyncGenerator<TaxedEntry> {
  const { rows: orders } = await sql<{ id: string }>`
    select id from orders where ${inPeriod(period)} order by ${soldAt}, id`.execute(shop.db)
  for (let at = 0; at < orders.length; at += BATCH) {
    const some = orders.slice(at, at + BATCH)
    const [documents, sold] = [await readDocuments(shop, some), new Map<string, SoldOrder>()]
    for await (const order of readSold(shop, some)) sold.set(order.id, order)
    for (const { id } of some) {
      const order = sold.get(id)
      if (!order) continue
      const { number, method, day, country, state, pinCode, lines, ...agreement } = order
      const parts = taxedPartsOf(lines, agreement)
      const document = documents.get(id)?.invoiceNumber ?? null
      yield { kind: "sale", order: { number, day, method }, day, document, country, state, pinCode, parts }
    }
  }
  for await (const { number, orderDay, method, amount: _, ...refund } of refundsOf(shop, period)) {
    yield { kind: "refund", order: { number, day: orderDay, method }, ...refund }
  }
}

interface PeriodRefund extends CreditedRefund {
  isInPeriod: boolean
  day: Day
}

/** Returns the amounts of each refund of the period, as in its credit note. */
async function* refundsOf(shop: Queryable, period: Period) {
  const { rows: orders } = await sql<{ id: string }>`
    select id from orders where ${counts} and id in ${ordersRefundedIn(period)}`.execute(shop.db)
  for (let at = 0; at < orders.length; at += BATCH) {
    const some = orders.slice(at, at + BATCH)
    const [refunds, documents] = [await readRefunds(shop, some, period), await readDocuments(shop, some)]
    for await (const sold of readSold(shop, some)) {
      const { id, number, method, day: orderDay, country, state, pinCode, lines, ...agreement } = sold
      const { invoiceParts, notes = [], noteNumbers = {} } = documents.get(id) ?? {}
      const own = (refunds.get(id) ?? []).map((one) => ({ ...one, units: describeUnits(one.units, lines) }))
      for (const { refund, parts } of creditsOf(invoiceParts ?? taxedPartsOf(lines, agreement), own, notes)) {
        if (!refund.isInPeriod) continue
        const document = noteNumbers[refund.id] ?? null
        const place = { country, state, pinCode }
        yield { number, method, orderDay, day: refund.day, document, ...place, amount: refund.amount, parts }
      }
    }
  }
}

/** Includes all times, because later refunds depend on earlier ones; in the order of their credit notes */
async function readRefunds({ db }: Queryable, orders: readonly { id: string }[], period: Period) {
  const { rows } = await sql<{ id: string; refunds: PeriodRefund[] }>`
    select order_id as id, json_agg(json_build_object('id', id, 'amount', amount, 'units', units,
        'isInPeriod', ${isWithin("booked_at", period)}, 'day', ${storedDay("booked_at")}) order by settled_at nulls last, id) as refunds
    from ${bookedRefunds} refunds where order_id = any(${orders.map(({ id }) => id)})
    group by order_id`.execute(db)
  return new Map(rows.map(({ id, refunds }) => [id, refunds]))
}

async function readDocuments({ db }: Queryable, orders: readonly { id: string }[]) {
  interface Documents {
    id: string
    invoiceNumber: string | null
    invoiceParts: TaxedPart[] | null
    notes: IssuedCredit[]
    /** By the ids of the refunds */
    noteNumbers: Record<string, string>
  }
  const { rows } = await sql<Documents>`
    select order_id as id, (array_agg(number) filter (where kind = 'invoice'))[1] as "invoiceNumber",
      coalesce(jsonb_object_agg(refund_id, number) filter (where refund_id is not null), '{}') as "noteNumbers",
      (array_agg(contents->'parts') filter (where kind = 'invoice'))[1] as "invoiceParts",
      coalesce(jsonb_agg(jsonb_build_object('refundId', refund_id, 'total', total, 'lines', contents->'lines',
        'rows', contents->'taxes', 'parts', contents->'parts') order by issued_at, sequence_number)
        filter (where kind = 'credit-note'), '[]') as notes
    from billing_documents where order_id = any(${orders.map(({ id }) => id)})
    group by order_id`.execute(db)
  return new Map(rows.map(({ id, ...documents }) => [id, documents]))
}

/** Countries for which the shop has rates for single states */
function statesWithRates({ settings }: Queryable): ReadonlySet<string> {
  const { rates } = settings.current.pricing.taxes
  return new Set(rates.flatMap(({ place }) => (place.state ? [place.country] : [])))
}

function byPlace(one: TaxReportRow, other: TaxReportRow): number {
  return compareNames(placeName(one), placeName(other)) || other.rate - one.rate
}
