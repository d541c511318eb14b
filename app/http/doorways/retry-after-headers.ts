import type { HeadersFunction } from "@remix-run/node"

export const headers: HeadersFunction = ({ actionHeaders, errorHeaders }) => {
  const headers = new Headers()
  const retryAfter = actionHeaders.get("Retry-After") ?? errorHeaders?.get("Retry-After")
  if (retryAfter) headers.set("Retry-After", retryAfter)
  return headers
}
