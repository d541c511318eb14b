import type { IncomingMessage, ServerResponse } from "node:http"
import type { ServerBuild } from "@remix-run/node"
import type { Request, RequestHandler, Response } from "express"
import { plainAddress } from "~/domain/accounts/rate-limit-keys.server"
import { recordSearch } from "~/domain/search/popular/popular-searches.server"
import type { Shop } from "~/domain/shop"
import { clientAddress } from "~/http/clients/client-address"
import type { ClientHash } from "~/http/clients/client-hash.server"
import type { PageTemplate } from "~/http/frame/page-template.server"
import { hasValidHost } from "~/http/origin/valid-host"
import { logOnceSent } from "~/http/request/log-once-sent.server"
import { type CacheKey, CacheKeys } from "./cache-keys.server"
import type { CachedResponse } from "./cached-response.server"
import { ChangeFeed } from "./change-feed.server"
import type { FinishedResponse } from "./finished-response.server"
import {
  type CookieReaders,
  changesMain,
  hasNoShopCookie,
  isNeverPersonal,
  isPersonal,
} from "./personal-cookies.server"
import { openRenderer, type RendererOptions } from "./renderer.server"
import { ResponseStore } from "./response-store.server"
import { knownEncoding, sendCached, sendEncoded } from "./send-cached.server"
import { withWriteListener } from "./write-listener.server"

declare global {
  namespace Express {
    interface Locals {
      finished?: FinishedResponse
    }
  }
}

interface CacheOptions extends RendererOptions, CookieReaders {
  build: ServerBuild
  trustProxy: number
  clientHash: ClientHash
  maxStaleness: number
}

export interface CachedPage extends Pick<CacheKey, "kind" | "policy"> {
  template: PageTemplate
  keyword: string | null
}

/** A cached page that is found without waiting */
export interface KnownPage extends CachedPage {
  path: string
  /** Adds to the page's size in the cache, in bytes. */
  grow(bytes: number): void
}

export class ResponseCache {
  readonly #store = new ResponseStore<FinishedResponse>()
  readonly #feed: ChangeFeed
  readonly #keys: CacheKeys
  readonly #render: ReturnType<typeof openRenderer>

