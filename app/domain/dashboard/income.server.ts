import { sql } from "kysely"
import type { Admin } from "../accounts/user"
import type { Shop } from "../shop"
import type { IncomeSpan, IncomeStep } from "./income"

const steps = {
  "30 days": { unit: "day", back: "29 days", step: "1 day" },
  "12 months": { unit: "month", back: "11 months", step: "1 month" },
} as const

/** The income of each of the last thirty days or twelve months, today's included, oldest first. Days are UTC's. */
export async function readIncome(shop: Shop, _admin: Admin, span: IncomeSpan): Promise<IncomeStep[]> {
  const { unit, back, step } = steps[span]
  const { rows } = await sql<IncomeStep>`
    with last as (select date_trunc(${unit}, ${shop.now()}::timestamptz at time zone 'UTC') as since)
    select to_char(step.since, 'YYYY-MM-DD') as "from",
      coalesce(sum(total_price - refunded_amount), 0) as income, count(orders.id) as orders
    from last
    cross join generate_series(last.since - ${back}::interval, last.since, ${step}::interval) step (since)
    left join orders on deleted_at is null
      and created_at >= step.since at time zone 'UTC'
      and created_at < (step.since + ${step}::interval) at time zone 'UTC'
    group by step.since order by step.since`.execute(shop.db)
  return rows
}
