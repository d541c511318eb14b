/** The page of the order whose `:id` an address has, as it says it. */
export function orderPath({ params: { id = "" } }: { params: { id?: string } }): string {
  return `/order/${encodeURIComponent(id)}`
}
