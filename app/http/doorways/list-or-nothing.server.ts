import type { z } from "zod"
import { type Filter, hasOnlyValidFilters, invalidFilterValues } from "./invalid-filter-values"

/** Returns the filtered list, or `nothing` if a filter value is invalid. */
export async function listOrNothing<F extends Filter, L extends object>(
  url: URL,
  schema: z.ZodType<F>,
  list: (filter: F) => Promise<L>,
  nothing: L,
  invalidIn: (url: URL, filter: F) => ReturnType<typeof invalidFilterValues> = invalidFilterValues,
) {
  const filter = schema.parse(Object.fromEntries(url.searchParams))
  const invalidValues = invalidIn(url, filter)
  const found = hasOnlyValidFilters(invalidValues) ? await list(filter) : nothing
  return { ...found, filter, invalidValues }
}
