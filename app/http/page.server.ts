import { type AppLoadContext, data, type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { ShopError } from "~/domain/shop-error"
import { loginPath } from "./local-path"
import { isOutage, OUTAGE_MESSAGE, OUTAGE_RETRY_AFTER } from "./outage"
import { statusOf } from "./status"
import { type Visit, visitOf } from "./visit.server"

/** What a page's loader works with. */
export interface Scene extends Visit {
  readonly params: Readonly<Record<string, string | undefined>>
}

/** What an error page is told. */
export interface ErrorReport {
  message: string
  requestId: string
}

/**
 * A screen's loader: answers what `work` finds, and turns refusals into the sign-in page, the account page or an
 * error page of the right status.
 */
export async function page<T>(args: LoaderFunctionArgs, work: (scene: Scene) => Promise<T> | T) {
  const visit = await visitOf(args).catch((error) => {
    throw outage(error, args.context)
  })
  try {
    const found = await work({ ...visit, params: args.params })
    // Thrown, a redirect does the same, and the type of what the page receives stays free of it.
    if (found instanceof Response) throw found
    return data(found as Exclude<T, Response>, { headers: await cookieHeaders(visit) })
  } catch (error) {
    throw await refusal(error, visit)
  }
}

/** The answer to a refusal on a page: a redirect for who may not be here, an error page otherwise; bugs pass through. */
export async function refusal(error: unknown, visit: Visit): Promise<unknown> {
  if (error instanceof Response) return withCookies(error, visit)
  if (!(error instanceof ShopError)) return outage(error, visit.context)
  if (error.kind === "unauthenticated") return withCookies(redirect(loginPath(pathOf(visit))), visit)
  if (error.kind === "forbidden") return withCookies(redirect("/account"), visit)
  const headers = error.retryAfter === undefined ? undefined : { "Retry-After": String(Math.ceil(error.retryAfter)) }
  const report: ErrorReport = { message: error.message, requestId: visit.context.requestId }
  return data(report, { status: statusOf[error.kind], headers })
}

/** A database that does not answer is 503 and a designed page; any other error stays the bug it is. */
export function outage(error: unknown, { shop, requestId }: AppLoadContext): unknown {
  if (!isOutage(error)) return error
  shop.log.error({ err: error, requestId }, "the database does not answer")
  const report: ErrorReport = { message: OUTAGE_MESSAGE, requestId }
  return data(report, { status: 503, headers: { "Retry-After": String(OUTAGE_RETRY_AFTER) } })
}

/** Adds the visit's cookies to an answer. */
export async function withCookies(response: Response, visit: Visit): Promise<Response> {
  for (const cookie of await visit.cookies()) response.headers.append("Set-Cookie", cookie)
  return response
}

export async function cookieHeaders(visit: Visit): Promise<Headers> {
  const headers = new Headers()
  for (const cookie of await visit.cookies()) headers.append("Set-Cookie", cookie)
  return headers
}

/** The page a person is on: where signing in should lead back to. */
function pathOf({ url, request }: Visit): string {
  if (request.method !== "GET") return url.pathname.replace(/\.data$/, "")
  const search = new URLSearchParams(url.search)
  search.delete("_routes")
  search.delete("_data")
  return url.pathname.replace(/\.data$/, "") + (search.size > 0 ? `?${search}` : "")
}
