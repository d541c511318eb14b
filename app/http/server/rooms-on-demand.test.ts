import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { LoaderFunctionArgs, ServerBuild } from "@remix-run/node"
import express, { type Request, type Response } from "express"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { matchPages } from "~/http/routing/page-matches.server"
import { type BuildOfRooms, loadRoomsOnDemand } from "./rooms-on-demand.server"

const orders = {} as ServerBuild["routes"][string]["module"]
const loadAccount = vi.fn(async () => {})
const loadBackOffice = vi.fn(async () => {
  Object.assign(orders, { action: ({ params }: LoaderFunctionArgs) => params })
})
const build = {
  rooms: { admin: loadBackOffice, account: loadAccount },
  assets: { routes: {}, url: "/assets/manifest-1.js" },
  routes: {
    root: { id: "root", path: "", module: {} },
    "routes/storefront/cart": { id: "routes/storefront/cart", parentId: "root", path: "cart", module: {} },
    "routes/account/orders": { id: "routes/account/orders", parentId: "root", path: "orders", module: {} },
    "routes/admin/orders": { id: "routes/admin/orders", parentId: "root", path: "admin/orders", module: orders },
  },
} as unknown as BuildOfRooms

const takesForms = (path: string) => matchPages(build, path).at(-1)?.facts.takesForms
const app = express().use(loadRoomsOnDemand(build), ({ path }, response) => void response.json(takesForms(path)))
const server = createServer(app)
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)))
afterAll(() => void server.close())

const get = async (path: string) => {
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)
  return response.ok ? response.json() : response.status
}

test("the calls of a room load it, and no other calls do", async () => {
  const pattern = (id: string) => [id, { id, parentId: "root", path: id.replace("routes/", ""), module: {} }]
  const ids = ["routes/api/admin/orders", "routes/api/products"]
  const needed: string[] = []
  for (const id of ids) {
    const load = vi.fn(async () => {})
    const routes = { ...build.routes, ...Object.fromEntries([pattern(id)]) }
    const handler = loadRoomsOnDemand({ ...build, routes, rooms: { admin: load } } as BuildOfRooms)
    await new Promise((done) => handler({ path: `/${id.replace("routes/", "")}` } as Request, {} as Response, done))
    if (load.mock.calls.length > 0) needed.push(id)
  }
  expect(needed).toEqual(["routes/api/admin/orders"])
})

test("a room is loaded once, before its first request is handled, and again if that failed", async () => {
  expect(takesForms("/admin/orders")).toBe(false)
  expect(await get("/cart")).toBe(false)
  expect(loadBackOffice).not.toHaveBeenCalled()
  vi.spyOn(console, "error").mockImplementation(() => {})
  loadBackOffice.mockRejectedValueOnce(new Error("The disk is gone"))
  expect(await get("/admin/orders")).toBe(500)
  for (const path of ["/%61DMIN/orders.data", "/admin/orders"]) expect(await get(path)).toBe(true)
  expect(loadBackOffice).toHaveBeenCalledTimes(2)
  expect(loadAccount).not.toHaveBeenCalled()
  await get("/orders")
  expect(loadAccount).toHaveBeenCalledOnce()
})
