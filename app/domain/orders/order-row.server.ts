import { type Selectable, sql } from "kysely"
import type { OrdersTable } from "~db/schema"
import type { OrderRow } from "./order"

/** How many units an order has. */
export const orderedUnits = sql<number>`(select coalesce(sum(quantity), 0) from order_lines where order_id = orders.id)`

/** What a query selects for an order in a table. */
export const orderRowColumns = [
  "orders.id",
  "orders.status",
  "orders.payment_status",
  "orders.total_price",
  "orders.user_name",
  "orders.created_at",
  orderedUnits.as("units"),
] as const

type OrderRowColumns = Pick<
  Selectable<OrdersTable>,
  "id" | "status" | "payment_status" | "total_price" | "user_name" | "created_at"
> & { units: number }

export function toOrderRow(row: OrderRowColumns): OrderRow {
  return {
    id: row.id,
    status: row.status,
    paymentStatus: row.payment_status,
    total: row.total_price,
    quantity: row.units,
    userName: row.user_name,
    createdAt: row.created_at,
  }
}
