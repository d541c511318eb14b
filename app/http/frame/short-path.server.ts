import { randomBytes } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { AppLoadContext } from "@remix-run/node"
import type { RequestHandler } from "express"
import { plainAddress } from "~/domain/accounts/rate-limit-keys.server"
import { findSession, type Session } from "~/domain/accounts/sessions/sessions.server"
import { countUnits } from "~/domain/cart/cart"
import { todayOf } from "~/domain/days/shop-days.server"
import { recordSearch } from "~/domain/search/popular/popular-searches.server"
import type { Shop } from "~/domain/shop"
import { clientAddress } from "~/http/clients/client-address"
import type { ClientHash } from "~/http/clients/client-hash.server"
import { cachingFor, renewSettings } from "~/http/doorways/request-context.server"
import { logOnceSent } from "~/http/request/log-once-sent.server"
import { acceptsGzip } from "~/http/response-cache/accepts-gzip"
import type { Visit } from "~/http/response-cache/cache-policy"
import { headersOf } from "~/http/response-cache/finished-response.server"
import type { KnownPage, ResponseCache } from "~/http/response-cache/response-cache.server"
import type { Cookies } from "~/http/session/cookies.server"
import { withDeadline } from "~db/deadline.server"
import { AccountPieces } from "./account-pieces.server"
import { CompiledPage, type PageFrame } from "./compiled-page.server"
import type { PageTemplate } from "./page-template.server"
import { personalRoot, sharedRoot } from "./root-data.server"

interface ShortPathOptions {
  shop: Shop
  cache: ResponseCache
  cookies: Cookies
  security: RequestHandler[]
  clientHash: ClientHash
  trustProxy: number
  contextMenu: AppLoadContext["contextMenu"]
  accounts?: AccountPieces
}

interface Compiled {
  shared: ReturnType<typeof sharedRoot>
  page: Promise<CompiledPage>
}

/** The Content-Security-Policy's nonce before it is known */
const NONCE = "{nonce}"

/** Sends cached pages to visitors with a cart or a session, before any middleware and with the same headers. */
export class ShortPath {
  readonly #compiled = new WeakMap<PageTemplate, Map<string, Compiled>>()
  readonly #headers = new WeakMap<PageTemplate, readonly string[]>()
  readonly #sessions = new WeakMap<IncomingMessage, Promise<Session | null>>()
  /** Requests that others send and log */
  readonly #left = new WeakSet<IncomingMessage>()
  readonly #accounts: AccountPieces
  #shared: { settings: object; day: string; root: Compiled["shared"] } | null = null

  constructor(private readonly options: ShortPathOptions) {
    this.#accounts = options.accounts ?? new AccountPieces()
  }

  /** Returns the session that this path read before it left the request to the others. */
  sessionOf(request: IncomingMessage): Promise<Session | null> | undefined {
    return this.#sessions.get(request)
  }

  /** Returns whether the request has a deadline from this path. */
  hasBegun(request: IncomingMessage): boolean {
    return this.#sessions.has(request)
  }

  /** Returns whether it takes the request; it may still leave it to the others. */
  take(request: IncomingMessage, response: ServerResponse, leave: () => void): boolean {
    const { cookie } = request.headers
    const { cache, cookies } = this.options
    if (cookie === undefined || !cookie.includes(cookies.sessionCookie.name)) return false
    if (!acceptsGzip(request.headers["accept-encoding"])) return false
    const page = cache.knownPage(request)
    if (page === null) return false
    const leaveToOthers = () => {
      this.#left.add(request)
      leave()
    }
    // The usual path reports errors. It continues within the same deadline, so that an outage delays a request once.
    withDeadline(
      () => void this.#send(request, response, page).then((isSent) => isSent || leaveToOthers(), leaveToOthers),
    )
    return true
  }

