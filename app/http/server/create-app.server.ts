import type { IncomingMessage, RequestListener } from "node:http"
import type { AppLoadContext, ServerBuild } from "@remix-run/node"
import express, { type ErrorRequestHandler, type RequestHandler } from "express"
import { plainAddress } from "~/domain/accounts/rate-limit-keys.server"
import { recordSearch } from "~/domain/search/popular/popular-searches.server"
import type { Shop } from "~/domain/shop"
import { clientAddress } from "~/http/clients/client-address"
import { openClientHash } from "~/http/clients/client-hash.server"
import type { DocumentStore } from "~/http/documents/document-store.server"
import { drained, recordBackpressure } from "~/http/documents/stream-chunks.server"
import type { AccountPieces } from "~/http/frame/account-pieces.server"
import { personalPages } from "~/http/frame/personal-pages.server"
import { ShortPath } from "~/http/frame/short-path.server"
import { normalizeApiRequest } from "~/http/middleware/api-requests.server"
import { keepCookiesOutOfCaches } from "~/http/middleware/cookie-caching.server"
import {
  redirectTrailingSlash,
  redirectWithoutFormTime,
  refuseMalformedAddress,
  refuseMalformedHost,
  refuseNulInAddress,
} from "~/http/middleware/malformed-requests.server"
import { mediaFiles } from "~/http/middleware/media-files.server"
import { isForwarded, operatorAccess } from "~/http/middleware/operator-access.server"
import { refuseInvalidPageRequests } from "~/http/middleware/page-requests.server"
import { logRequests, withRequest } from "~/http/middleware/request-log.server"
import { setRetryAfter } from "~/http/middleware/retry-after.server"
import { refuseCrossSiteWrites, securityHeaders } from "~/http/middleware/security.server"
import { sendRefusal } from "~/http/middleware/send-refusal.server"
import { warnOfUntrustedProxy } from "~/http/middleware/untrusted-proxy.server"
import { isOwnHost } from "~/http/origin/own-host"
import { isOutage, OUTAGE_MESSAGE } from "~/http/outage"
import { compressed } from "~/http/request/compressed.server"
import { ResponseCache, sendFinished } from "~/http/response-cache/response-cache.server"
import { openCookies } from "~/http/session/cookies.server"
import type { Metrics } from "~/metrics/metrics.server"
import type { OpenShop } from "~/open-shop.server"
import type { Settings } from "~/start/settings.server"
import { withDeadline } from "~db/deadline.server"
import { metricsPage, readiness } from "./operator-pages.server"
import { openRenderingHandler, remixRequests } from "./remix-requests.server"
import { type BuildOfRooms, loadRoomsOnDemand } from "./rooms-on-demand.server"
import { type PreparedResponse, ShortForms } from "./short-forms.server"

type OwnSettings = Pick<Settings, "trustProxy" | "maxStaleness" | "contextMenu" | "personalPages">
type OptionalSettings = Partial<Pick<Settings, "assetHost" | "metricsToken">>

export interface AppOptions
  extends OwnSettings,
    OptionalSettings,
    Pick<OpenShop, "shop" | "mediaFolder" | "sessionSecrets"> {
  clock: Pick<OpenShop["clock"], "skew">
  build: BuildOfRooms | (() => Promise<ServerBuild>)
  documents: DocumentStore
  mailPage: boolean
  /** Vite in development, otherwise a folder */
  assets: RequestHandler[]
  development?: boolean
  metrics?: Metrics
  accounts?: AccountPieces
}

const WEBHOOK = "/api/v1/stripe/webhook"

