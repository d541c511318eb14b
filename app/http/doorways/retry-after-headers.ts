import type { HeadersFunction } from "@remix-run/node"

/** For routes whose limits may refuse: what the answer says about trying again reaches the browser. */
export const headers: HeadersFunction = ({ actionHeaders, errorHeaders }) => {
  const answer = new Headers()
  const retryAfter = actionHeaders.get("Retry-After") ?? errorHeaders?.get("Retry-After")
  if (retryAfter) answer.set("Retry-After", retryAfter)
  return answer
}
