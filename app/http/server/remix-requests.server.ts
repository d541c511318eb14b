import { createRequestHandler as createExpressHandler } from "@remix-run/express"
import { type AppLoadContext, createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node"
import type { RequestHandler as ExpressHandler, Request, Response } from "express"
import { pagePath } from "~/http/request/request-path"
import { narrowBuilds } from "~/http/routing/narrow-builds.server"
import type { Outcome } from "./short-forms.server"

type Build = ServerBuild | (() => Promise<ServerBuild>)

interface RemixOptions {
  getLoadContext: (request: Request, response: Response) => AppLoadContext
  /** Returns the outcome of the request's action, if it has run already. */
  outcomeOf?: (request: Request) => Outcome | undefined
}

/** In development the build is a function, because the routes change. */
export function remixRequests(build: Build, { getLoadContext, outcomeOf }: RemixOptions): ExpressHandler {
  const create = (one: Build) => createExpressHandler({ build: one, getLoadContext })
  if (typeof build === "function") return create(build)
  const buildFor = narrowBuilds(build)
  const handlerFor = narrowedHandlers(build, create)
  return (request, response, next) => {
    const outcome = outcomeOf?.(request)
    const handle = outcome ? create(withOutcome(buildFor(request.path), outcome)) : handlerFor(request.path)
    return handle(request, response, next)
  }
}

/** Returns a build whose action does nothing but return what it has returned before. */
function withOutcome(build: ServerBuild, { id, result }: Outcome): ServerBuild {
  const route = build.routes[id]
  // Without it, another action would run after the one that has run.
  if (route === undefined) throw new Error(`No route ${id} for the outcome of its action`)
  const module = { ...route.module, action: () => result }
  return { ...build, routes: { ...build.routes, [id]: { ...route, module } } }
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
