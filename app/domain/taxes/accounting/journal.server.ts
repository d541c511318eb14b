import { sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import { Decimal } from "~/domain/csv/csv-cell"
import { type CsvColumns, csvTable } from "~/domain/csv/csv-table.server"
import { daysOf, todayOf } from "~/domain/days/shop-days.server"
import { isWithin, storedDay } from "~/domain/days/stored-day.server"
import { centsToText } from "~/domain/money/format-money"
import type { Cents } from "~/domain/money/money"
import type { Queryable, Shop } from "~/domain/shop"
import type { PaymentMethod } from "~db/schema/orders"
import type { TaxReportFilter } from "../tax-report"
import { bookedRefunds, counts, isSoldIn, ordersRefundedIn, periodOf, soldAt } from "../tax-report.server"
import { ofThisShop } from "./fees.server"

interface JournalRow {
  id: string
  /** `waived`: a refund of an amount that was never paid, so that no money moved */
  kind: "sale" | "refund" | "waived" | "fee"
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
  method: PaymentMethod
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
  method: ({ method }) => method,
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
      select id, ${soldAt} as at from orders where ${counts} and ${isSoldIn(period)}
      union all
      select id, booked_at from ${bookedRefunds} refunds
      where order_id in (select id from orders where ${counts} and id in ${ordersRefundedIn(period)})
        and ${isWithin("booked_at", period)}
      union all
      select id, created_at from gateway_fees where ${ofThisShop} and ${isWithin("created_at", period)}) moved
    order by at, id`.execute(shop.db)
  const ids = rows.map(({ id }) => id)
  yield* csvTable(columns, ids, (some) => readRows(shop, some), daysOf(shop))
}

async function readRows({ db }: Queryable, ids: readonly string[]): Promise<JournalRow[]> {
  const { rows } = await sql<JournalRow>`
    select orders.id, 'sale' as kind, ${storedDay(soldAt)} as day, ${soldAt} as at, number as order, (
        select number from billing_documents where order_id = orders.id and kind = 'invoice') as document,
      total_price as amount, currency, payment_status as status, payment_intent_id as payment, null as "gatewayRefund", payment_method as method
    from orders where id = any(${ids})
    union all
    select refunds.id, case payout when 'waived' then 'waived' else 'refund' end,
      to_char(booked_at at time zone refunds.time_zone, 'YYYY-MM-DD'), booked_at, orders.number, (
        select number from billing_documents where refund_id = refunds.id),
      -refunds.amount, orders.currency, refunds.status, refunds.payment_intent_id, gateway_refund_id,
      payment_method
    from ${bookedRefunds} refunds join orders on orders.id = refunds.order_id where refunds.id = any(${ids})
    union all
    select gateway_fees.id, 'fee', to_char(gateway_fees.created_at at time zone gateway_fees.time_zone, 'YYYY-MM-DD'),
      gateway_fees.created_at, orders.number, null, -gateway_fees.amount, gateway_fees.currency,
      gateway_fees.kind, intent_id, occurrence, 'online'
    from gateway_fees left join orders on payment_intent_id = intent_id where gateway_fees.id = any(${ids})`.execute(db)
  return rows
}
