import { sql } from "kysely"
import type { Staff } from "../accounts/actor"
import type { Shop } from "../shop"
import type { IncomePeriod, IncomeSpan } from "./income"

const periodUnits = {
  "30 days": { unit: "day", step: "1 day", count: 30, back: "59 days" },
  "12 months": { unit: "month", step: "1 month", count: 12, back: "23 months" },
} as const

/** Returns periods in UTC, the current one included, oldest first. */
export async function readIncome(shop: Shop, _staff: Staff<"orders.see">, span: IncomeSpan): Promise<IncomePeriod[]> {
  const { unit, step, count, back } = periodUnits[span]
  const { rows } = await sql<Omit<IncomePeriod, "earlierIncome">>`
    with last as (select date_trunc(${unit}, ${shop.now()}::timestamptz at time zone 'UTC') as since)
    select to_char(step.since, 'YYYY-MM-DD') as "from",
      coalesce(sum(total_price - refunded_amount), 0) as income, count(orders.id) as orders
    from last
    cross join generate_series(last.since - ${back}::interval, last.since, ${step}::interval) step (since)
    left join orders on deleted_at is null
      and created_at >= step.since at time zone 'UTC'
      and created_at < (step.since + ${step}::interval) at time zone 'UTC'
    group by step.since order by step.since`.execute(shop.db)
  return rows.slice(count).map((row, index) => ({ ...row, earlierIncome: rows[index]?.income ?? 0 }))
}
