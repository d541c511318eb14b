import { sql } from "kysely"

/**
 * The expression by which SKUs are compared, and of their unique index, whose other condition is `removed_at is null`.
 */
export const skuKey = sql<string>`(text_key(sku) collate "C")`
