import type { ServerBuild } from "@remix-run/node"
import { refusePath } from "~/http/request/request-path"
import { matchPages } from "~/http/routing/page-matches.server"

const BESIDE_ROUTES = ["/assets/", "/media/"]
const EXACT = new Set(["/healthz", "/readyz", "/metrics"])

/** Names the route of an address, as Remix matches it. */
export function openRouteLabels(build: ServerBuild | (() => Promise<ServerBuild>)): (url: string) => string {
  if (typeof build === "function") return () => "development"
  return (url) => {
    const asked = url.split("?", 1)[0] ?? ""
    if (EXACT.has(asked)) return asked
    const beside = BESIDE_ROUTES.find((beginning) => asked.startsWith(beginning))
    if (beside) return `${beside}*`
    const match = refusePath(asked) ? undefined : matchPages(build, asked).at(-1)
    return `/${match?.facts.pattern.join("/") ?? "*"}`
  }
}
