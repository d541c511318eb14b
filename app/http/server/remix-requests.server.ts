import { createRequestHandler as createExpressHandler } from "@remix-run/express"
import { type AppLoadContext, createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node"
import type { RequestHandler as ExpressHandler, Request, Response } from "express"
import { pagePath } from "~/http/request/request-path"
import { narrowBuilds } from "~/http/routing/narrow-builds.server"

type Build = ServerBuild | (() => Promise<ServerBuild>)

/** In development the build is a function, because the routes change. */
export function remixRequests(
  build: Build,
  getLoadContext: (request: Request, response: Response) => AppLoadContext,
): ExpressHandler {
  if (typeof build === "function") return createExpressHandler({ build, getLoadContext })
  const handlerFor = narrowedHandlers(build, (narrowed) => createExpressHandler({ build: narrowed, getLoadContext }))
  return (request, response, next) => handlerFor(request.path)(request, response, next)
}

export function openRenderingHandler(build: Build): RequestHandler {
  if (typeof build === "function") return createRequestHandler(build)
  const handlerFor = narrowedHandlers(build, (narrowed) => createRequestHandler(narrowed, process.env.NODE_ENV))
  return (request, context) => handlerFor(new URL(request.url).pathname)(request, context)
}

/** Remix ranks all routes for every match, so each handler gets only the routes that can match. */
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
