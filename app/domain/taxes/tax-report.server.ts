import { sql } from "kysely"
import { centsToText } from "~/domain/money/format-money"
import type { Cents } from "~/domain/money/money"
import type { Staff } from "../accounts/actor"
import { type CsvValue, Decimal } from "../csv/csv-cell"
import { csvOf } from "../csv/csv-table.server"
import { DAY } from "../durations"
import { findRegion, listCountries, statesOf } from "../shipping/countries.server"
import type { Queryable, Shop } from "../shop"
import { percentText } from "./tax-rate"
import { refundedParts, type TaxedPart, type TaxReport, type TaxReportFilter, type TaxReportRow } from "./tax-report"

/** Orders with refunds in memory at once */
const BATCH = 500

/** Orders that were deleted are left out, as in every other sum. Without days, the current month. */
export async function reportTaxes(
  shop: Queryable,
  _staff: Staff<"taxes.see">,
  filter: TaxReportFilter,
): Promise<TaxReport & { from: string; to: string }> {
  const { from, to } = periodOf(filter, shop.now())
  const period = { start: new Date(`${from}T00:00:00Z`), end: new Date(Date.parse(`${to}T00:00:00Z`) + DAY) }
  const states = statesWithRates(shop)
  const rows = new Map<string, TaxReportRow>()
  const rowOf = (place: { country: string; state: string }, { name, rate }: { name: string; rate: number }) => {
    const state = states.has(place.country) ? place.state : ""
    const key = [place.country, state, name, rate].join("|")
    const row = rows.get(key) ?? { ...{ country: place.country, state, name, rate }, ...nothing }
    rows.set(key, row)
    return row
  }
  for (const sold of await soldByRate(shop, period)) {
    const row = rowOf(sold, sold)
    row.net += sold.net
    row.tax += sold.tax
  }
  let refunded = 0
  for await (const { amount, before, parts, ...place } of refundsOf(shop, period)) {
    refunded += amount
    for (const part of refundedParts(parts, before, amount)) {
      const row = rowOf(place, part)
      row.refundedNet += part.net
      row.refundedTax += part.tax
    }
  }
  const found = [...rows.values()].filter((row) => row.net || row.tax || row.refundedNet || row.refundedTax)
  return { from, to, rows: found.sort(byPlace), totals: { ...(await totalsOf(shop, period)), refunded } }
}

const nothing = { net: 0, tax: 0, refundedNet: 0, refundedTax: 0 }

function periodOf({ from, to }: TaxReportFilter, now: Date): { from: string; to: string } {
  const today = now.toISOString().slice(0, 10)
  return { from: from || `${(to || today).slice(0, 7)}-01`, to: to || (from > today ? from : today) }
}

export function placeName({ country, state }: Pick<TaxReportRow, "country" | "state">): string {
  if (country === "") return "Collected at the shop"
  const name = findRegion(listCountries(), country)?.name ?? country
  return state ? `${name}, ${findRegion(statesOf(country), state)?.name ?? state}` : name
}

/** The last line is the whole, which adds up also where a line bears two taxes. */
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

interface Period {
  start: Date
  end: Date
}

/** Collected orders are taxed where the shop is. */
const place = sql`
  case when shipping_method->'pickup' <> 'null' then '' else shipping_info->>'country' end as country,
  case when shipping_method->'pickup' <> 'null' then '' else shipping_info->>'state' end as state`

/** Lines after discounts, and shipping, with what they come to without tax */
const parts = (orders: ReturnType<typeof sql>) => sql`
  chosen as (${orders}),
  charged as (
    select chosen.id, country, state, order_lines.taxes, price::bigint * quantity + coalesce(
      (select sum((adjustment->>'amount')::bigint) from jsonb_array_elements(adjustments) adjustment), 0) as amount
    from chosen join order_lines on order_lines.order_id = chosen.id
    union all
    select id, country, state, shipping_taxes, shipping_price from chosen),
  parts as (
    select *, amount - coalesce((
      select sum((tax->>'amount')::bigint) from jsonb_array_elements(taxes) tax where (tax->>'included')::boolean), 0)
      as net
    from charged)`

const inPeriod = ({ start, end }: Period) => sql`deleted_at is null and created_at >= ${start} and created_at < ${end}`

async function soldByRate({ db }: Queryable, period: Period) {
  const orders = sql`select id, ${place}, shipping_taxes, shipping_price from orders where ${inPeriod(period)}`
  const { rows } = await sql<Pick<TaxReportRow, "country" | "state" | "name" | "rate" | "net" | "tax">>`
    with ${parts(orders)}
    select country, state, coalesce(tax->>'name', '') as name, coalesce((tax->>'rate')::integer, 0) as rate,
      sum(net)::float8 as net, coalesce(sum((tax->>'amount')::bigint), 0)::float8 as tax
    from parts left join lateral jsonb_array_elements(taxes) tax on true
    group by 1, 2, 3, 4`.execute(db)
  return rows
}

async function totalsOf({ db }: Queryable, period: Period) {
  const orders = sql`select id, ${place}, shipping_taxes, shipping_price from orders where ${inPeriod(period)}`
  const { rows } = await sql<Record<"orders" | "net" | "total", number>>`
    with ${parts(orders)}
    select (select count(*) from orders where ${inPeriod(period)})::float8 as orders,
      (select coalesce(sum(net), 0) from parts)::float8 as net,
      (select coalesce(sum(total_price::bigint), 0) from orders where ${inPeriod(period)})::float8 as total
    `.execute(db)
  const { orders: count, net, total } = rows[0] ?? { orders: 0, net: 0, total: 0 }
  return { orders: count, net, total, tax: total - net }
}

interface Refund {
  id: string
  order: string
  amount: Cents
  /** What was refunded of the order earlier */
  before: Cents
}

async function* refundsOf({ db }: Queryable, period: Period) {
  const { rows: refunds } = await sql<Refund>`
    select * from (
      select refunds.id, order_id as order, amount, refunds.created_at,
        (sum(amount) over (partition by order_id order by refunds.created_at, refunds.id) - amount)::float8 as before
      from refunds where status <> 'failed' and order_id in (
        select order_id from refunds where created_at >= ${period.start} and created_at < ${period.end})) all_of_them
    where created_at >= ${period.start} and created_at < ${period.end}
      and exists (select from orders where orders.id = all_of_them.order and deleted_at is null)`.execute(db)
  for (let at = 0; at < refunds.length; at += BATCH) {
    const some = refunds.slice(at, at + BATCH)
    const orders = await partsOfOrders(db, [...new Set(some.map(({ order }) => order))])
    for (const { order, amount, before } of some) {
      const found = orders.get(order)
      if (found) yield { ...found, amount, before }
    }
  }
}

async function partsOfOrders(db: Queryable["db"], ids: string[]) {
  const orders = sql`select id, ${place}, shipping_taxes, shipping_price from orders where id = any(${ids})`
  const { rows } = await sql<{ id: string; country: string; state: string; parts: TaxedPart[] }>`
    with ${parts(orders)}
    select id, country, state, jsonb_agg(jsonb_build_object('net', net, 'taxes', taxes)) as parts
    from parts group by 1, 2, 3`.execute(db)
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

/** Countries of which the shop has rates for single states */
function statesWithRates({ settings }: Queryable): ReadonlySet<string> {
  const { rates } = settings.current.pricing.taxes
  return new Set(rates.flatMap(({ place }) => (place.state ? [place.country] : [])))
}

function byPlace(one: TaxReportRow, other: TaxReportRow): number {
  return placeName(one).localeCompare(placeName(other), "en") || other.rate - one.rate
}
