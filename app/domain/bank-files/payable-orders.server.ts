import { sql } from "kysely"
import type { Queryable } from "~/domain/shop"
import type { PayableOrder } from "./match-lines"

/**
 * Returns the orders with these numbers, of all ways to pay: a customer may pay twice, in two ways.
 * @param exceptLine a line that is matched again, which explains no payment meanwhile
 */
export async function findPayableOrders(
  { db }: Queryable,
  numbers: readonly number[],
  exceptLine = "",
): Promise<PayableOrder[]> {
  if (numbers.length === 0) return []
  const { rows } = await sql<PayableOrder>`
    select id, number, currency,
      case when status = 'Cancelled' or deleted_at is not null then 'cancelled'
        when payment_status = 'awaiting' then 'awaiting' else 'paid' end as state,
      greatest(0, total_price - refunded_amount - coalesce((
        select sum(amount) from received_payments where order_id = orders.id and undone_at is null), 0))::integer as missing,
      array(
        select amount::float8 from received_payments
        where order_id = orders.id and undone_at is null and bank_line_id is null
        except all
        select amount::float8 from bank_lines line
        where line.order_id = orders.id and outcome = 'similar' and line.status in ('open', 'ignored')
          and line.id::text <> ${exceptLine}) as "byHand"
    from orders where number = any(${numbers}::integer[])`.execute(db)
  return rows
}
