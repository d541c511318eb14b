import { countText, MAX_COUNTED } from "~/domain/lists/max-counted"

/** "11–20 of 214" */
export function shownRows(page: number, perPage: number, count: number): string | undefined {
  const first = (page - 1) * perPage + 1
  if (count === 0) return undefined
  if (first > Math.min(count, MAX_COUNTED)) return `Nothing on this page: ${countText(count)} in all`
  return `${first}–${Math.min(count, page * perPage)} of ${countText(count)}`
}

export function pagesOf(count: number, perPage: number): number {
  return Math.ceil(Math.min(count, MAX_COUNTED) / perPage)
}
