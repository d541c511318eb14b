import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import type { z } from "zod"
import { ShopError } from "~/domain/shop-error"
import { bugAnswer, methodNotAllowed, outageAnswer, publicSuccess, refusalAnswer, success } from "./answer.server"
import { type Body, readBody } from "./body.server"
import { discardBody } from "./body-stream.server"
import type { Call, CallScene, Method, PublicScene } from "./call"
import { findableId } from "./findable-id"
import { formValues } from "./form-values"
import { isOutage } from "./outage"
import { withCookies } from "./page.server"
import { uploadsFrom } from "./uploads.server"
import { visitOf } from "./visit.server"

type Args = LoaderFunctionArgs | ActionFunctionArgs

/** The calls of one path: its loader and its action, and what the public description is generated from. */
export interface Endpoint {
  (args: Args): Promise<Response>
  readonly calls: Partial<Record<Method, Call>>
  /** The only kind of gateway with which these calls exist. */
  readonly gateway?: "stripe" | "sandbox"
}

/**
 * The JSON calls of one path, one a method. Who may not make a call hears nothing else; then what was sent is read and
 * parsed, and success and failure are put into the envelope. Any other method is answered 405 with `Allow`.
 */
export function endpoints(calls: Partial<Record<Method, Call>>): Endpoint {
  const endpoint = async (args: Args) => {
    const response = await answer(args, calls)
    forgetUnread(args.request)
    return response
  }
  return Object.assign(endpoint, { calls })
}

async function answer(args: Args, calls: Endpoint["calls"]): Promise<Response> {
  const { request, context } = args
  try {
    const call = calls[(request.method === "HEAD" ? "GET" : request.method) as Method]
    if (!call) return methodNotAllowed(Object.keys(calls))
    return await (call.audience === "anybody" ? answerAnybody(call, args) : answerSomebody(call, args))
  } catch (error) {
    const refusal = refusalAnswer(error)
    if (refusal) return refusal
    context.shop.log.error({ err: error, requestId: context.requestId }, "a call failed")
    return isOutage(error) ? outageAnswer() : bugAnswer(context.requestId)
  }
}

async function answerAnybody(call: Call, args: Args): Promise<Response> {
  const contents = await call.work(publicScene(call, args) as never)
  return publicSuccess(contents as object, args.request)
}

async function answerSomebody(call: Call, args: Args): Promise<Response> {
  const visit = await visitOf(args)
  const actor = call.admit(visit.user)
  const scene: CallScene = { ...visit, ...publicScene(call, args), actor, ...(await readSent(call, args.request)) }
  const contents = await call.work(scene as never)
  const message = call.says === undefined ? {} : { message: call.says }
  return withCookies(success({ ...message, ...(contents as object) }, call.status), visit)
}

function publicScene(call: Call, { request, context, params }: Args): PublicScene {
  const url = new URL(request.url)
  return {
    shop: context.shop,
    url,
    params,
    id: findableId(params.id ?? ""),
    query: call.query && parse(call.query, queryValues(url.searchParams)),
  }
}

async function readSent({ body, pictures }: Call, request: Request): Promise<Pick<CallScene, "body" | "pictures">> {
  if (!body && !pictures) return { body: undefined, pictures: [] }
  const sent = await readBody(request)
  return { body: body && parse(body, bodyValues(sent)), pictures: pictures ? uploadsFrom(sent, pictures) : [] }
}

/** Without the character NUL, which PostgreSQL cannot hold: in a query nothing is refused that can be left out. */
function queryValues(search: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...search].map(([name, value]) => [name, value.replaceAll("\0", "")]))
}

function bodyValues(body: Body): unknown {
  return body.kind === "json" ? body.value : formValues(body.data)
}

/** @throws ShopError `invalid` with the first complaint */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new ShopError("invalid", issue?.message ?? "This request is not valid", { field: issue?.path.join(".") })
}

/** A browser that is cut off while it sends never reads the answer: what it still sends is taken and forgotten. */
function forgetUnread({ body, bodyUsed }: Request): void {
  if (body && !bodyUsed && !body.locked) discardBody(body)
}
