import type { z } from "zod"
import type { Shop } from "~/domain/shop"
import { type Filter, hasOnlyValidFilters, invalidFilterValues } from "./invalid-filter-values"

/** Returns the filtered list, or `nothing` if a filter value is invalid. */
export async function listOrNothing<Actor, F extends Filter, L extends object>(
  { shop, actor, url }: { shop: Shop; actor: Actor; url: URL },
  schema: z.ZodType<F>,
  list: (shop: Shop, actor: Actor, filter: F) => Promise<L>,
  nothing: L,
  invalidIn: (url: URL, filter: F) => ReturnType<typeof invalidFilterValues> = invalidFilterValues,
) {
  const filter = schema.parse(Object.fromEntries(url.searchParams))
  const invalidValues = invalidIn(url, filter)
  const found = hasOnlyValidFilters(invalidValues) ? await list(shop, actor, filter) : nothing
  return { ...found, filter, invalidValues }
}
