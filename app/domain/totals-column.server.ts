import { type Selectable, sql } from "kysely"
import type { OrdersTable } from "~db/schema"
import type { Totals } from "./pricing/quote"

const columns = {
  subTotal: "item_price",
  discount: "discount_price",
  tax: "tax_price",
  shipping: "shipping_price",
  total: "total_price",
} as const satisfies Record<keyof Totals, keyof OrdersTable>

type TotalColumns = Pick<Selectable<OrdersTable>, (typeof columns)[keyof Totals]>

const parts = Object.entries(columns).flatMap(([name, column]) => [sql.lit(name), sql.ref(column)])

export const totalsColumn = sql<Totals>`json_build_object(${sql.join(parts)})`.as("totals")

export function toTotals(row: TotalColumns): Totals {
  return {
    subTotal: row.item_price,
    discount: row.discount_price,
    shipping: row.shipping_price,
    tax: row.tax_price,
    total: row.total_price,
  }
}

export function totalColumns({ subTotal, discount, shipping, tax, total }: Totals): TotalColumns {
  return {
    item_price: subTotal,
    discount_price: discount,
    shipping_price: shipping,
    tax_price: tax,
    total_price: total,
  }
}
