import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, type TypedResponse } from "@remix-run/node"
import { isStaff } from "~/domain/accounts/actor"
import { type ProvenVerb, requireProof } from "~/domain/accounts/proof"
import { todayOf } from "~/domain/days/shop-days.server"
import { requireOwnFactor } from "~/domain/factors/policy"
import { isObjectId, type ObjectId } from "~/domain/object-id"
import { ShopError } from "~/domain/shop-error"
import { discardUnread } from "~/http/bodies/body-stream.server"
import { readSentToken } from "~/http/forms/sent-token.server"
import { namesNoPage, SEND_AGAIN } from "~/http/origin/cross-site"
import { isOutage, OUTAGE_MESSAGE } from "~/http/outage"
import { addressAfterForm } from "~/http/request/after-form"
import { passkeyFeatureOf } from "~/http/request/passkey-pages"
import { recordRefusal } from "~/http/request/request-log-fields"
import { pageAddress } from "~/http/request/request-path"
import { hasNoPage } from "~/http/routing/page-matches.server"
import type { Toast } from "~/http/session/toast-cookie.server"
import { paths } from "~/paths"
import type { Audience } from "./audience"
import { refusalKinds } from "./refusal-kinds"
import { refusalPage } from "./refusal-page.server"
import { type RequestContext, requestContextOf } from "./request-context.server"
import { viewSite } from "./site.server"

export interface DoorwayContext<Actor> extends RequestContext {
  readonly actor: Actor
  /** `""` if the parameter is not a valid id */
  readonly id: ObjectId
  readonly params: Readonly<Record<string, string | undefined>>
  redirect(path: string): Redirect
  /** The redirect must be revalidated, because the next name may be the former one again. */
  redirectToCurrent(path: string): Redirect
}

export interface FormContext<Actor> extends DoorwayContext<Actor> {
  readonly formData: FormData
  readonly files: File[]
  redirectWithSuccess(path: string, message: string, undo?: Toast["undo"]): Redirect
  noContent(): Response
}

/** `never` keeps redirects out of the type of loader data. */
export type Redirect = TypedResponse<never>
export type DataResponse<T> = ReturnType<typeof data<T>>
type DoorwayResponse = Response | Redirect | DataResponse<unknown>

export interface DoorwayOptions {
  /** Requires the proof for this action immediately, before anything is shown or read. */
  proof?: ProvenVerb
  /** Includes staff who still have to set up a second factor */
  forSetUp?: boolean
  /** The page that contains a button; error pages link to it. */
  screen?: string
  redirectStatus?: 302 | 303
  /** Runs before an unauthorized request is refused. */
  beforeDenial?: (ctx: RequestContext, denial: unknown) => Promise<void>
}

/** Authorizes before anything is read; refusals become the sign-in page, the account page or an error page. */
export async function doorway<Actor, R extends DoorwayResponse>(
  audience: Audience<Actor>,
  args: LoaderFunctionArgs | ActionFunctionArgs,
  work: (ctx: DoorwayContext<Actor>) => Promise<R>,
  { screen, redirectStatus = 302, beforeDenial, proof, forSetUp = false }: DoorwayOptions = {},
): Promise<R | Redirect> {
  const ctx = await requestContextOf(args).catch(async (error) => {
    throw await outagePage(error, args, screen)
  })
  const { params } = args
  if (!isReading(args.request) && hasIdentity(audience, ctx) && !(await isFromShop(ctx)))
    throw await askAgain(ctx, screen)
  const id = params.id !== undefined && isObjectId(params.id) ? params.id : ""
  try {
    const admit = async () => audience.admit((await audience.identify?.(ctx, id)) ?? ctx.user)
    const actor = await callBeforeDenial(beforeDenial, ctx, admit)
    if (!forSetUp) requireFactorOf(audience, ctx)
    if (proof) await callBeforeDenial(beforeDenial, ctx, () => requireProof(ctx.shop, ctx.user ?? {}, proof))
    const response = await work({
      ...ctx,
      actor,
      id,
      params,
      redirect: (path) => {
        const isForm = redirectStatus === SEE_OTHER
        return redirect(isForm ? addressAfterForm(path, args.request.headers, ctx.shop.now()) : path, redirectStatus)
      },
      redirectToCurrent: (path) => redirect(path, { status: 301, headers: { "Cache-Control": "no-cache" } }),
    })
    return await withCookies(reloadDocument(response, ctx), ctx)
  } catch (error) {
    if (!(error instanceof ShopError)) throw await outagePage(error, ctx, screen)
    recordRefusal(ctx.context.logFields, error)
    if (error.kind === "unauthenticated")
      return withCookies(redirect(paths.login({ redirect: pageAddress(ctx.url) })), ctx)
    if (error.kind === "factorNeeded") return withCookies(redirect("/account/security"), ctx)
    if (error.kind === "staleProof")
      return withCookies(redirect(paths.confirmIdentity({ redirect: screen ?? pageAddress(ctx.url) })), ctx)
    if (error.kind === "forbidden" && !(ctx.user && isStaff(ctx.user))) return withCookies(redirect("/account"), ctx)
    const message = error.kind === "forbidden" ? await explained(error, ctx) : error.message
    const report = { message, requestId: ctx.context.requestId, ...backLinkOf(error, ctx, screen) }
    throw await errorPage(args, refusalKinds[error.kind].status, report, retryAfterHeader(error))
  }
}

