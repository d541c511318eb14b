import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { LoaderFunctionArgs, ServerBuild } from "@remix-run/node"
import express from "express"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { type BuildWithBackOffice, loadBackOfficeOnDemand } from "./back-office.server"
import { matchPages } from "./page-matches.server"

const orders = {} as ServerBuild["routes"][string]["module"]
const loadBackOffice = vi.fn(async () => {
  Object.assign(orders, { action: ({ params }: LoaderFunctionArgs) => params })
})
const build = {
  loadBackOffice,
  assets: { routes: {} },
  routes: {
    root: { id: "root", path: "", module: {} },
    "routes/storefront/cart": { id: "routes/storefront/cart", parentId: "root", path: "cart", module: {} },
    "routes/admin/orders": { id: "routes/admin/orders", parentId: "root", path: "admin/orders", module: orders },
  },
} as unknown as BuildWithBackOffice

const takesForms = (path: string) => matchPages(build, path).at(-1)?.facts.takesForms
const app = express().use(loadBackOfficeOnDemand(build), ({ path }, response) => void response.json(takesForms(path)))
const server = createServer(app)
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)))
afterAll(() => void server.close())

const get = async (path: string) => {
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)
  return response.ok ? response.json() : response.status
}

test("the back office is loaded once, before its first request is handled, and again if that failed", async () => {
  expect(takesForms("/admin/orders")).toBe(false)
  expect(await get("/cart")).toBe(false)
  expect(loadBackOffice).not.toHaveBeenCalled()
  vi.spyOn(console, "error").mockImplementation(() => {})
  loadBackOffice.mockRejectedValueOnce(new Error("The disk is gone"))
  expect(await get("/admin/orders")).toBe(500)
  for (const path of ["/%61DMIN/orders.data", "/admin/orders"]) expect(await get(path)).toBe(true)
  expect(loadBackOffice).toHaveBeenCalledTimes(2)
})
