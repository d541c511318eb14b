import { sql } from "kysely"
import { UNCOUNTED_STOCK } from "~/domain/inventory/stock"

/** The units of a product's counted variants, as SQL: each uncounted one adds 999999 to its stock. */
export const countedStock = sql<number>`(products.stock % ${sql.lit(UNCOUNTED_STOCK)})`
