import type { ServerBuild } from "@remix-run/node"

/** Narrows the build to the routes that an address can match; addresses of one shape share a build. */
export function narrowBuilds(build: ServerBuild): (path: string) => ServerBuild {
  const shapeOf = addressShapes(build.routes)
  const builds = new Map<string, ServerBuild>()
  return (path) => {
    const shape = shapeOf(path)
    const key = shape.join("/")
    const narrowed = builds.get(key) ?? narrow(build, shape)
    builds.set(key, narrowed)
    return narrowed
  }
}

const MORE = "…"
const END = "."
const BACK_OFFICE = "admin"

type Routes = ServerBuild["routes"]

/** A shape is the leading literal segments of routes, and whether more follow. */
function addressShapes(routes: Routes): (path: string) => string[] {
  const known = new Set<string>()
  for (const id of Object.keys(routes)) {
    const pattern = patternOf(routes, id)
    const words = pattern.findIndex(isVariable)
    for (let end = words < 0 ? pattern.length : words; end > 0; end--) known.add(pattern.slice(0, end).join("/"))
  }
  return (path) => {
    const segments = decoded(path).toLowerCase().split("/").filter(Boolean)
    let length = 0
    while (length < segments.length && known.has(segments.slice(0, length + 1).join("/"))) length++
    return [...segments.slice(0, length), length < segments.length ? MORE : END]
  }
}

function narrow(build: ServerBuild, shape: string[]): ServerBuild {
  const keep = new Set<string>()
  for (const id of Object.keys(build.routes)) {
    if (!couldMatch(patternOf(build.routes, id), shape)) continue
    for (let kept: string | undefined = id; kept; kept = build.routes[kept]?.parentId) keep.add(kept)
  }
  const only = <T>(all: Record<string, T>) => Object.fromEntries(Object.entries(all).filter(([id]) => keep.has(id)))
  const url = shape[0] === BACK_OFFICE ? build.assets.url : listOfShoppers(build.assets.url)
  return { ...build, routes: only(build.routes), assets: { ...build.assets, routes: only(build.assets.routes), url } }
}

/** The list of routes without the back office, as written by `app/commands/clone/build-shop.mjs` */
function listOfShoppers(url: string): string {
  return url.replace("/manifest-", "/shoppers-")
}

/** Remix also matches the parent paths of the requested address. */
function couldMatch(pattern: string[], shape: string[]): boolean {
  for (const [index, segment] of shape.entries()) {
    const expected = pattern[index]
    if (expected === undefined || expected === "*" || expected.endsWith("?")) return true
    if (segment === END) return false
    // Shapes omit the literals behind a route's first variable.
    if (segment === MORE && pattern.slice(0, index).some(isVariable)) return true
    if (!isVariable(expected) && expected !== segment) return false
  }
  return true
}

function patternOf(routes: Routes, id: string): string[] {
  const route = routes[id]
  if (route === undefined) return []
  const own = route.path?.toLowerCase().split("/").filter(Boolean) ?? []
  return route.parentId === undefined ? own : [...patternOf(routes, route.parentId), ...own]
}

function isVariable(segment: string): boolean {
  return segment === "*" || segment.startsWith(":") || segment.endsWith("?")
}

function decoded(path: string): string {
  try {
    return path
      .split("/")
      .map((segment) => decodeURIComponent(segment).replaceAll("/", "%2F"))
      .join("/")
  } catch {
    return path
  }
}
