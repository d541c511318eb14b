import type { ServerBuild } from "@remix-run/node"
import type { RequestHandler } from "express"
import { matchPages } from "./page-matches.server"

export type BuildWithBackOffice = ServerBuild & { loadBackOffice?(): Promise<void> }

/** Its pages and its calls */
const BACK_OFFICE = /^routes\/(api\/)?admin\//

/** Loads the modules of the back office before its first request is handled, because most processes start for shoppers. */
export function loadBackOfficeOnDemand(build: BuildWithBackOffice): RequestHandler {
  let loaded = false
  return (request, _response, next) => {
    const { loadBackOffice } = build
    if (loaded || !loadBackOffice || !BACK_OFFICE.test(matchPages(build, request.path).at(-1)?.id ?? "")) return next()
    loadBackOffice().then(() => {
      loaded = true
      next()
    }, next)
  }
}
