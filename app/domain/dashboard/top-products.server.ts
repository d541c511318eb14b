import { sql } from "kysely"
import type { Cents } from "~/domain/money/money"
import type { Staff } from "../accounts/actor"
import { statusesWhere } from "../orders/order-status"
import type { Shop } from "../shop"
import type { IncomeSpan } from "./income"

export interface TopProduct {
  id: string
  name: string
  /** Without returned units */
  units: number
  /** At the prices of the orders */
  income: Cents
}

const MAX_PRODUCTS = 6

const soldStatuses = statusesWhere(({ sold }) => sold)

export async function listTopProducts(
  shop: Shop,
  _staff: Staff<"orders.see">,
  span: IncomeSpan,
): Promise<TopProduct[]> {
  const units = sql<number>`order_lines.quantity - order_lines.returned_quantity - order_lines.written_off_quantity`
  const { rows } = await sql<TopProduct>`
    select order_lines.product_id as id, max(order_lines.name) as name,
      sum(${units})::int as units, sum((${units}) * order_lines.price::bigint)::bigint as income
    from orders join order_lines on order_lines.order_id = orders.id
    where orders.deleted_at is null and orders.status = any(${soldStatuses})
      and orders.created_at >= ${shop.now()}::timestamptz - ${span}::interval
    group by order_lines.product_id having sum(${units}) > 0
    order by income desc, id limit ${MAX_PRODUCTS}`.execute(shop.db)
  return rows
}
