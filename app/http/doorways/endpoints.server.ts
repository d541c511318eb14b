import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import type { Visitor } from "~/domain/accounts/actor"
import type { GatewayKind } from "~/domain/payments/gateway"
import { ShopError } from "~/domain/shop-error"
import { parse } from "~/domain/validation/validation"
import { type Body, readBody } from "~/http/bodies/body.server"
import type { MemoryLease } from "~/http/bodies/body-budget.server"
import { bodyLimitsFor } from "~/http/bodies/body-limits"
import { senderClassOf, withBodyMemory } from "~/http/bodies/body-memory.server"
import { discardUnread } from "~/http/bodies/body-stream.server"
import { formToObject } from "~/http/bodies/field-names"
import { uploadsFrom } from "~/http/bodies/uploads.server"
import { isUnnamedBrowser, mayBeForm, UNNAMED_PAGE_MESSAGE } from "~/http/origin/cross-site"
import { isOutage } from "~/http/outage"
import { recordRefusal } from "~/http/request/request-log-fields"
import { type CachePolicy, maxAgeOf } from "~/http/response-cache/cache-policy"
import type { Audience } from "./audience"
import type { Call, CallContext, Method, PublicCallContext } from "./call"
import { hasIdentity, requireFactorOf, withCookies } from "./doorway.server"
import {
  bugResponse,
  cacheableSuccess,
  failure,
  methodNotAllowed,
  outageResponse,
  refusalResponse,
  success,
} from "./envelope.server"
import { normalizeId } from "./normalize-id"
import { requestContextOf } from "./request-context.server"

type Args = LoaderFunctionArgs | ActionFunctionArgs

export interface Endpoint {
  (args: Args): Promise<Response>
  readonly calls: Partial<Record<Method, Call>>
  /** The path exists only with this gateway. */
  readonly gateway?: GatewayKind
  readonly audience?: Call["audience"]
  readonly cache?: CachePolicy
}

/** Routes export `loader` and `action` separately, because the browser build keeps destructured exports. */
export function endpoints(calls: Endpoint["calls"], { gateway }: Pick<Endpoint, "gateway"> = {}): Endpoint {
  const handler = async (args: Args) => {
    const response = await respond(args, { calls, gateway })
    discardUnread(args.request)
    return response
  }
  const { audience, cache } = calls.GET ?? {}
  return Object.assign(handler, { calls, gateway, audience, cache })
}

async function respond(args: Args, { calls, gateway }: Pick<Endpoint, "calls" | "gateway">): Promise<Response> {
  const { request, context } = args
  try {
    if (gateway && context.shop.payments.kind !== gateway) return failure("There is no such endpoint", 404)
    const call = calls[(request.method === "HEAD" ? "GET" : request.method) as Method]
    if (!call) return methodNotAllowed(Object.keys(calls))
    const { audience } = call
    return await (audience ? respondToActor(audience, call, args) : respondToAnybody(call, args))
  } catch (error) {
    if (error instanceof ShopError) recordRefusal(context.logFields, error)
    const refusal = refusalResponse(error)
    if (refusal) return refusal
    context.shop.log.error({ err: error }, "a call failed")
    return isOutage(error) ? outageResponse() : bugResponse(context.requestId)
  }
}

async function respondToAnybody(call: Call, args: Args): Promise<Response> {
  const contents = await call.handler(publicCallContext(call, args) as never)
  const response = cacheableSuccess(contents as object, args.request)
  if (call.cache?.store === "browser") response.headers.set("Cache-Control", maxAgeOf(call.cache))
  return response
}

async function respondToActor(audience: Audience<unknown>, call: Call, args: Args): Promise<Response> {
  const ctx = await requestContextOf(args)
  if (hasIdentity(audience, ctx)) refuseUnnamedForm(args)
  const actor = audience.admit(asCaller(ctx.user))
  requireFactorOf(audience, ctx)
  return withBodyMemory(senderClassOf(ctx.user), args.context, args.request, async (lease) => {
    const sent = await readInput(call, args.request, lease)
    const contents = await call.handler({
      ...publicCallContext(call, args),
      ...ctx,
      actor,
      ...sent,
    } satisfies CallContext as never)
    const message = call.successMessage === undefined ? {} : { message: call.successMessage }
    return withCookies(success({ ...message, ...(contents as object) }, call.status), ctx)
  })
}

/** @throws ShopError `forbidden` for a form of a text browser, which may be on another site; programs send forms too */
function refuseUnnamedForm({ request: { method, headers }, context }: Args): void {
  const header = (name: string) => headers.get(name)
  if (!mayBeForm(method, header) || !isUnnamedBrowser(header)) return
  context.logFields.refusal = "crossSite"
  throw new ShopError("forbidden", UNNAMED_PAGE_MESSAGE)
}

function asCaller(user: Visitor): Visitor {
  return user?.proof ? { ...user, proof: { ...user.proof, isCall: true } } : user
}

function publicCallContext(call: Call, { request, context, params }: Args): PublicCallContext {
  const url = new URL(request.url)
  return {
    shop: context.shop,
    url,
    params,
    id: normalizeId(params.id ?? ""),
    query: call.query && parse(call.query, queryValues(url.searchParams)),
  }
}

async function readInput(
  { body, pictures }: Call,
  request: Request,
  lease: MemoryLease,
): Promise<Pick<CallContext, "body" | "pictures">> {
  if (!body && !pictures) return { body: undefined, pictures: [] }
  const sent = await readBody(request, lease, bodyLimitsFor(pictures))
  return { body: body && parse(body, bodyValues(sent)), pictures: pictures ? uploadsFrom(sent, pictures) : [] }
}

/** PostgreSQL cannot store NUL. */
function queryValues(search: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...search].map(([name, value]) => [name, value.replaceAll("\0", "")]))
}

function bodyValues(body: Body): unknown {
  return body.kind === "json" ? body.value : formToObject(body.data)
}
