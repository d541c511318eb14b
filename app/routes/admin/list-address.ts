import type { Column } from "~/ui/data-table"

/** A list as its address says it: the path, and what it was asked for. */
export interface List {
  path: string
  filter: Record<string, string | number>
  /** What the list is sorted by when nothing is said. */
  defaultSort?: string
}

/** The address of a list, without anything that goes without saying; other changes than of the page lead to page 1. */
export function listPath({ path, filter, defaultSort }: List, changes: Record<string, string | number> = {}): string {
  const query = new URLSearchParams()
  const asked = { ...filter, ...(isTurn(changes) ? {} : { page: 1 }), ...changes }
  for (const [name, value] of Object.entries<string | number>(asked)) {
    if (value === "" || (name === "page" && value === 1) || (name === "sort" && value === defaultSort)) continue
    query.set(name, String(value))
  }
  return query.size > 0 ? `${path}?${query}` : path
}

function isTurn(changes: Record<string, unknown>): boolean {
  return Object.keys(changes).every((name) => name === "page")
}

/** A heading that sorts; pressed again, it sorts the other way round, where there is one. */
export function sortBy(list: List, ascending: string, descending?: string): Column["sort"] {
  const current = list.filter.sort
  if (current === ascending) {
    return { href: listPath(list, { sort: descending ?? ascending }), direction: "ascending" }
  }
  const direction = descending !== undefined && current === descending ? "descending" : undefined
  return { href: listPath(list, { sort: ascending }), direction }
}

/** A link that finds back to this very place in the list; on its first page it stays as short as it is. */
export function withBack(to: string, list: List): string {
  const here = listPath(list)
  return here === list.path ? to : `${to}?${new URLSearchParams({ back: here })}`
}

/** Whether anything but page and order was asked for. */
export function isFiltered({ filter }: List): boolean {
  return Object.entries(filter).some(([name, value]) => name !== "page" && name !== "sort" && value !== "")
}
