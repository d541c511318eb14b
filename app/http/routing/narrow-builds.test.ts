import type { ServerBuild } from "@remix-run/node"
import { matchRoutes } from "@remix-run/react"
import type { RouteConfigEntry } from "@remix-run/route-config"
import { expect, test } from "vitest"
import map from "~/routes"
import { narrowBuilds } from "./narrow-builds.server"

type Routes = ServerBuild["routes"]

const whole = { routes: await routesOfMap(), assets: { routes: {}, url: "/assets/manifest-1.js" } } as ServerBuild
const buildFor = narrowBuilds(whole)
const addresses = Object.keys(whole.routes).map((id) => addressOf(whole.routes, id))

test.each(addresses)("%s, and each of its parent paths, matches the same route as among all routes", (address) => {
  expect(addresses.length).toBeGreaterThan(100)
  const { routes } = buildFor(address)
  const segments = address.split("/")
  for (const [count] of segments.entries()) {
    const above = segments.slice(0, count + 1).join("/") || "/"
    expect([above, matchesOf(routes, above)]).toEqual([above, matchesOf(whole.routes, above)])
  }
})

test.each([
  ["in capitals", "/PRODUCTS/Shoes"],
  ["with letters written as bytes", "/%70roduct/6b027097df342265926970c9"],
  ["with a slash at its end", "/admin/orders/"],
  ["with two slashes", "//products"],
  ["with two slashes inside", "/api//v1/product"],
  ["with a slash written as a byte", "/product%2F6b027097df342265926970c9"],
  ["with a word behind a variable", "/admin/orders/export"],
  ["with a step too many", "/products/shoes/red"],
  ["that cannot be decoded", "/product/%ff"],
  ["like a pattern of ours", "/product/:id"],
  ["of something inherited", "/constructor"],
  ["of nothing", "/nothing/here"],
])("an address %s matches the same route as among all routes", (_, address) => {
  expect(matchesOf(buildFor(address).routes, address)).toEqual(matchesOf(whole.routes, address))
})

test("shoppers load a list of routes that ends at the back office", () => {
  const listFor = (address: string) => buildFor(address).assets.url
  expect(["/", "/product/1", "/login", "/nothing"].map(listFor)).toEqual(Array(4).fill("/assets/shoppers-1.js"))
  expect(["/admin/orders", "/admin/nothing"].map(listFor)).toEqual(Array(2).fill("/assets/manifest-1.js"))
})

test("few routes are compared for the most requested pages", () => {
  for (const address of ["/", "/products", "/products/shoes", "/product/1", "/cart", "/api/v1/product", "/nothing"])
    expect([address, Object.keys(buildFor(address).routes).length <= 8]).toEqual([address, true])
})

test("all products share one build", () => {
  expect(buildFor("/product/1")).toBe(buildFor("/product/2"))
  expect(buildFor("/product/1")).not.toBe(buildFor("/product"))
})

async function routesOfMap(): Promise<Routes> {
  const routes: Routes = { root: { id: "root", path: "", module: {} as never } }
  const add = (entries: RouteConfigEntry[], parentId: string) => {
    for (const { file, path, index, children = [] } of entries) {
      routes[file] = { id: file, parentId, path, index, module: {} as never }
      add(children, file)
    }
  }
  add((await map) as RouteConfigEntry[], "root")
  return routes
}

function addressOf(routes: Routes, id: string): string {
  const { path = "", parentId } = routes[id] ?? {}
  const above = parentId === undefined ? "" : addressOf(routes, parentId).replace(/\/$/, "")
  return `${above}/${path.replaceAll(/:\w+\??/g, "6b027097df342265926970c9").replace("*", "no/such/thing")}`
}

type PageRoute = Parameters<typeof matchRoutes>[0][number]

function matchesOf(routes: Routes, address: string) {
  return matchRoutes(treeOf(routes), address)?.map(({ route, params }) => ({ id: route.id, params }))
}

function treeOf(routes: Routes, parentId?: string): PageRoute[] {
  return Object.values(routes).flatMap((route) => {
    if (route === undefined || route.parentId !== parentId) return []
    const { id, path, index } = route
    return index ? { id, path, index } : { id, path, children: treeOf(routes, id) }
  })
}