export function createApp(options: AppOptions): RequestListener {
  const { shop, build, trustProxy, metrics, development = false } = options
  /** In development the routes change. */
  const finalBuild = typeof build === "function" ? null : build
  const { url: shopUrl } = shop.identity
  const secure = shopUrl.startsWith("https:")
  const cookies = openCookies({ secrets: options.sessionSecrets, secure })
  const clientHash = openClientHash(options.sessionSecrets)
  const security = securityHeaders({
    secure,
    assetOrigins: options.assetHost ? [options.assetHost] : [],
    imageOrigins: imageOrigins(shop),
    paymentSources: shop.payments.pageSources,
    development,
  })
  const shopFor = (request: IncomingMessage, ip: string, response: PreparedResponse): Shop => {
    const own = withRequest(shop, ip, response)
    return cache?.shopFor(request, own) ?? own
  }
  const loadContext = (request: IncomingMessage, response: PreparedResponse): AppLoadContext => {
    const ip = clientAddress(request, trustProxy) ?? ""
    return {
      shop: shopFor(request, ip, response),
      ...cookies,
      nonce: response.locals.nonce,
      isShared: false,
      recordSearch: (words) => recordSearch(shop, words, clientHash(ip)),
      noteOutage: () => {},
      requestId: response.locals.requestId,
      logFields: response.locals.logFields,
      clientAddress: plainAddress(ip),
      documents: options.documents,
      drained: () => drained(response),
      contextMenu: options.contextMenu,
      mailPage: options.mailPage && isOwnHost(request.headers.host, shopUrl) && !isForwarded(request.headers),
      foundSession: shortPath?.sessionOf(request),
      build: async () => (typeof build === "function" ? build() : build),
    }
  }

  const app = express()
  app.disable("x-powered-by")
  app.set("trust proxy", trustProxy)
  const isOperator = operatorAccess({ token: options.metricsToken ?? null, shopUrl, trustProxy })
  app.get("/healthz", (_request, response) => void response.type("text").send("ok"))
  const withinDeadline: RequestHandler[] = [
    setRetryAfter,
    (request, _response, next) => {
      if (shortPath?.hasBegun(request) || shortForms?.hasBegun(request)) next()
      else withDeadline(next)
    },
  ]
  app.get("/readyz", ...withinDeadline, readiness(options, metrics ?? null, isOperator))
  if (metrics) app.get("/metrics", metricsPage(metrics, isOperator))
  app.use(logRequests(shop), warnOfUntrustedProxy(shop, trustProxy))
  const handle = openRenderingHandler(build)
  const rest = { handle, ...cookies, security, loadContext, clientHash }
  const cache = finalBuild && new ResponseCache({ ...options, build: finalBuild, ...rest })
  const shortPath =
    cache && options.personalPages === "assembled"
      ? new ShortPath({ ...options, cache, cookies, security, clientHash })
      : null
  const shortForms =
    finalBuild && options.personalPages === "assembled"
      ? new ShortForms({ shop, build: finalBuild, trustProxy, security, loadContext })
      : null
  if (cache) app.use(cache.handler)
  app.use(...withinDeadline, keepCookiesOutOfCaches, ...security)
  app.use(refuseMalformedHost, refuseMalformedAddress, redirectTrailingSlash, redirectWithoutFormTime)
  if (cache && options.personalPages === "assembled")
    app.use(personalPages({ findPage: cache.findPage.bind(cache), build: finalBuild, loadContext }))
  app.use("/media", mediaFiles(options.mediaFolder))
  app.use(...options.assets, compressed, recordBackpressure)
  if (finalBuild) app.use(loadRoomsOnDemand(finalBuild))
  app.use(refuseNulInAddress, refuseCrossSiteWrites({ shopUrl, trustProxy, exempt: new Set([WEBHOOK]) }))
  app.use(refuseInvalidPageRequests(build), normalizeApiRequest, sendFinished)
  app.use(
    remixRequests(build, {
      getLoadContext: (request, response) => response.locals.context ?? loadContext(request, response),
      outcomeOf: (request) => shortForms?.outcomeOf(request),
    }),
  )
  app.use(errorHandler(shop))
  return (request, response) => {
    metrics?.countRequest(request, response)
    if (cache?.sendAtOnce(request, response)) return
    const others = () => app(request, response)
    if (shortPath?.take(request, response, others) || shortForms?.take(request, response, others)) return
    others()
  }
}

/** Handles errors outside of routes: 400 for a malformed address, 500 for a bug. */
function errorHandler(shop: Shop): ErrorRequestHandler {
  return (error, request, response, _next) => {
    const { requestId } = response.locals
    if (response.headersSent || response.closed) {
      // An abort means that the client has left.
      if (error?.name !== "AbortError") {
        shop.log[isOutage(error) ? "warn" : "error"]({ err: error, requestId }, "a response broke off")
      }
      return void response.destroy()
    }
    if (isOutage(error)) return sendRefusal(request, response, 503, OUTAGE_MESSAGE)
    if (error instanceof URIError || error?.code === "ERR_INVALID_URL" || error?.status === 400) {
      return sendRefusal(request, response, 400, "This address is not valid.")
    }
    if (error?.status > 400 && error.status < 500) {
      return sendRefusal(request, response, error.status, "This file cannot be sent this way.")
    }
    shop.log.error({ err: error, requestId }, "a request failed")
    sendRefusal(request, response, 500, `Something went wrong on our side. Please try again. (${requestId})`)
  }
}

function imageOrigins(shop: Shop): string[] {
  return URL.canParse(shop.media.baseUrl) ? [new URL(shop.media.baseUrl).origin] : []
}
