import { sql } from "kysely"
import { type CsvColumns, csvTable } from "~/domain/csv/csv-table.server"
import type { Admin } from "../accounts/user"
import { centsToText } from "../format-money"
import type { Shop } from "../shop"
import type { AdminOrderFilter } from "./order-filter"
import { findOrderIds } from "./order-list.server"
import { orderedUnits } from "./ordered-units.server"

const columns: CsvColumns<Awaited<ReturnType<typeof readOrders>>[number]> = {
  order: ({ id }) => id,
  date: (order) => order.created_at,
  status: ({ status }) => status,
  payment: (order) => (order.payment_status === "refunded" ? "refunded" : "paid"),
  customer: (order) => order.user_name,
  email: (order) => order.user_email,
  customerId: (order) => order.user_id,
  units: ({ units }) => units,
  items: ({ items }) => items,
  itemPrice: (order) => centsToText(order.item_price),
  discount: (order) => centsToText(order.discount_price),
  tax: (order) => centsToText(order.tax_price),
  shipping: (order) => centsToText(order.shipping_price),
  total: (order) => centsToText(order.total_price),
  currency: ({ currency }) => currency,
  refunded: (order) => centsToText(order.refunded_amount),
  address: (order) => order.shipping_info.address,
  city: (order) => order.shipping_info.city,
  state: (order) => order.shipping_info.state,
  pinCode: (order) => order.shipping_info.pinCode,
  country: (order) => order.shipping_info.country,
  phone: (order) => order.shipping_info.phoneNo,
  tracking: (order) => order.tracking_number,
  shippedAt: (order) => order.shipped_at,
  deliveredAt: (order) => order.delivered_at,
  cancelledAt: (order) => order.cancelled_at,
}

/** All orders that a filter leaves, in its order, as CSV; prices in dollars. */
export async function* exportOrders(shop: Shop, admin: Admin, filter: AdminOrderFilter): AsyncGenerator<string> {
  yield* csvTable(columns, await findOrderIds(shop, admin, filter), (ids) => readOrders(shop, ids))
}

const items = sql<string>`(select coalesce(string_agg(quantity || ' × ' || name, '; ' order by position), '')
  from order_lines where order_id = orders.id)`

function readOrders({ db }: Shop, ids: readonly string[]) {
  return db
    .selectFrom("orders")
    .selectAll()
    .select([orderedUnits.as("units"), items.as("items")])
    .where("id", "in", ids)
    .execute()
}
