import type { ServerBuild } from "@remix-run/node"
import type { RequestHandler } from "express"
import { matchPages } from "~/http/routing/page-matches.server"

/** `rooms` fills in the empty modules of a folder of routes (`remix.config.js`). */
export type BuildOfRooms = ServerBuild & { rooms?: Record<string, () => Promise<void>> }

/** A room has pages and API calls. */
const ROOM = /^routes\/(?:api\/)?(\w+)\//

/** Loads the modules of a room before its first request is handled, because most processes start for shoppers. */
export function loadRoomsOnDemand(build: BuildOfRooms): RequestHandler {
  const waiting = new Map(Object.entries(build.rooms ?? {}))
  return (request, _response, next) => {
    const [, room = ""] = ROOM.exec(matchPages(build, request.path).at(-1)?.id ?? "") ?? []
    const load = waiting.get(room)
    if (!load) return next()
    load().then(() => {
      waiting.delete(room)
      next()
    }, next)
  }
}
