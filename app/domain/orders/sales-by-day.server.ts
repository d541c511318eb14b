import { sql } from "kysely"
import type { Cents } from "~/domain/money/money"
import type { Queryable, Shop } from "~/domain/shop"

/** Sums of all orders that are not deleted */
export interface Sales {
  orders: number
  total: Cents
  refunded: Cents
}

export async function readSales({ db }: Queryable): Promise<Sales> {
  const { rows } = await sql<Sales>`
    select coalesce(sum(orders), 0) as orders, coalesce(sum(total), 0) as total, coalesce(sum(refunded), 0) as refunded
    from sales_by_day`.execute(db)
  return rows[0] ?? { orders: 0, total: 0, refunded: 0 }
}

/** Returns the amount that customers still have to pay. */
export async function readUnpaid({ db }: Queryable): Promise<Cents> {
  const { rows } = await sql<{ unpaid: Cents }>`
    select coalesce(sum(greatest(0, total_price - refunded_amount - (
      select coalesce(sum(amount), 0) from received_payments where order_id = orders.id and undone_at is null))), 0)::bigint as unpaid
    from orders where payment_status = 'awaiting' and status <> 'Cancelled' and deleted_at is null`.execute(db)
  return rows[0]?.unpaid ?? 0
}

/** Merges the rows of each day into one; rows written in the meantime are merged the next time. */
export async function mergeSales({ db }: Shop): Promise<void> {
  await sql`
    with merged as (
      delete from sales_by_day where day in (select day from sales_by_day group by day having count(*) > 1)
      returning *)
    insert into sales_by_day select day, sum(orders), sum(total), sum(refunded) from merged group by day`.execute(db)
}
