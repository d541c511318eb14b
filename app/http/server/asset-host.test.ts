import type { ServerBuild } from "@remix-run/node"
import { expect, test } from "vitest"
import { testBuild } from "~/testing/processes/test-build.server"
import { withAssetHost } from "./asset-host.server"

test("every built file named in a page is on the other host, and nothing else", async () => {
  const build = await testBuild()
  const root = build.routes.root as NonNullable<ServerBuild["routes"][string]>
  const links = () => [
    { rel: "stylesheet", href: "/assets/index-1.css" },
    { rel: "icon", href: "/favicon.svg" },
    { rel: "preload", as: "image" as const, imageSrcSet: "/a 1x" },
  ]
  const home = { id: "home", path: "", hasAction: false, hasLoader: true, hasErrorBoundary: false }
  const moved = withAssetHost(
    {
      ...build,
      routes: { ...build.routes, root: { ...root, module: { ...root.module, links } as never } },
      assets: {
        ...build.assets,
        entry: { module: "/assets/entry-1.js", imports: ["/assets/react-1.js"] },
        routes: {
          home: { ...home, module: "/assets/home-1.js", imports: ["/assets/react-1.js"], css: ["/assets/home-1.css"] },
        } as never,
      },
    },
    "https://cdn.example",
  )
  expect(moved.assets.entry).toEqual({
    module: "https://cdn.example/assets/entry-1.js",
    imports: ["https://cdn.example/assets/react-1.js"],
  })
  expect(moved.assets.routes.home).toEqual({
    ...home,
    module: "https://cdn.example/assets/home-1.js",
    imports: ["https://cdn.example/assets/react-1.js"],
    css: ["https://cdn.example/assets/home-1.css"],
  })
  expect(moved.routes.root?.module.links?.()).toEqual([
    { rel: "stylesheet", href: "https://cdn.example/assets/index-1.css" },
    ...links().slice(1),
  ])
  expect(moved.routes.root?.module.default).toBe(root.module.default)
})