  constructor(private readonly options: CacheOptions) {
    const { shop, maxStaleness } = options
    this.#feed = new ChangeFeed(shop, {
      maxStaleness,
      onChanges: (tags, unchangedAt) => this.#store.outdate(tags, unchangedAt),
    })
    this.#keys = new CacheKeys(options.build, shop.categories)
    this.#render = openRenderer(options)
  }

  /** Sends a response without waiting, before any middleware; returns whether it was sent. */
  sendAtOnce(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url = "" } = request
    if (!isRead(request)) return false
    const key = this.#keys.known(request)
    if (!key || !(isNeverPersonal(key.policy) || hasNoShopCookie(request.headers.cookie))) return false
    if (!hasValidHost(request) || !this.#feed.isFresh()) return false
    const cached = this.#usable(key)
    const encoding = knownEncoding(request)
    const encoded = encoding && cached?.known(encoding)
    if (!cached || !encoded) return false
    const { shop, trustProxy } = this.options
    const path = url.split("?", 1)[0] ?? ""
    const requestId = logOnceSent(shop, response, () => ({
      address: plainAddress(clientAddress(request, trustProxy) ?? ""),
      method,
      path,
    }))
    this.#countSearch(request, cached)
    sendEncoded(request, response, { cached, encoded, more: ["X-Request-Id", requestId] })
    return true
  }

  readonly handler: RequestHandler = async (request, response, next) => {
    try {
      const key = isRead(request) ? this.#keys.resolve(request) : null
      if (!key || !hasValidHost(request)) return next()
      if (await isPersonal(request.headers.cookie, key.policy, this.options)) return next()
      const isCurrent = await this.#feed.isCurrent()
      const known = isCurrent && this.#usable(key)
      if (known) return await this.#send(request, response, { key, cached: known })
      const finished = await this.#rendered(key, request, response, isCurrent)
      if (finished.cached) return await this.#send(request, response, { key, cached: finished.cached })
      // The error page of a bug names its request, so it is not shared.
      if (finished.status !== 500) {
        response.locals.inlineScripts = finished.inlineScripts
        response.locals.finished = finished
      }
      next()
    } catch (error) {
      next(error)
    }
  }

  /** Returns a cached page whose main part may be shared, or `null` where finding one would take time. */
  knownPage(request: IncomingMessage): KnownPage | null {
    if (request.method !== "GET" || changesMain(request.headers.cookie)) return null
    const key = this.#keys.known(request)
    if (key?.kind !== "page" || !key.policy.sharesMain || !hasValidHost(request) || !this.#feed.isFresh()) return null
    const cached = this.#usable(key)
    if (!cached?.template) return null
    const { kind, policy } = key
    const grow = (bytes: number) => {
      cached.attached += bytes
      this.#store.resize(key, cached)
    }
    const path = request.url?.split("?", 1)[0] ?? ""
    return { kind, policy, path, template: cached.template, keyword: cached.keyword, grow }
  }

  /** Returns `null` immediately if no cached main part can exist. */
  findPage(request: Request, response: Response): Promise<CachedPage | null> | null {
    const key = isRead(request) ? this.#keys.resolve(request) : null
    if (!key?.policy.sharesMain || !hasValidHost(request) || changesMain(request.headers.cookie)) return null
    const page =
      key.kind === "page" ? key : this.#keys.resolve({ headers: request.headers, url: pageAddress(request.url) })
    return page && this.#findCachedPage(key, page, request, response)
  }

  async #findCachedPage(
    key: CacheKey,
    page: CacheKey,
    request: Request,
    response: Response,
  ): Promise<CachedPage | null> {
    if (!(await this.#feed.isCurrent())) return null
    const cached = this.#usable(page) ?? (await this.#rendered(page, request, response, true)).cached
    return cached?.template
      ? { kind: key.kind, policy: key.policy, template: cached.template, keyword: cached.keyword }
      : null
  }

  /** Makes the writes of a request visible to the next request of this process. */
  shopFor(request: IncomingMessage, shop: Shop): Shop {
    return isRead(request) ? shop : withWriteListener(shop, () => this.#feed.noteWrite())
  }

  /** The first request that finds a response outdated renders it; others receive the old one for a moment. */
  #usable(key: CacheKey): CachedResponse | undefined {
    const cached = this.#store.get(key)
    if (cached === undefined || cached.outdatedSince === Number.POSITIVE_INFINITY) return cached
    return this.#feed.isRecent(cached.outdatedSince) && this.#store.isRendering(key) ? cached : undefined
  }

  /** Requests share one rendering during an outage, so that the database can recover. */
  #rendered(key: CacheKey, request: Request, response: Response, isCurrent: boolean): Promise<FinishedResponse> {
    const isRecent = (startedAt: number) => isCurrent || this.#feed.isRecent(startedAt)
    return this.#store.render(key, () => this.#render(key, request, response), isRecent)
  }

  async #send(
    request: Request,
    response: Response,
    { key, cached }: { key: CacheKey; cached: CachedResponse },
  ): Promise<void> {
    this.#countSearch(request, cached)
    const { size } = cached
    await sendCached(request, response, cached)
    if (cached.size !== size) this.#store.resize(key, cached)
  }

  #countSearch(request: IncomingMessage, { keyword }: CachedResponse): void {
    if (keyword === null || request.method !== "GET") return
    const { shop, trustProxy, clientHash } = this.options
    recordSearch(shop, keyword, clientHash(clientAddress(request, trustProxy) ?? ""))
  }
}

function pageAddress(url: string): string {
  return url.replace(/^\/_root\.data/, "/").replace(/\.data(?=\?|$)/, "")
}

function isRead({ method }: IncomingMessage): boolean {
  return method === "GET" || method === "HEAD"
}

/** Sends a response that was rendered but not stored. */
export const sendFinished: RequestHandler = (_request, response, next) => {
  const { finished } = response.locals
  if (!finished) return next()
  for (const [name, value] of finished.headers) response.append(name, value)
  response.writeHead(finished.status).end(finished.body)
}
