import type { RequestHandler } from "express"
import { sendRefusal } from "./send-refusal.server"

/** The address at which scripts ask Remix which routes the links of a page lead to. */
export const MANIFEST = "/__manifest"

/** No address of the shop has more steps. */
const DEEPEST = 8
/** A cart of a hundred products, each at an address of three steps, asks for a few less. */
const MOST = 250

/**
 * Refuses questions about more addresses than a page has links: Remix looks every one of them up, with every address
 * above it, and each takes it about a millisecond in which no other request is served.
 */
export const limitRouteDiscovery: RequestHandler = (request, response, next) => {
  if (request.path !== MANIFEST) return next()
  const query = new URLSearchParams(request.originalUrl.split("?").slice(1).join("?"))
  const asked = new Set<string>()
  for (const path of query.getAll("p")) {
    const steps = path.replace(/^\//, "").split("/", DEEPEST + 1)
    for (const end of steps.keys()) asked.add(steps.slice(0, end + 1).join("/"))
    if (steps.length > DEEPEST || asked.size > MOST) {
      return sendRefusal(request, response, 400, "This address is not valid.")
    }
  }
  next()
}
