import { sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import type { Queryable } from "~/domain/shop"

/** What customs ask about a variant; empty or null if it is not known */
export interface CustomsFacts {
  hsCode: string
  origin: string
  /** The weight of one unit */
  grams: number | null
}

/** Reads the present facts of variants by their ids; purged ones are missing. */
export async function findCustomsFacts(
  { db }: Queryable,
  _staff: Staff<"orders.see">,
  variantIds: readonly string[],
): Promise<Map<string, CustomsFacts>> {
  const rows = await db
    .selectFrom("variants")
    .innerJoin("product_descriptions", "product_descriptions.product_id", "variants.product_id")
    .select(["variants.id", "weight_grams as grams"])
    .select(sql<string>`coalesce(facts->>'hsCode', '')`.as("hsCode"))
    .select(sql<string>`coalesce(facts->>'countryOfOrigin', '')`.as("origin"))
    .where(sql<boolean>`variants.id = any(${[...new Set(variantIds)]})`)
    .execute()
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}
