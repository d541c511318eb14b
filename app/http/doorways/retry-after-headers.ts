import type { HeadersFunction } from "@remix-run/node"

export const headers: HeadersFunction = ({ actionHeaders, errorHeaders }) => {
  const answer = new Headers()
  const retryAfter = actionHeaders.get("Retry-After") ?? errorHeaders?.get("Retry-After")
  if (retryAfter) answer.set("Retry-After", retryAfter)
  return answer
}
