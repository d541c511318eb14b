import type { ServerBuild } from "@remix-run/node"
import { trimEnd } from "~/domain/text/trim-end"
import { pagePath, refusePath } from "~/http/request-path"

const BESIDE_ROUTES = ["/assets/", "/media/"]
const EXACT = new Set(["/healthz", "/readyz", "/metrics"])

/** Compiles the routes once, because Remix ranks all of them at every match. */
export function openRouteLabels(
  build: Pick<ServerBuild, "routes"> | (() => Promise<ServerBuild>),
): (url: string) => string {
  if (typeof build === "function") return () => "development"
  const { routes } = build
  const paths = Object.values(routes).flatMap((route) => {
    if (route === undefined || route.id === "root") return []
    return [`/${pathOf(routes, route.id)}`]
  })
  const fixed = new Set(paths.filter((path) => !/[:*]/.test(path)))
  const patterns = paths
    .filter((path) => !fixed.has(path))
    .sort((one, other) => specificity(other) - specificity(one))
    .map((path) => ({ path, parts: partsOf(path) }))
  return (url) => {
    const asked = url.split("?", 1)[0] ?? ""
    if (EXACT.has(asked)) return asked
    const beside = BESIDE_ROUTES.find((beginning) => asked.startsWith(beginning))
    if (beside) return `${beside}*`
    if (refusePath(asked)) return "/*"
    const path = trimEnd(pagePath(asked).toLowerCase(), "/") || "/"
    if (fixed.has(path)) return path
    const given = partsOf(path)
    return patterns.find(({ parts }) => matches(parts, given))?.path ?? "/*"
  }
}

function pathOf(routes: ServerBuild["routes"], id: string): string {
  const route = routes[id]
  if (!route) return ""
  return [route.parentId ? pathOf(routes, route.parentId) : "", route.path ?? ""].filter(Boolean).join("/")
}

/** Ranks as Remix does: static before dynamic before splat, longer before shorter. */
function specificity(path: string): number {
  const points = (part: string) => (part === "*" ? -2 : part.startsWith(":") ? 3 : 10)
  return partsOf(path).reduce((sum, part) => sum + points(part), 0)
}

function partsOf(path: string): string[] {
  return path.split("/").slice(1)
}

function matches([part, ...others]: string[], given: string[]): boolean {
  if (part === undefined) return given.length === 0
  if (part === "*") return true
  const [first = "", ...rest] = given
  if (part.endsWith("?") && matches(others, given)) return true
  const fits = part.startsWith(":") ? first !== "" : part.toLowerCase() === first
  return fits && matches(others, rest)
}