const SEE_OTHER = 303

const isReading = ({ method }: Request) => method === "GET" || method === "HEAD"

/** Whether a cookie could identify the sender of a form, or of a call */
export function hasIdentity({ kind }: Audience<unknown>, { session }: RequestContext): boolean {
  return session !== null || kind !== "visitor"
}

/** Whether a form names a page, which has been checked, or sends the token of a page. */
async function isFromShop({ request, session, context }: RequestContext): Promise<boolean> {
  if (!namesNoPage((name) => request.headers.get(name))) return true
  return session !== null && context.formTokens.isOf(session, await readSentToken(request))
}

/** The form may be one of the shop, from before the sign-in. */
async function askAgain(ctx: RequestContext, screen?: string): Promise<unknown> {
  const { requestId, logFields, build } = ctx.context
  logFields.refusal = "crossSite"
  discardUnread(ctx.request)
  const back = screen ?? (hasNoPage(await build(), ctx.url.pathname) ? undefined : pageAddress(ctx.url))
  return errorPage(ctx, 403, { ...SEND_AGAIN, requestId, back, backLabel: "Open the page" })
}

/** Staff are led to a screen open to all of them, unless their button is on one. */
function backLinkOf(
  { kind }: ShopError,
  { user, url }: RequestContext,
  screen?: string,
): Pick<ErrorReport, "back" | "backLabel"> {
  const isBackOffice = /^\/admin\b/.test(url.pathname) && user && isStaff(user)
  if (!isBackOffice || (screen && kind !== "forbidden")) return { back: screen }
  return { back: "/admin/dashboard", backLabel: "Back to the dashboard" }
}

async function explained({ message, missing }: ShopError, { shop }: RequestContext): Promise<string> {
  const { explainRefusal } = await import("~/domain/staff/staff.server")
  return `${message}. ${await explainRefusal(shop, missing)}`
}

export async function callBeforeDenial<T>(
  beforeDenial: DoorwayOptions["beforeDenial"],
  ctx: RequestContext,
  check: () => T | Promise<T>,
): Promise<T> {
  try {
    return await check()
  } catch (denial) {
    await beforeDenial?.(ctx, denial)
    throw denial
  }
}

/** @throws ShopError `factorNeeded`, except where everyone is admitted */
export function requireFactorOf({ kind }: Audience<unknown>, { session, shop }: RequestContext): void {
  if (kind !== "visitor") requireOwnFactor(session, shop.settings.current, todayOf(shop))
}

export function retryAfterHeader({ retryAfter }: ShopError): Record<string, string> {
  return retryAfter === undefined ? {} : { "Retry-After": String(Math.ceil(retryAfter)) }
}

/** A gateway's fields and passkeys need the page's own security policy, which only a full load applies. */
function reloadDocument<R extends DoorwayResponse>(response: R, { shop }: RequestContext): R {
  if (isData(response)) return response
  const [path = ""] = response.headers.get("Location")?.split("?") ?? []
  const hasOwnPolicy = passkeyFeatureOf(path) || (path === "/process/payment" && shop.payments.pageSources !== null)
  if (hasOwnPolicy) response.headers.set("X-Remix-Reload-Document", "true")
  return response
}

export async function withCookies<R extends DoorwayResponse>(response: R, ctx: RequestContext): Promise<R> {
  const headers = isData(response) ? new Headers(response.init?.headers) : response.headers
  for (const cookie of await ctx.setCookieHeaders()) headers.append("Set-Cookie", cookie)
  if (isData(response)) response.init = { ...response.init, headers }
  return response
}

function isData(response: DoorwayResponse): response is DataResponse<unknown> {
  return !(response instanceof Response)
}

type Args = Pick<LoaderFunctionArgs, "request" | "context">

async function outagePage(error: unknown, args: Args, back?: string): Promise<unknown> {
  if (!isOutage(error)) return error
  const { shop, requestId } = args.context
  shop.log.error({ err: error }, "the database does not answer")
  return errorPage(args, 503, { message: OUTAGE_MESSAGE, requestId, back })
}

interface ErrorReport {
  title?: string
  message: string
  requestId: string
  back?: string
  backLabel?: string
}

/** Throws for Remix's error page, or renders one if the route has no screen. */
async function errorPage(
  { request, context }: Args,
  status: number,
  report: ErrorReport,
  headers: Record<string, string> = {},
) {
  if (!hasNoPage(await context.build(), new URL(request.url).pathname)) return data(report, { status, headers })
  return new Response(
    refusalPage({ status, shopName: context.shop.identity.name, site: viewSite(context.shop), ...report }),
    {
      status,
      headers: { ...headers, "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" },
    },
  )
}
