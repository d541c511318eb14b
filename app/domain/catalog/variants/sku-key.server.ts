import { sql } from "kysely"

/** What SKUs are compared by: the index of SKUs in use is on this expression, beside `removed_at is null`. */
export const skuKey = sql<string>`(text_key(sku) collate "C")`
