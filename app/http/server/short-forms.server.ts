import { randomBytes } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { ActionFunction, ActionFunctionArgs, AppLoadContext, ServerBuild } from "@remix-run/node"
import type { Response as ExpressResponse, RequestHandler } from "express"
import { LRUCache } from "lru-cache"
import { plainAddress } from "~/domain/accounts/rate-limit-keys.server"
import type { Shop } from "~/domain/shop"
import { readVersions } from "~/domain/versions/versions.server"
import { withArrivedForm } from "~/http/bodies/body.server"
import { clientAddress } from "~/http/clients/client-address"
import { renewSettings } from "~/http/doorways/request-context.server"
import { isApiPath, LINE_BREAK } from "~/http/middleware/api-requests.server"
import { queryOf } from "~/http/middleware/page-requests.server"
import { isCrossSiteWrite, ownHeaders } from "~/http/middleware/security.server"
import { namesNoPage } from "~/http/origin/cross-site"
import { hasValidHost } from "~/http/origin/valid-host"
import { logOnceSent } from "~/http/request/log-once-sent.server"
import type { RequestLogFields } from "~/http/request/request-log-fields"
import { canBeDecoded, refusePath } from "~/http/request/request-path"
import { headersOf } from "~/http/response-cache/finished-response.server"
import { matchPages } from "~/http/routing/page-matches.server"
import { withDeadline } from "~db/deadline.server"

export type PreparedResponse = ServerResponse & Pick<ExpressResponse, "locals">

interface ShortFormsOptions {
  build: ServerBuild
  shop: Shop
  trustProxy: number
  security: RequestHandler[]
  loadContext: (request: IncomingMessage, response: PreparedResponse) => AppLoadContext
}

/** The action of a page, which runs at most once */
interface PageForm {
  /** The id of the route */
  id: string
  path: string
  params: ActionFunctionArgs["params"]
  /** Bytes of the body */
  length: number
}

type PageAction = ActionFunction & { usesSettings?: boolean }

/** What the action of a route returned, or why it failed */
export interface Outcome {
  id: string
  result: Promise<unknown>
}

const MOST_ADDRESS = 1_000
/** Bytes of a form that arrives with its headers */
const MOST_BYTES = 16 * 1024
const FORM = /^application\/x-www-form-urlencoded(?:;|$)/i
/** Remix reads these parameters at any address. */
const REMIX_PARAMETERS = ["_data", "_routes", "index"]
const NONCE = "{nonce}"
/** The limit in bytes of the headers of addresses, and the size of those of one without their text */
const HEADERS = { capacity: 512 * 1024, overhead: 500 }

/**
 * Runs the action of a page's form before any middleware, and sends its redirect with the same headers. The usual way
 * shows the page of a form that does not redirect, with the outcome of its action.
 */
