import type { AppLoadContext, ServerBuild } from "@remix-run/node"
import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from "express"
import { encode } from "turbo-stream"
import { cacheControlFor, type RequestContext, requestContextOf } from "~/http/doorways/request-context.server"
import { isOutage } from "~/http/outage"
import { compressed } from "~/http/request/compressed.server"
import type { CachedPage } from "~/http/response-cache/response-cache.server"
import { waitWithinDeadline } from "~db/deadline.server"
import { stateText } from "./page-state.server"
import { fillTemplate, type PageTemplate } from "./page-template.server"
import type { RootData } from "./render-parts.server"

declare global {
  namespace Express {
    interface Locals {
      /** The loaded session, passed to the routes if they render the page, so that it is read once */
      context?: AppLoadContext
    }
  }
}

interface PersonalPagesOptions {
  findPage: (request: ExpressRequest, response: ExpressResponse) => Promise<CachedPage | null> | null
  build: ServerBuild
  loadContext: (request: ExpressRequest, response: ExpressResponse) => AppLoadContext
}

/** Sends cached pages in a frame rendered for one session or cart; leaves the others to the routes. */
export function personalPages({ findPage, build, loadContext }: PersonalPagesOptions): RequestHandler {
  return async (request, response, next) => {
    try {
      const isRendered = request.method !== "GET" || response.locals.finished !== undefined
      const finding = isRendered ? null : findPage(request, response)
      if (finding === null) return next()
      const context = { ...loadContext(request, response), hasCurrentSettings: true }
      // These run in parallel, so that an outage delays the request only once.
      const reading = requestContextOf({ request: readRequest(request, context), context }).catch(nullDuringOutage)
      const [page, ctx] = await Promise.all([withinBudget(finding), reading])
      if (ctx === null || ctx.session !== null) response.locals.context = context
      if (page === null || ctx === null) return next()
      const { main } = page.template
      const { sharesMain } = page.policy
      if (sharesMain !== true && !(await sharesMain?.(ctx, main.params.id ?? ""))) return next()
      const root = await loadRoot(build, ctx)
      if (page.keyword !== null) context.recordSearch(page.keyword)
      response.status(200).set("Cache-Control", await cacheControlFor(context))
      for (const cookie of [...(await ctx.setCookieHeaders()), ...root.cookies]) response.append("Set-Cookie", cookie)
      const isPage = page.kind === "page"
      response.set(isPage ? HTML : TURBO_STREAM)
      const body = isPage
        ? await assemblePage(page.template, root.data, context.nonce)
        : await encodeResults(page.template, root.data)
      compressed(request, response, () => response.end(body))
    } catch (error) {
      next(error)
    }
  }
}

const HTML = { "Content-Type": "text/html; charset=utf-8" }
const TURBO_STREAM = { "Content-Type": "text/x-script", "X-Remix-Response": "yes" }

async function assemblePage(template: PageTemplate, root: RootData, nonce = ""): Promise<string> {
  const main = template.main.loaderData
  const state = { loaderData: { root, ...main }, actionData: null, errors: null }
  return fillTemplate(template, {
    root,
    nonce,
    data: stateText({ root: { ...root }, main }) ?? (await encodeData(state)),
  })
}

function encodeResults({ main }: PageTemplate, root: RootData): Promise<string> {
  const results = Object.entries({ root, ...main.loaderData }).map(([id, data]) => [id, { data }])
  return encodeData(Object.fromEntries(results))
}

/** Counts the wait for another request's rendering as a wait for the database. */
function withinBudget(finding: Promise<CachedPage | null>): Promise<CachedPage | null> {
  return waitWithinDeadline(finding, { longest: 0, onTimeout() {} }).catch(nullDuringOutage)
}

/** Leaves the page to the routes, because some need no database. */
function nullDuringOutage(error: unknown): null {
  if (!isOutage(error)) throw error
  return null
}

function readRequest({ originalUrl, headers }: ExpressRequest, { shop }: AppLoadContext): Request {
  const { cookie = "", accept = "", "sec-fetch-site": site } = headers
  const kept = { Cookie: cookie, Accept: accept, ...(typeof site === "string" && { "Sec-Fetch-Site": site }) }
  return new Request(new URL(originalUrl, shop.identity.url), { headers: kept })
}

/** Encodes values like Remix; loaders here return no promises and no errors. */
function encodeData(value: unknown): Promise<string> {
  return new Response(encode(value)).text()
}

async function loadRoot(build: ServerBuild, { request, context }: RequestContext) {
  const loaded = await build.routes.root?.module.loader?.({ request, context, params: {} })
  const { data, init } = loaded as { data: RootData; init: { headers: Headers } }
  return { data, cookies: init.headers.getSetCookie() }
}