  async #send(request: IncomingMessage, response: ServerResponse, page: KnownPage): Promise<boolean> {
    const { shop, cookies, clientHash, trustProxy } = this.options
    const logFields: { userId?: string } = {}
    const requestId = logOnceSent(shop, response, () => {
      if (this.#left.has(request)) return null
      const address = plainAddress(clientAddress(request, trustProxy) ?? "")
      return { address, ...logFields, method: request.method, path: page.path }
    })
    const source = { headers: { get: (name: string) => headerOf(request, name) } }
    const { token, cart: browserCart } = await cookies.sessionCookie.read(source)
    // Anonymous visitors have their own pages.
    if (token === null && browserCart.length === 0) return false
    const session = token === null ? null : await this.#readSession(request, token)
    if (token !== null && session === null) return false
    logFields.userId = session?.user.id
    if (session) await renewSettings(shop, session.versions)
    const user = session?.user ?? null
    const setCookies: string[] = []
    const visit: Visit = {
      session,
      user,
      request: source,
      context: cookies,
      setCookie: (cookie) => void setCookies.push(cookie),
    }
    const { sharesMain } = page.policy
    if (sharesMain !== true && !(await sharesMain?.(visit, page.template.main.params.id ?? ""))) return false
    const formToken = cookies.formTokens.sentTo(source, session)
    const message = await cookies.toastCookie.take(source)
    if (message) setCookies.push(message.cookie)
    const own = personalRoot(shop, user, session?.cart ?? browserCart)
    const root = { ...own, formToken, toast: message?.toast ?? null, draft: null }
    const frame = { isMember: root.user !== null, hasFormToken: formToken !== null, hasMessage: message !== null }
    const compiled = await this.#compile(page, frame)
    const nonce = randomBytes(16).toString("base64")
    const account = this.#accounts.of({ user: root.user, cartCount: countUnits(root.cart), formToken })
    const body = compiled.fill({ nonce, requestId, formToken, account, root })
    if (page.keyword !== null) recordSearch(shop, page.keyword, clientHash(clientAddress(request, trustProxy) ?? ""))
    const caching = cachingFor(user, request.headers.cookie, cookies.orderCookie.name)
    if (response.closed) return true
    response.writeHead(200, [
      "X-Request-Id",
      requestId,
      ...this.#headersFor(page, nonce),
      "Cache-Control",
      caching,
      "Vary",
      caching === "no-store" ? "Accept-Encoding" : "Accept-Encoding, Cookie",
      ...setCookies.flatMap((cookie) => ["Set-Cookie", cookie]),
      "Content-Length",
      String(body.length),
    ])
    response.end(body)
    return true
  }

  #readSession(request: IncomingMessage, token: string): Promise<Session | null> {
    const reading = findSession(this.options.shop, token)
    this.#sessions.set(request, reading)
    return reading
  }

  #compile({ template, grow }: KnownPage, frame: Omit<PageFrame, "shared">): Promise<CompiledPage> {
    const shared = this.#sharedRoot()
    const variants = this.#compiled.get(template) ?? new Map<string, Compiled>()
    this.#compiled.set(template, variants)
    const variant = JSON.stringify([frame.isMember, frame.hasFormToken, frame.hasMessage])
    const known = variants.get(variant)
    if (known?.shared === shared) return known.page
    const page = CompiledPage.compile(template, { ...frame, shared })
    variants.set(variant, { shared, page })
    page.then(
      ({ size }) => known === undefined && grow(size),
      () => variants.delete(variant),
    )
    return page
  }

  /** Returns the same object until it changes, with the settings or the day. */
  #sharedRoot(): Compiled["shared"] {
    const { shop, contextMenu } = this.options
    const [settings, day] = [shop.settings.current, todayOf(shop)]
    if (this.#shared?.settings === settings && this.#shared.day === day) return this.#shared.root
    const root = sharedRoot(shop, contextMenu)
    this.#shared = { settings, day, root }
    return root
  }

  #headersFor({ template, path }: KnownPage, nonce: string): string[] {
    const known = this.#headers.get(template) ?? this.#readHeaders(path)
    this.#headers.set(template, known)
    return known.map((text) => (text.includes(NONCE) ? text.replace(NONCE, nonce) : text))
  }

  #readHeaders(path: string): readonly string[] {
    const { "X-Request-Id": _, ...headers } = headersOf(this.options.security, path, `'nonce-${NONCE}'`)
    return Object.entries({ ...headers, "Content-Type": "text/html; charset=utf-8", "Content-Encoding": "gzip" }).flat()
  }
}

function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name.toLowerCase()]
  return typeof value === "string" ? value : null
}
