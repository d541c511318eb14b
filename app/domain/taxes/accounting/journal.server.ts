import { sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import { Decimal } from "~/domain/csv/csv-cell"
import { type CsvColumns, csvTable } from "~/domain/csv/csv-table.server"
import { daysOf, todayOf } from "~/domain/days/shop-days.server"
import { isWithin, storedDay } from "~/domain/days/stored-day.server"
import { centsToText } from "~/domain/money/format-money"
import type { Cents } from "~/domain/money/money"
import type { Queryable, Shop } from "~/domain/shop"
import type { TaxReportFilter } from "../tax-report"
import { counts, periodOf } from "../tax-report.server"
import { ofThisShop } from "./fees.server"

interface JournalRow {
  id: string
  kind: "sale" | "refund" | "fee"
  day: string
  at: Date
  /** Null for a fee of a payment that could not become an order */
  order: number | null
  document: string | null
  /** Negative for a refund, and for a fee that was not given back */
  amount: Cents
  currency: string
  status: string
  payment: string
  gatewayRefund: string | null
}

const columns: CsvColumns<JournalRow> = {
  day: ({ day }) => day,
  at: ({ at }) => at,
  kind: ({ kind }) => kind,
  order: ({ order }) => order,
  document: ({ document }) => document,
  amount: ({ amount }) => new Decimal(centsToText(amount)),
  currency: ({ currency }) => currency,
  status: ({ status }) => status,
  payment: ({ payment }) => payment,
  gatewayRefund: ({ gatewayRefund }) => gatewayRefund,
}

/** Writes every sale, refund and fee of the period in the order of their times. */
export async function* exportJournal(
  shop: Shop,
  _staff: Staff<"taxes.see">,
  filter: TaxReportFilter,
): AsyncGenerator<string> {
  const period = periodOf(filter, todayOf(shop))
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, created_at from orders where ${counts} and ${isWithin("created_at", period)}
      union all
      select id, created_at from refunds
      where order_id in (select id from orders where ${counts}) and status <> 'failed' and ${isWithin("created_at", period)}
      union all
      select id, created_at from gateway_fees where ${ofThisShop} and ${isWithin("created_at", period)}) moved
    order by created_at, id`.execute(shop.db)
  const ids = rows.map(({ id }) => id)
  yield* csvTable(columns, ids, (some) => readRows(shop, some), daysOf(shop))
}

async function readRows({ db }: Queryable, ids: readonly string[]): Promise<JournalRow[]> {
  const { rows } = await sql<JournalRow>`
    select orders.id, 'sale' as kind, ${storedDay("created_at")} as day, created_at as at, number as order, (
        select number from billing_documents where order_id = orders.id and kind = 'invoice') as document,
      total_price as amount, currency, payment_status as status, payment_intent_id as payment, null as "gatewayRefund"
    from orders where id = any(${ids})
    union all
    select refunds.id, 'refund', to_char(refunds.created_at at time zone refunds.time_zone, 'YYYY-MM-DD'),
      refunds.created_at, orders.number, (
        select number from billing_documents where refund_id = refunds.id),
      -refunds.amount, orders.currency, refunds.status, refunds.payment_intent_id, gateway_refund_id
    from refunds join orders on orders.id = refunds.order_id where refunds.id = any(${ids})
    union all
    select gateway_fees.id, 'fee', to_char(gateway_fees.created_at at time zone gateway_fees.time_zone, 'YYYY-MM-DD'),
      gateway_fees.created_at, orders.number, null, -gateway_fees.amount, gateway_fees.currency,
      gateway_fees.kind, intent_id, occurrence
    from gateway_fees left join orders on payment_intent_id = intent_id where gateway_fees.id = any(${ids})`.execute(db)
  return rows
}
