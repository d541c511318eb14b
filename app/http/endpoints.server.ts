import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import type { z } from "zod"
import { ShopError } from "~/domain/shop-error"
import { type Body, readBody } from "./body.server"
import { formValues } from "./form-values"
import type { Scene } from "./page.server"
import { withCookies } from "./page.server"
import { statusOf } from "./status"
import { type Visit, visitOf } from "./visit.server"

type Method = "GET" | "POST" | "PUT" | "DELETE"

/** What a call works with. */
export interface Call extends Scene {
  /** The query string, parsed. @throws ShopError `invalid` with the field's message */
  query<S extends z.ZodType>(schema: S): z.output<S>
  /** The body, whichever of the three kinds it is, parsed. @throws ShopError `invalid` with the field's message */
  body<S extends z.ZodType>(schema: S): Promise<z.output<S>>
  /** The body unparsed: for uploads. */
  sent(): Promise<Body>
}

/** An answer with a status of its own. */
export class Answer {
  constructor(
    readonly status: number,
    readonly contents: object,
  ) {}
}

export const created = (contents: object) => new Answer(201, contents)

type Handler = (call: Call) => Promise<object>

/**
 * The JSON calls of one path, one handler a method: success and failure are wrapped in the envelope, and any other
 * method is answered 405 with `Allow`.
 */
export function endpoints(handlers: Partial<Record<Method, Handler>>) {
  const answer = (args: LoaderFunctionArgs | ActionFunctionArgs) => answerCall(args, handlers)
  return { loader: answer, action: answer }
}

async function answerCall(args: LoaderFunctionArgs | ActionFunctionArgs, handlers: Partial<Record<Method, Handler>>) {
  const { requestId, shop } = args.context
  try {
    const method = args.request.method === "HEAD" ? "GET" : args.request.method
    const handler = handlers[method as Method]
    if (!handler) return methodNotAllowed(Object.keys(handlers))
    const visit = await visitOf(args)
    const found = await handler(callOf(visit, args))
    const { status, contents } = found instanceof Answer ? found : new Answer(200, found)
    return await withCookies(success(contents, status), visit)
  } catch (error) {
    if (error instanceof ShopError) return failure(error.message, statusOf[error.kind], error.retryAfter)
    shop.log.error({ err: error, requestId }, "a call failed")
    return failure(`Something went wrong on our side. Please try again. (${requestId})`, 500)
  }
}

function callOf(visit: Visit, args: LoaderFunctionArgs | ActionFunctionArgs): Call {
  let sent: Promise<Body> | undefined
  const read = (): Promise<Body> => (sent ??= readBody(args.request))
  return {
    ...visit,
    params: args.params,
    query: (schema) => parse(schema, Object.fromEntries(visit.url.searchParams)),
    body: async (schema) => parse(schema, bodyValues(await read())),
    sent: read,
  }
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

/** The envelope of success. */
export function success(contents: object, status = 200): Response {
  return Response.json({ success: true, status: "success", ...contents }, { status, headers: NO_STORE })
}

/** The envelope of failure; `message` is fit for a toast. */
export function failure(message: string, status: number, retryAfter?: number): Response {
  const headers = new Headers(NO_STORE)
  if (retryAfter !== undefined) headers.set("Retry-After", String(Math.ceil(retryAfter)))
  return Response.json({ success: false, status: "error", message }, { status, headers })
}

function methodNotAllowed(allowed: string[]): Response {
  const answer = failure("This method is not allowed here", 405)
  answer.headers.set("Allow", allowed.includes("GET") ? ["HEAD", ...allowed].join(", ") : allowed.join(", "))
  return answer
}

const NO_STORE = { "Cache-Control": "no-store" }
