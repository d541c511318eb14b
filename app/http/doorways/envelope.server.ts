import { createHash } from "node:crypto"
import { ShopError } from "~/domain/shop-error"
import { OUTAGE_MESSAGE, OUTAGE_RETRY_AFTER } from "~/http/outage"
import { matchesEntityTag } from "~/http/response-cache/entity-tag"
import { refusalKinds } from "./refusal-kinds"

const NO_STORE = { "Cache-Control": "no-store" }

export function success(contents: object, status = 200): Response {
  return Response.json(envelope(contents), { status, headers: NO_STORE })
}

export function cacheableSuccess(contents: object, request: Request): Response {
  return withETag(JSON.stringify(envelope(contents)), request)
}

export function withETag(text: string, request: Request): Response {
  const tag = `W/"${createHash("sha1").update(text).digest("base64url")}"`
  const headers = { "Cache-Control": "public, no-cache", ETag: tag }
  if (matchesEntityTag(request.headers.get("If-None-Match"), tag)) return new Response(null, { status: 304, headers })
  return new Response(text, { headers: { ...headers, "Content-Type": "application/json" } })
}

export function failure(message: string, status: number, retryAfter?: number): Response {
  const headers = new Headers(NO_STORE)
  if (retryAfter !== undefined) headers.set("Retry-After", String(Math.ceil(retryAfter)))
  return Response.json(failureBody(message), { status, headers })
}

export function failureBody(message: string) {
  return { success: false, status: "error", message }
}

/** Returns null for a bug. */
export function refusalResponse(error: unknown): Response | null {
  return error instanceof ShopError ? failure(error.message, refusalKinds[error.kind].status, error.retryAfter) : null
}

export function bugResponse(requestId: string): Response {
  return failure(`Something went wrong on our side. Please try again. (${requestId})`, 500)
}

export function outageResponse(): Response {
  return failure(OUTAGE_MESSAGE, 503, OUTAGE_RETRY_AFTER)
}

export function methodNotAllowed(allowed: readonly string[]): Response {
  const response = failure("This method is not allowed here", 405)
  response.headers.set("Allow", allowed.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", "))
  return response
}

function envelope(contents: object) {
  return { success: true, status: "success", ...contents }
}
