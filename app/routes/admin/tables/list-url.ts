/** A list as its address says it: the path, and what it was asked for. */
export interface ListQuery {
  path: string
  filter: Record<string, string | number>
  /** The sort order when the address names none. */
  defaultSort?: string
}

/** The address of a list, without anything that goes without saying; other changes than of the page lead to page 1. */
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

/** A link that finds back to this very place in the list; on its first page it stays as short as it is. */
export function withReturnPath(to: string, list: ListQuery): string {
  const here = listUrl(list)
  return here === list.path ? to : `${to}?${new URLSearchParams({ back: here })}`
}

/** Whether anything but page and order was asked for. */
export function isFiltered({ filter }: ListQuery): boolean {
  return Object.entries(filter).some(([name, value]) => name !== "page" && name !== "sort" && value !== "")
}
