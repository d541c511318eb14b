import { randomUUID } from "node:crypto"
import { createRequestHandler } from "@remix-run/express"
import type { ServerBuild } from "@remix-run/node"
import compression from "compression"
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express"
import { sql } from "kysely"
import type { Shop } from "~/domain/shop"
import { leaveToTheApi } from "./api-requests.server"
import { takeTurns } from "./body-turns.server"
import { mediaFiles } from "./media-files.server"
import {
  refuseCrossSiteWrites,
  refuseMalformedHost,
  refuseNulInAddress,
  securityHeaders,
  sendRefusal,
} from "./security.server"
import { openSessionCookie } from "./session-cookie.server"
import { openToasts } from "./toasts.server"

export interface AppOptions {
  shop: Shop
  build: ServerBuild | (() => Promise<ServerBuild>)
  sessionSecrets: string[]
  trustProxy: number
  contextMenu: "blocked" | "allowed"
  mediaFolder: string
  mailPage: boolean
  /** Serves the browser's files: Vite in development, a folder otherwise. */
  assets: RequestHandler[]
  development?: boolean
}

const WEBHOOK = "/api/v1/stripe/webhook"

/** The shop as an Express application: what every request meets, in this order. */
export function createApp(options: AppOptions): Express {
  const { shop, development = false } = options
  const secure = shop.identity.url.startsWith("https:")
  const cookieSettings = { secrets: options.sessionSecrets, secure }
  const cookie = openSessionCookie(cookieSettings)
  const toasts = openToasts(cookieSettings)

  const app = express()
  app.disable("x-powered-by")
  app.set("trust proxy", options.trustProxy)
  app.get("/healthz", (_request, response) => void response.type("text").send("ok"))
  app.get("/readyz", readiness(shop))
  app.use(logRequests(shop), refuseMalformedHost)
  app.use(
    securityHeaders({
      secure,
      imageOrigins: imageOrigins(shop),
      stripe: shop.payments.kind === "stripe",
      formOrigins: shop.payments.pageOrigins,
      development,
    }),
  )
  app.use("/media", mediaFiles(options.mediaFolder))
  app.use(compression(), ...options.assets)
  app.use(refuseNulInAddress, refuseCrossSiteWrites(shop.identity.url, new Set([WEBHOOK])), takeTurns(), leaveToTheApi)
  app.use(
    createRequestHandler({
      build: options.build as ServerBuild,
      getLoadContext: (request, response) => ({
        shop,
        cookie,
        toasts,
        nonce: response.locals.nonce,
        requestId: response.locals.requestId,
        address: request.ip ?? "",
        contextMenu: options.contextMenu,
        mailPage: options.mailPage,
        build: async () => (typeof options.build === "function" ? options.build() : options.build),
      }),
    }),
  )
  app.use(lastResort(shop))
  return app
}

/** Whether the database answers. */
function readiness(shop: Shop): RequestHandler {
  return async (_request, response) => {
    try {
      await sql`select 1`.execute(shop.db)
      response.type("text").send("ready")
    } catch {
      response.status(503).type("text").send("the database does not answer")
    }
  }
}

/** Names every request and logs it once it is answered; never its body, its cookies or its query. */
function logRequests(shop: Shop): RequestHandler {
  return (request, response, next) => {
    const started = performance.now()
    const { method } = request
    response.locals.requestId = randomUUID().slice(0, 8)
    response.setHeader("X-Request-Id", response.locals.requestId)
    response.on("finish", () => {
      // Where a folder of files has answered, its own part of the path is here and not there.
      const path = request.baseUrl + request.path
      const level = response.statusCode >= 500 ? "error" : path.startsWith("/assets/") ? "trace" : "info"
      const milliseconds = Math.round(performance.now() - started)
      shop.log[level](
        {
          requestId: response.locals.requestId,
          method,
          path: withoutSecrets(path),
          status: response.statusCode,
          milliseconds,
        },
        "request",
      )
    })
    next()
  }
}

/** A reset link's token is a secret, and it is in the path. */
function withoutSecrets(path: string): string {
  return path.replace(/(\/password\/reset\/|\/reset\/password\/).+/, "$1…")
}

/** What broke before or beyond the routes: the caller's malformed address is 400, anything else ours. */
function lastResort(shop: Shop): ErrorRequestHandler {
  return (error, request, response, next) => {
    if (response.headersSent) return next(error)
    if (error instanceof URIError || error?.code === "ERR_INVALID_URL" || error?.status === 400) {
      return sendRefusal(request, response, 400, "This address is not valid.")
    }
    const { requestId } = response.locals
    shop.log.error({ err: error, requestId }, "a request failed")
    sendRefusal(request, response, 500, `Something went wrong on our side. Please try again. (${requestId})`)
  }
}

function imageOrigins(shop: Shop): string[] {
  return URL.canParse(shop.media.baseUrl) ? [new URL(shop.media.baseUrl).origin] : []
}
