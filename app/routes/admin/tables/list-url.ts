/** The path and the filter of a list */
export interface ListQuery {
  path: string
  filter: Record<string, string | number>
  defaultSort?: string
}

/** Omits defaults; every change except of the page returns to page 1. */
export function listUrl(
  { path, filter, defaultSort }: ListQuery,
  changes: Record<string, string | number> = {},
): string {
  const query = new URLSearchParams()
  const asked = { ...filter, ...(isPageChange(changes) ? {} : { page: 1 }), ...changes }
  for (const [name, value] of Object.entries<string | number>(asked)) {
    if (value === "" || (name === "page" && value === 1) || (name === "sort" && value === defaultSort)) continue
    query.set(name, String(value))
  }
  return query.size > 0 ? `${path}?${query}` : path
}

function isPageChange(changes: Record<string, unknown>): boolean {
  return Object.keys(changes).every((name) => name === "page")
}

/** Appends the return address of this place in the list, unless it is the first page. */
export function withReturnPath(to: string, list: ListQuery): string {
  const here = listUrl(list)
  return here === list.path ? to : `${to}?${new URLSearchParams({ back: here })}`
}

export function isFiltered({ filter }: ListQuery): boolean {
  return Object.entries(filter).some(([name, value]) => name !== "page" && name !== "sort" && value !== "")
}
