import { sql } from "kysely"
import type { Totals } from "./money"

/** The totals of a checkout or an order, as a statement reads them with their row. */
export const totalsColumn = sql<Totals>`json_build_object(
  'subTotal', item_price, 'tax', tax_price, 'shipping', shipping_price, 'total', total_price)`.as("totals")
