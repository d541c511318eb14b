import { createRequestHandler as createExpressHandler } from "@remix-run/express"
import {
  type ActionFunction,
  type AppLoadContext,
  createRequestHandler,
  type RequestHandler,
  type ServerBuild,
} from "@remix-run/node"
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
export function remixRequests(build: Build, options: RemixOptions): ExpressHandler {
  const { getLoadContext, outcomeOf } = options
  if (typeof build === "function") return createExpressHandler({ build, getLoadContext })
  const handlerFor = narrowedHandlers(build, (narrowed) => createExpressHandler({ build: narrowed, getLoadContext }))
  const handlerAfter = handlersAfterActions(build, options)
  return (request, response, next) => {
    const outcome = outcomeOf?.(request)
    const handle = outcome ? handlerAfter(request.path, outcome.id) : handlerFor(request.path)
    return handle(request, response, next)
  }
}

/** Returns handlers whose action does nothing but return what it has returned before. */
function handlersAfterActions(build: ServerBuild, { getLoadContext, outcomeOf }: RemixOptions) {
  const results = new WeakMap<AppLoadContext, Outcome["result"]>()
  const contextWithResult: RemixOptions["getLoadContext"] = (request, response) => {
    const context = getLoadContext(request, response)
    const outcome = outcomeOf?.(request)
    if (outcome) results.set(context, outcome.result)
    return context
  }
  const buildFor = narrowBuilds(build)
  const handlers = new Map<ServerBuild, Map<string, ExpressHandler>>()
  return (path: string, id: string): ExpressHandler => {
    const narrowed = buildFor(path)
    const ofBuild = handlers.get(narrowed) ?? new Map<string, ExpressHandler>()
    handlers.set(narrowed, ofBuild)
    const action: ActionFunction = async ({ context }) => results.get(context)
    const handler =
      ofBuild.get(id) ??
      createExpressHandler({ build: withAction(narrowed, id, action), getLoadContext: contextWithResult })
    ofBuild.set(id, handler)
    return handler
  }
}

function withAction(build: ServerBuild, id: string, action: ActionFunction): ServerBuild {
  const route = build.routes[id]
  // Without it, another action would run after the one that has run.
  if (route === undefined) throw new Error(`No route ${id} for the outcome of its action`)
  return { ...build, routes: { ...build.routes, [id]: { ...route, module: { ...route.module, action } } } }
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
