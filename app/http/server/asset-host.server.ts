import type { ServerBuild } from "@remix-run/node"

const ASSETS = "/assets/"

/** Moves scripts, styles and preloaded fonts; what they load is relative to them. */
export function withAssetHost(build: ServerBuild, host: string): ServerBuild {
  const moved = (path: string) => (path.startsWith(ASSETS) ? host + path : path)
  const allMoved = (paths: string[] | undefined) => paths?.map(moved)
  const { assets } = build
  const entry = { ...assets.entry, module: moved(assets.entry.module), imports: assets.entry.imports.map(moved) }
  const manifestRoutes = mapValues(assets.routes, (route) => ({
    ...route,
    module: moved(route.module),
    imports: allMoved(route.imports),
    css: allMoved(route.css),
  }))
  const routes = mapValues(build.routes, (route) => {
    const links = route.module.links
    if (!links) return route
    const module = { ...route.module, links: () => links().map((link) => withMovedAddress(link, moved)) }
    return { ...route, module }
  })
  return { ...build, routes, assets: { ...assets, entry, routes: manifestRoutes, url: moved(assets.url) } }
}

function withMovedAddress<Link extends object>(link: Link, moved: (path: string) => string): Link {
  return "href" in link && typeof link.href === "string" ? { ...link, href: moved(link.href) } : link
}

function mapValues<T>(values: Record<string, T | undefined>, change: (value: T) => T): Record<string, T> {
  const known = Object.entries(values).filter((entry): entry is [string, T] => entry[1] !== undefined)
  return Object.fromEntries(known.map(([name, value]) => [name, change(value)]))
}
