/** "11–20 of 214" */
export function shownRows(page: number, perPage: number, count: number): string | undefined {
  const first = (page - 1) * perPage + 1
  if (count === 0) return undefined
  if (first > count) return `Nothing on this page: ${count} in all`
  return `${first}–${Math.min(count, page * perPage)} of ${count}`
}
