import type { ServerBuild } from "@remix-run/node"
import { matchRoutes } from "@remix-run/react"
import type { RequestHandler } from "express"
import { pagePath } from "~/http/page-path"
import { narrowBuilds } from "~/http/server/narrow-builds.server"
import { isApiPath, LINE_BREAK } from "./api-requests.server"
import { sendRefusal } from "./send-refusal.server"

type PageRoute = Parameters<typeof matchRoutes>[0][number]

const NOTHING_THERE = "There is nothing at this address."

/**
 * Pages are read, and some take forms: any other method is answered 405 with `Allow`. What scripts ask for beside a page
 * must be parts of that page, and is not asked for by `_data`, an older convention of Remix that it still answers in
 * its own way. Calls of the API know their methods themselves.
 */
export function refuseInvalidPageRequests(build: ServerBuild | (() => Promise<ServerBuild>)): RequestHandler {
  return async (request, response, next) => {
    if (isApiPath(request.path)) return next()
    const isRead = request.method === "GET" || request.method === "HEAD"
    const query = queryOf(request.originalUrl)
    if (query.has("_data")) return sendRefusal(request, response, 400, "This address is not valid.")
    const parts = query.get("_routes")
    const broken = request.path.search(LINE_BREAK) >= 0
    if (isRead && parts === null && !broken) return next()
    const matches = matchPages(typeof build === "function" ? await build() : build, request.path)
    if (broken && matches.length === 0) return sendRefusal(request, response, 404, NOTHING_THERE)
    if (isRead) {
      const own = new Set(matches.map(({ route }) => route.id))
      if (parts?.split(",").every((id) => own.has(id)) ?? true) return next()
      return sendRefusal(request, response, 400, "This address is not valid.")
    }
    const screen = matches.at(-1)?.route
    const takesForms = (screen?.handle as Handle | undefined)?.takesForms
    if (screen === undefined || screen.path?.endsWith("*")) {
      return sendRefusal(request, response, 404, NOTHING_THERE, "notFound")
    }
    if (request.method === "POST" && takesForms) return next()
    response.set("Allow", takesForms ? "GET, HEAD, POST" : "GET, HEAD")
    sendRefusal(request, response, 405, "This page cannot be used in that way.", "method")
  }
}

function queryOf(address: string): URLSearchParams {
  return new URLSearchParams(address.split("?").slice(1).join("?"))
}

/** Whether an address has no page of its own: what it answers is a file, or where to go next. */
export function hasNoPage(build: ServerBuild, path: string): boolean {
  const route = matchPages(build, path).at(-1)?.route
  return route !== undefined && !(route.handle as Handle).hasPage
}

const narrowedBuilds = new WeakMap<ServerBuild, ReturnType<typeof narrowBuilds>>()
const narrowedPages = new WeakMap<ServerBuild, PageRoute[]>()

/** The pages that an address matches, layouts first: among those that it could match, as all would be ranked every time. */
function matchPages(build: ServerBuild, path: string) {
  const buildFor = narrowedBuilds.get(build) ?? narrowBuilds(build)
  narrowedBuilds.set(build, buildFor)
  const narrowed = buildFor(pagePath(path))
  const pages = narrowedPages.get(narrowed) ?? pageRoutesOf(narrowed.routes)
  narrowedPages.set(narrowed, pages)
  return matchRoutes(pages, pagePath(path)) ?? []
}

interface Handle {
  takesForms: boolean
  /** Whether there is a page to be seen. */
  hasPage: boolean
}

function pageRoutesOf(routes: ServerBuild["routes"], parentId?: string): PageRoute[] {
  return Object.values(routes).flatMap((route) => {
    if (route === undefined || route.parentId !== parentId) return []
    const { id, path, index, module } = route
    const handle: Handle = { takesForms: module.action !== undefined, hasPage: module.default !== undefined }
    return index ? { id, path, index, handle } : { id, path, handle, children: pageRoutesOf(routes, id) }
  })
}