export class ShortForms {
  readonly #outcomes = new WeakMap<IncomingMessage, Outcome>()
  readonly #headers = new LRUCache<string, readonly string[]>({
    maxSize: HEADERS.capacity,
    sizeCalculation: (headers, path) => {
      return headers.reduce((length, text) => length + text.length, 2 * path.length) + HEADERS.overhead
    },
  })

  constructor(private readonly options: ShortFormsOptions) {}

  /** Returns the outcome of an action that has run already. */
  outcomeOf(request: IncomingMessage): Outcome | undefined {
    return this.#outcomes.get(request)
  }

  /** Returns whether the request has a deadline from this way. */
  hasBegun(request: IncomingMessage): boolean {
    return this.#outcomes.has(request)
  }

  /** Returns whether it takes the request; it may still leave it to the others. */
  take(request: IncomingMessage, response: ServerResponse, leave: () => void): boolean {
    const form = this.#formOf(request)
    if (form === null) return false
    // A request is known before its body, which usually arrives in the same packet.
    setImmediate(() => {
      if (request.readableLength !== form.length) return leave()
      withDeadline(() => void this.#run(form, request, response).then((isSent) => isSent || leave(), leave))
    })
    return true
  }

  /** Leaves everything unusual to the others, before anything is read or changed. */
  #formOf(request: IncomingMessage): PageForm | null {
    const { method, url = "", headers } = request
    const { build, shop, trustProxy } = this.options
    if (method !== "POST" || !FORM.test(headers["content-type"] ?? "") || headers["content-encoding"]) return null
    const length = Number(headers["content-length"])
    if (!(length > 0 && length <= MOST_BYTES) || url.length > MOST_ADDRESS || url.includes("%00")) return null
    // The doorway looks for a token in the body of a form that names no page.
    if (namesNoPage((name) => headers[name.toLowerCase()]?.toString())) return null
    if (trustProxy === 0 && headers["x-forwarded-for"] !== undefined) return null
    const [path = ""] = url.split(/[?#]/, 1)
    if (path.endsWith(".data") || (path.endsWith("/") && path !== "/") || isApiPath(path)) return null
    if (refusePath(path) !== null || !canBeDecoded(path) || path.search(LINE_BREAK) >= 0) return null
    if (hasRemixParameter(queryOf(url))) return null
    if (!hasValidHost(request) || isCrossSiteWrite(request, { shopUrl: shop.identity.url, trustProxy })) return null
    const match = matchPages(build, path).at(-1)
    if (!match?.facts.takesForms || !match.facts.hasPage) return null
    const { index, path: pattern } = build.routes[match.id] ?? {}
    // Remix runs the action of the layout for an index page.
    return index || !pattern || pattern === "*" ? null : { id: match.id, path, params: match.params, length }
  }

  async #run({ id, path, params }: PageForm, request: IncomingMessage, plain: ServerResponse): Promise<boolean> {
    const { shop, build, trustProxy, loadContext } = this.options
    const logFields: RequestLogFields = {}
    const requestId = logOnceSent(shop, plain, () => {
      const address = plainAddress(clientAddress(request, trustProxy) ?? "")
      return { address, ...logFields, method: request.method, path }
    })
    const nonce = randomBytes(16).toString("base64")
    const locals = { requestId, logFields, nonce, inlineScripts: `'nonce-${nonce}'` }
    const response = Object.assign(plain, { locals: Object.assign(Object.create(null), locals) }) as PreparedResponse
    const action: PageAction | undefined = build.routes[id]?.module.action
    const hasCurrentSettings = action?.usesSettings === false
    const context = { ...loadContext(request, response), hasCurrentSettings }
    response.locals.context = context
    const sent = formRequest(request, shop)
    // From here on, only the outcome can be left to the others.
    withArrivedForm(sent, request.read() as Buffer)
    const result = (async () => action?.({ request: sent, params, context }))()
    this.#outcomes.set(request, { id, result })
    const done = await result.catch(() => null)
    if (!isPlainRedirect(done)) {
      // The page of a refused form shows them.
      if (hasCurrentSettings) await renewSettings(shop, await readVersions(shop))
      return false
    }
    if (response.closed) return true
    const more: string[] = []
    for (const [name, value] of done.headers) more.push(name, value)
    if (done.headers.has("Set-Cookie")) more.push("Cache-Control", "no-store")
    const own = ["X-Request-Id", requestId, ...this.#headersFor(path, nonce)]
    response.writeHead(done.status, [...own, ...more, "Content-Length", "0"]).end()
    return true
  }

  #headersFor(path: string, nonce: string): string[] {
    const known = this.#headers.get(path) ?? this.#readHeaders(path)
    this.#headers.set(path, known)
    return known.map((text) => (text.includes(NONCE) ? text.replace(NONCE, nonce) : text))
  }

  #readHeaders(path: string): readonly string[] {
    const { "X-Request-Id": _, ...headers } = headersOf(this.options.security, path, `'nonce-${NONCE}'`)
    return Object.entries(headers).flat()
  }
}

function hasRemixParameter(names: URLSearchParams): boolean {
  return REMIX_PARAMETERS.some((name) => names.has(name))
}

function formRequest(incoming: IncomingMessage, { identity }: Pick<Shop, "identity">): Request {
  const { "x-forwarded-host": _, ...given } = incoming.headers
  const headers = new Headers()
  for (const [name, value] of Object.entries({ ...given, ...ownHeaders(incoming, { shopUrl: identity.url }) }))
    for (const one of [value ?? []].flat()) headers.append(name, one)
  return new Request(new URL(incoming.url ?? "", identity.url), { method: "POST", headers })
}

/** Leaves redirects that Remix would change, and those with their own caching. */
function isPlainRedirect(result: unknown): result is Response {
  if (!(result instanceof Response) || result.body !== null) return false
  const { status, headers } = result
  const location = headers.get("Location") ?? ""
  return (
    status >= 302 &&
    status <= 303 &&
    /^\/(?!\/)[^?#]*(?:\?[^#]+)?(?:#.+)?$/.test(location) &&
    !headers.has("Cache-Control")
  )
}
