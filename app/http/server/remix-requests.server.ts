import { constants } from "node:zlib"
import { createRequestHandler as createExpressHandler } from "@remix-run/express"
import { type AppLoadContext, createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node"
import compression from "compression"
import type { RequestHandler as ExpressHandler, Request, Response } from "express"
import { pagePath } from "~/http/request-path"
import { narrowBuilds } from "./narrow-builds.server"

type Build = ServerBuild | (() => Promise<ServerBuild>)

/** Sends requests to Remix. In development, where the build is a function, the routes change while they are served. */
export function remixRequests(
  build: Build,
  getLoadContext: (request: Request, response: Response) => AppLoadContext,
): ExpressHandler {
  if (typeof build === "function") return createExpressHandler({ build, getLoadContext })
  const handlerFor = narrowedHandlers(build, (narrowed) => createExpressHandler({ build: narrowed, getLoadContext }))
  return (request, response, next) => handlerFor(request.path)(request, response, next)
}

/** Returns what Remix responds to a request without a connection of its own. */
export function openRenderingHandler(build: Build): RequestHandler {
  if (typeof build === "function") return createRequestHandler(build)
  const handlerFor = narrowedHandlers(build, (narrowed) => createRequestHandler(narrowed, process.env.NODE_ENV))
  return (request, context) => handlerFor(new URL(request.url).pathname)(request, context)
}

/**
 * One handler for each narrowed build. Remix flattens and ranks all routes again for every match, several times a page, so
 * a handler gets no other routes than those that its addresses, or ones above them, could match.
 */
function narrowedHandlers<H>(build: ServerBuild, create: (narrowed: ServerBuild) => H): (path: string) => H {
  const buildFor = narrowBuilds(build)
  const handlers = new Map<ServerBuild, H>()
  return (path) => {
    const narrowed = buildFor(pagePath(path))
    const handler = handlers.get(narrowed) ?? create(narrowed)
    handlers.set(narrowed, handler)
    return handler
  }
}

/** These responses are compressed for one reader: more effort costs more time than it saves on the way. */
export const compressed = compression({ level: 3, brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } } })
