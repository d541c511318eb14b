import type { ServerBuild } from "@remix-run/node"
import type { RequestHandler } from "express"
import { matchPages } from "~/http/routing/page-matches.server"
import { isApiPath, LINE_BREAK } from "./api-requests.server"
import { sendRefusal } from "./send-refusal.server"

const NOTHING_THERE = "There is nothing at this address."

/** Also rejects `_data`, an older convention that Remix still follows, and data of routes outside of the page. */
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
      const own = new Set(matches.map(({ id }) => id))
      if (parts?.split(",").every((id) => own.has(id)) ?? true) return next()
      return sendRefusal(request, response, 400, "This address is not valid.")
    }
    const screen = matches.at(-1)?.facts
    if (screen === undefined || screen.pattern.at(-1) === "*") {
      return sendRefusal(request, response, 404, NOTHING_THERE, "notFound")
    }
    if (request.method === "POST" && screen.takesForms) return next()
    response.set("Allow", screen.takesForms ? "GET, HEAD, POST" : "GET, HEAD")
    sendRefusal(request, response, 405, "This page does not accept this request.", "method")
  }
}

/** Everything after the first question mark is the query. */
export function queryOf(address: string): URLSearchParams {
  return new URLSearchParams(address.split("?").slice(1).join("?"))
}
