import type { ServerBuild } from "@remix-run/node"
import type { RouteConfigEntry } from "@remix-run/route-config"
import * as entry from "~/entry.server"
import * as root from "~/root"
import map from "~/routes"

const modules = import.meta.glob<ServerBuild["routes"][string]["module"]>("../../routes/**/*.{ts,tsx}")

/** A server build made from the sources, for route tests */
export async function testBuild(): Promise<ServerBuild> {
  const routes: ServerBuild["routes"] = { root: { id: "root", path: "", module: root as never } }
  await addRoutes(routes, (await map) as RouteConfigEntry[], "root")
  const known = Object.values(routes).map((route) => [
    route.id,
    { ...route, module: `/${route.id}.js`, hasAction: true, hasLoader: true, hasErrorBoundary: route.id === "root" },
  ])
  return {
    entry: { module: entry as never },
    routes,
    assets: {
      entry: { module: "/entry.js", imports: [] },
      routes: Object.fromEntries(known),
      url: "/manifest.js",
      version: "test",
    },
    publicPath: "/",
    assetsBuildDirectory: "build/client",
    basename: "/",
    mode: "test",
    isSpaMode: false,
    future: {
      v3_fetcherPersist: true,
      v3_lazyRouteDiscovery: false,
      v3_relativeSplatPath: true,
      v3_routeConfig: true,
      v3_singleFetch: true,
      v3_throwAbortReason: true,
      unstable_optimizeDeps: false,
    },
  } as ServerBuild
}

async function addRoutes(routes: ServerBuild["routes"], entries: RouteConfigEntry[], parentId: string): Promise<void> {
  for (const { id: given, file, path, index, children = [] } of entries) {
    const load = modules[`../../${file}`]
    if (!load) throw new Error(`No file for ${path}: ${file}`)
    const id = given ?? file.replace(/\.tsx?$/, "")
    routes[id] = { id, parentId, path, index, module: await load() }
    await addRoutes(routes, children, id)
  }
}
