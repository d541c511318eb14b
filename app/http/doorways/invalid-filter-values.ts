export type InvalidFilterValues = Record<string, string>

export type Filter = Readonly<Record<string, string | number>>

const LONGEST = 100

/** Returns the filter values that the schema read as absent, so that a page can report them. */
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
