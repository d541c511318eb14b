import { sql } from "kysely"

/** How many units an order has. */
export const orderedUnits = sql<number>`(select coalesce(sum(quantity), 0) from order_lines where order_id = orders.id)`
