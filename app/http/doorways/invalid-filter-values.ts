/** The filter values of an address that are not valid, as they were typed, by name. */
export type InvalidFilterValues = Record<string, string>

/** What a list can be asked for: text and numbers, by name. */
export type Filter = Readonly<Record<string, string | number>>

const LONGEST = 100

/**
 * Filters read what makes no sense as absent; here is what that was, so that a page can say so instead of showing
 * everything. Pages and orders of rows are no filters.
 */
export function invalidFilterValues(url: URL, filter: Filter): InvalidFilterValues {
  const found: InvalidFilterValues = {}
  for (const [name, value] of Object.entries(filter)) {
    if (name === "page" || name === "sort" || value !== "") continue
    const typed = url.searchParams.get(name)?.trim() ?? ""
    if (typed !== "") found[name] = typed.slice(0, LONGEST)
  }
  return found
}

export function hasOnlyValidFilters(invalidValues: InvalidFilterValues): boolean {
  return Object.keys(invalidValues).length === 0
}
