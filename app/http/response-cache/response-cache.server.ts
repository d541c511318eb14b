import type { IncomingMessage, ServerResponse } from "node:http"
import type { Request, RequestHandler, Response } from "express"
import { LRUCache } from "lru-cache"
import { recordSearch } from "~/domain/search/popular-searches.server"
import type { Shop } from "~/domain/shop"
import { clientAddress } from "../client-address"
import type { ClientHash } from "../client-hash.server"
import { hasValidHost } from "../middleware/malformed-requests.server"
import { logOnceSent } from "../middleware/request-log.server"
import { plainAddress } from "../plain-address"
import { AnswerStore } from "./answer-store.server"
import { type CacheableAddress, cacheableAddress, LONGEST_ADDRESS } from "./cacheable-address.server"
import type { CachedAnswer } from "./cached-answer.server"
import { ChangeFeed } from "./change-feed.server"
import type { FinishedAnswer } from "./finished-answer.server"
import { withNotedWrites } from "./noted-writes.server"
import { openRenderer, type RendererOptions } from "./renderer.server"
import { knownEncoding, sendCached, sendEncoded } from "./send-cached.server"
import { type CookieReaders, isStranger, saysNothing } from "./strangers.server"

declare global {
  namespace Express {
    interface Locals {
      finished?: FinishedAnswer
    }
  }
}

interface CacheOptions extends RendererOptions, CookieReaders {
  /** How many proxies in front of the shop are believed. */
  trustProxy: number
  clientHash: ClientHash
  /** How old an answer may be, in milliseconds. */
  maxStaleness: number
}

/** How many ways of asking are understood without reading them again. */
const MOST_ADDRESSES = 5_000

/**
 * Answers strangers from memory what every stranger is answered, as long as the database has said of late that nothing
 * has changed. What is not in memory is made of a request that holds nothing but the canonical address, so that nothing of
 * a visitor can be in an answer. Everything else is left to who follows.
 */
export class ResponseCache {
  readonly #store = new AnswerStore<FinishedAnswer>()
  readonly #feed: ChangeFeed
  readonly #addresses = new LRUCache<string, { found: CacheableAddress | null }>({ max: MOST_ADDRESSES })
  readonly #render: ReturnType<typeof openRenderer>

  constructor(private readonly options: CacheOptions) {
    const { shop, maxStaleness } = options
    this.#feed = new ChangeFeed(shop, {
      maxStaleness,
      onChanges: (subjects, unchangedAt) => this.#store.outdate(subjects, unchangedAt),
    })
    this.#render = openRenderer(options)
  }

  /** Answers what can be answered without waiting for anything, before all that costs; false where nothing was done. */
  answerAtOnce(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url = "" } = request
    if (!isRead(request) || !saysNothing(request.headers.cookie)) return false
    const address = this.#addresses.get(url)?.found
    if (!address || !hasValidHost(request) || !this.#feed.isFresh()) return false
    const answer = this.#usable(address)
    const encoding = knownEncoding(request)
    const encoded = encoding && answer?.known(encoding)
    if (!answer || !encoded) return false
    const { shop, trustProxy } = this.options
    const path = url.split("?", 1)[0] ?? ""
    const requestId = logOnceSent(shop, response, () => ({
      address: plainAddress(clientAddress(request, trustProxy) ?? ""),
      method,
      path,
    }))
    this.#countSearch(request, answer)
    sendEncoded(request, response, { answer, encoded, more: ["X-Request-Id", requestId] })
    return true
  }

  /** Answers strangers what has to be made or asked about first. */
  readonly handler: RequestHandler = async (request, response, next) => {
    try {
      if (!isRead(request)) return next()
      const address = this.#addressOf(request.url)
      const { cookie } = request.headers
      if (!address || !hasValidHost(request) || !(await isStranger(cookie, this.options))) return next()
      const isCurrent = await this.#feed.isCurrent()
      const known = isCurrent && this.#usable(address)
      if (known) return await this.#send(request, response, { address, answer: known })
      // Without the feed an answer is as old as its making: a crowd still shares one, or the database would never recover.
      const isTrusted = (beganAt: number) => isCurrent || this.#feed.isYoung(beganAt)
      const finished = await this.#store.make(address, () => this.#render(address, request, response), isTrusted)
      if (finished.cached) return await this.#send(request, response, { address, answer: finished.cached })
      // The page of a bug names the request, so that it is made for each of them; an outage is not asked about again.
      if (finished.status !== 500) handOn(response, finished)
      next()
    } catch (error) {
      next(error)
    }
  }

  /** The shop for a request: what this changes is seen by the next request to this process. */
  shopFor(request: IncomingMessage, shop: Shop): Shop {
    return isRead(request) ? shop : withNotedWrites(shop, () => this.#feed.noteWrite())
  }

  /**
   * What is remembered and true; or what was true a moment ago, while the new is being made: the first who comes makes it,
   * and nobody else has to wait for that.
   */
  #usable(address: CacheableAddress): CachedAnswer | undefined {
    const answer = this.#store.get(address)
    if (answer === undefined || answer.outdatedSince === Number.POSITIVE_INFINITY) return answer
    return this.#feed.isYoung(answer.outdatedSince) && this.#store.isBeingMade(address) ? answer : undefined
  }

  #addressOf(url: string): CacheableAddress | null {
    if (url.length > LONGEST_ADDRESS) return null
    const known = this.#addresses.get(url)
    if (known) return known.found
    const found = cacheableAddress(url)
    this.#addresses.set(url, { found })
    return found
  }

  async #send(
    request: Request,
    response: Response,
    { address, answer }: { address: CacheableAddress; answer: CachedAnswer },
  ): Promise<void> {
    this.#countSearch(request, answer)
    const { size } = answer
    await sendCached(request, response, answer)
    if (answer.size !== size) this.#store.weigh(address, answer)
  }

  #countSearch(request: IncomingMessage, { keyword }: CachedAnswer): void {
    if (keyword === null || request.method !== "GET") return
    const { shop, trustProxy, clientHash } = this.options
    recordSearch(shop, keyword, clientHash(clientAddress(request, trustProxy) ?? ""))
  }
}

function isRead({ method }: IncomingMessage): boolean {
  return method === "GET" || method === "HEAD"
}

/** What is not remembered goes the way of every other answer, to be sent by `sendFinished` at its end. */
function handOn({ locals }: Response, finished: FinishedAnswer): void {
  locals.inlineScripts = finished.inlineScripts
  locals.finished = finished
}

/** Sends an answer that was made already, in place of the routes. */
export const sendFinished: RequestHandler = (_request, response, next) => {
  const { finished } = response.locals
  if (!finished) return next()
  for (const [name, value] of finished.headers) response.append(name, value)
  response.writeHead(finished.status).end(finished.body)
}
