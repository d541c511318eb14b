/** The page of the order whose `:id` an address has, as it says it. */
export function orderPath({ id = "" }: { id?: string }): string {
  return `/order/${encodeURIComponent(id)}`
}
