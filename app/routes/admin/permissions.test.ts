import { afterAll, beforeAll, expect, test } from "vitest"
import { requireStaff } from "~/domain/accounts/actor"
import { type Permission, permissionNames, permissions, productEditing } from "~/domain/accounts/permission"
import type { User } from "~/domain/accounts/user"
import { softDeleteProduct } from "~/domain/catalog/editing/delete-product.server"
import { type DeletableKind, deletableKinds } from "~/domain/deletion/deleted-record"
import { restoreDeleted } from "~/domain/deletion/restore-deleted.server"
import { ShopError } from "~/domain/shop-error"
import { servedCalls } from "~/routes/api/reference/served-calls"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { addressOf, type Permissions, screens, signInEmployee } from "~/testing/pages/back-office-screens.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { testBuild } from "~/testing/processes/test-build.server"
import { aMember, anAdmin, PASSWORD } from "~/testing/shop/people.server"
import { buy, shelve, signUp } from "~/testing/shop/test-orders.server"
import { needsOf } from "./permitted/screen-needs"

const calls: Record<string, Permissions> = {
  "GET /api/v1/admin/allproducts": ["products.see"],
  "POST /api/v1/admin/product/new": productEditing,
  "PUT /api/v1/admin/product/{id}": productEditing,
  "DELETE /api/v1/admin/product/{id}": ["products.edit"],
  "GET /api/v1/admin/orders": ["orders.see", "customers.export"],
  "PUT /api/v1/admin/order/{id}": ["orders.ship"],
  "DELETE /api/v1/admin/order/{id}": ["orders.delete"],
  "GET /api/v1/admin/users": ["customers.see", "customers.export"],
  "GET /api/v1/admin/user/{id}": ["customers.see"],
  "PUT /api/v1/admin/user/{id}": ["customers.edit"],
  "DELETE /api/v1/admin/user/{id}": ["customers.delete"],
  "DELETE /api/v1/reviews": ["reviews.moderate"],
}

/** Ids of missing records: permitted requests find nothing. */
const ID = "66aabbccddeeff0011223344"
const REFUSAL = "Role: admin is not allowed to access this resource"

let server: TestServer
const browsers = new Map<string, Promise<TestBrowser>>()

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server?.close())

/** The browser of a member of staff with exactly these permissions */
function holding(some: Permissions): Promise<TestBrowser> {
  const name = [...some].sort().join(" ")
  const browser = browsers.get(name) ?? signInEmployee(server, some)
  browsers.set(name, browser)
  return browser
}

type Send = (browser: TestBrowser) => Promise<Response>

/** Expects every request to be admitted with exactly these permissions, and refused when one of them is missing. */
async function expectGuarded(needed: Permissions, requests: readonly Send[]) {
  for (const send of requests) {
    expect((await send(await holding(needed))).status).not.toBe(403)
    for (const missing of needed) {
      const response = await send(await holding(permissions.filter((permission) => permission !== missing)))
      expect([missing, response.status]).toEqual([missing, 403])
      const page = await response.text()
      expect(page).toContain(REFUSAL)
      if (page.includes("It needs")) expect(page).toContain(permissionNames[missing])
    }
  }
}

test("every address and every call of the back office is declared, and every permission opens something", async () => {
  const { routes } = await testBuild()
  const served = Object.values(routes).filter((route) => /^admin(\/|$)/.test(route?.path ?? ""))
  expect([...new Set(Object.keys(screens).map(addressOf))].sort()).toEqual(served.map((route) => route?.path).sort())
  const withForm = served.filter((route) => route?.module.action).map((route) => route?.path)
  const declared = Object.keys(screens).filter((screen) => screens[screen]?.[1])
  expect([...new Set(declared.map(addressOf))].sort()).toEqual(withForm.sort())
  const ofStaff = servedCalls(await testBuild(), server.shop).filter(({ call }) => call.audience?.kind === "staff")
  expect(Object.keys(calls).sort()).toEqual(ofStaff.map(({ method, path }) => `${method} ${path}`).sort())
  const opening = [...Object.values(screens).flat(2), ...Object.values(calls).flat()]
  expect(new Set(opening.filter(Boolean))).toEqual(new Set(permissions))
})

test("links have the permissions of their target screens", () => {
  const pages = Object.entries(screens).filter(([screen]) => !screen.includes("?"))
  const known = pages.map(([screen]) => [screen, [...needsOf(pathOf(screen))].sort()])
  expect(known).toEqual(pages.map(([screen, [page]]) => [screen, [...page].sort()]))
})

/** The path of a screen for a missing record */
function pathOf(screen: string): string {
  const [path = ""] = screen.split("?")
  return `/${path}`
    .replace(":kind", "payment")
    .replace(":id", ID)
    .replace(":page", "imprint")
    .replace(":version", "999")
    .replace("*", "anything")
}

test.each(Object.entries(screens))("/%s is open only to staff with these permissions", async (screen, [page]) => {
  const path = pathOf(screen)
  await expectGuarded(page, [(by) => by.get(path), (by) => by.get(`${path}.data`)])
})

const forms = Object.entries(screens).flatMap(([screen, [, form]]) => (form ? [[screen, form] as const] : []))

test.each(forms)("the form of /%s can be sent only by staff with these permissions", async (screen, form) => {
  const path = pathOf(screen)
  const fields = { kind: new URLSearchParams(screen.split("?")[1]).get("kind") ?? "", id: ID }
  await expectGuarded(form, [(by) => by.post(path, fields), (by) => by.post(`${path}.data`, fields)])
})

test.each(Object.entries(calls))("%s is open only to staff with these permissions", async (name, needed) => {
  const [method = "", path = ""] = name.replace("{id}", ID).split(" ")
  const body = method === "POST" || method === "PUT" ? {} : undefined
  await expectGuarded(needed, [(by) => by.json(method, path, body)])
})

test("someone else's order is open to staff who may see orders, also at the shopper's addresses", async () => {
  const { shop } = server
  const order = await buy(shop, await signUp(shop, "ada@shop.test"), await shelve(shop, await anAdmin(shop)))
  for (const path of [`/order/${order}`, `/order/${order}/receipt`, `/api/v1/order/${order}`]) {
    expect((await (await holding(["orders.see"])).get(path)).status).toBe(200)
    expect((await (await holding(["orders.ship"])).get(path)).status).toBe(404)
  }
})

test("a refusal names the missing permission and people who can give it, and keeps the contract's wording in JSON", async () => {
  await anAdmin(server.shop, { name: "Olive Owner" })
  const packer = await holding(["orders.see", "orders.ship"])
  const page = await (await packer.get(`/admin/order/${ID}/refund`)).text()
  expect(page).toContain(`${REFUSAL}. It needs the permission “Refund orders”, which`)
  expect(page).toMatch(/Olive Owner can give you/)
  for (const path of [`/admin/order/${ID}/refund`, "/admin/orders/export", "/admin/staff/role", "/admin/nonsense"]) {
    const html = await (await packer.get(path)).text()
    expect(html).toContain('href="/admin/dashboard" class="button button-primary">Back to the dashboard')
  }
  const button = await packer.post(`/admin/attention/refund/${ID}`, {})
  expect(await button.text()).toContain('href="/admin/dashboard" class="button button-primary">Back to the dashboard')
  const editor = await holding(["customers.edit"])
  const promotion = { name: "Ada", email: "ada@shop.test", role: "admin" }
  const refused = await editor.json("PUT", `/api/v1/admin/user/${ID}`, promotion)
  expect([refused.status, (await refused.json()).message]).toEqual([403, REFUSAL])
  expect(await (await editor.post(`/admin/user/${ID}`, promotion)).text()).toContain("Only an owner may do this")
})

test("menu, dashboard and search show only the areas of their reader", async () => {
  const packer = await holding(["orders.see", "orders.ship"])
  const dashboard = await (await packer.get("/admin/dashboard")).text()
  const [menu = ""] = /<nav class="admin-nav".*?<\/nav>/s.exec(dashboard) ?? []
  expect([...menu.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, path]) => path)).toEqual([
    "/admin/dashboard",
    "/admin/orders",
    "/admin/returns",
  ])
  expect(dashboard).toContain("Latest orders")
  expect(dashboard).not.toMatch(/Running out|Out of stock|Best sellers|Needs attention/)
  await shelve(server.shop, await anAdmin(server.shop), { name: "Zanzibar teapot" })
  expect(await (await packer.get("/admin/search?search=zanzibar")).text()).not.toContain("Zanzibar teapot")
  const seller = await holding(["products.see"])
  expect(await (await seller.get("/admin/search?search=zanzibar")).text()).toContain("Zanzibar teapot")
})

/** One role for each single permission, and one without any */
const single: Permissions[] = [[], ...permissions.map((permission) => [permission])]

test("with a single permission or none only declared screens are open", async () => {
  const { routes } = await testBuild()
  const modules = new Map(Object.values(routes).map((route) => [route?.path, route?.module]))
  const doors = Object.entries(screens).flatMap(([screen, [page, form]]) => {
    const { loader, action } = (modules.get(addressOf(screen)) ?? {}) as unknown as Record<"loader" | "action", Door>
    // The permission for undoing depends on the form's fields: see below.
    const ofForm = form && !screen.includes("?") ? [[`form of ${screen}`, form, chosenAt(screen, action)] as const] : []
    return [[screen, page, chosenAt(screen, loader)] as const, ...ofForm]
  })
  const ofCalls = servedCalls(await testBuild(), server.shop).flatMap(({ method, path, call }) => {
    const needed = calls[`${method} ${path}`]
    return needed ? [[`${method} ${path}`, needed, call as Door] as const] : []
  })
  const opening = (held: Permissions) =>
    [...doors, ...ofCalls].filter(([, , { audience }]) => admits(audience, held)).map(([name]) => name)
  for (const held of single) {
    const declared = [...doors, ...ofCalls].filter(([, needed]) => needed.every((one) => held.includes(one)))
    expect(opening(held)).toEqual(declared.map(([name]) => name))
  }
})

test("with a single permission or none only declared actions can be undone", async () => {
  const undone = Object.entries(screens).filter(([screen]) => screen.startsWith("admin/undo?"))
  expect(undone).toHaveLength(deletableKinds.length)
  for (const held of single) {
    const actor = requireStaff(worker(held), [])
    for (const [screen, [, needed]] of undone) {
      const kind = new URLSearchParams(screen.split("?")[1]).get("kind") as DeletableKind
      const refusal = needed?.every((one) => held.includes(one)) ? "notFound" : "forbidden"
      await expect(restoreDeleted(server.shop, actor, { kind, id: ID })).rejects.toMatchObject({ kind: refusal })
    }
  }
})

test("no form of a request and no method opens a screen or a form to staff without the permission", async () => {
  const { routes } = await testBuild()
  const ids = new Map(Object.values(routes).map((route) => [route?.path, route?.id ?? ""]))
  const withoutPermissions = await holding([])
  const everything = await holding(permissions)
  for (const [screen, [page, form]] of Object.entries(screens)) {
    const id = encodeURIComponent(ids.get(addressOf(screen)) ?? "")
    const body = new URLSearchParams({ kind: new URLSearchParams(screen.split("?")[1]).get("kind") ?? "", id: ID })
    const path = pathOf(screen)
    const statusOf = async (by: TestBrowser, method: string, shape: string) => {
      const sent = method === "GET" || method === "HEAD" ? {} : { body }
      return [method, shape, (await by.send(shape, { method, headers: { Origin: by.url }, ...sent })).status]
    }
    // Requests of an earlier framework release, and those of no form, are refused to everyone.
    const former = `${path}?_data=${id}`
    expect(await statusOf(everything, "GET", former)).toEqual(["GET", former, 400])
    const data = `${path}.data?_routes=root,${id}`
    if (page.length > 0)
      for (const [method, shape] of [
        ["GET", data],
        ["HEAD", path],
      ] as const)
        expect(await statusOf(withoutPermissions, method, shape)).toEqual([method, shape, 403])
    expect(await statusOf(withoutPermissions, "GET", `${path}/`)).toEqual(["GET", `${path}/`, 301])
    if (!form?.length) continue
    expect(await statusOf(withoutPermissions, "POST", data)).toEqual(["POST", data, 403])
    for (const method of ["PUT", "PATCH", "DELETE"])
      expect(await statusOf(everything, method, path)).toEqual([method, path, 405])
  }
})

interface Door {
  audience: { admit(user: User): unknown }
  /** The doorway chosen by the parameters of the address */
  chosen?(params: Record<string, string>): Door | undefined
}

function chosenAt(screen: string, door: Door): Door {
  const [, name = ""] = screen.split("/")
  return door.chosen?.({ list: name, kind: name }) ?? door
}

function admits(audience: Door["audience"], held: Permissions): boolean {
  try {
    return Boolean(audience.admit(worker(held)))
  } catch (error) {
    if (error instanceof ShopError && error.kind === "forbidden") return false
    throw error
  }
}

function worker(held: Permissions): User {
  const limits = { refundLimitOfOrder: null, refundLimitOfDay: null }
  const staffRole = { id: ID, name: "One", permissions: [...held], ...limits }
  const person = { id: ID, name: "Worker", email: "worker@shop.test", avatar: null, createdAt: new Date(0) }
  return { ...person, isGuest: false, isVerified: true, awaitsRole: false, role: "admin", staffRole }
}

test("the audit log shows only the areas of its reader, and offers to undo only their actions", async () => {
  const { shop } = server
  const owner = await anAdmin(shop)
  await softDeleteProduct(shop, owner, await shelve(shop, owner, { name: "Zanzibar jug" }))
  const read = async (...held: Permission[]) =>
    (await (await holding(["audit.see", "customers.export", ...held])).get("/admin/audit?kind=product")).text()
  const names = {
    none: await read(),
    seen: await read("products.see"),
    edited: await read("products.see", "products.edit"),
  }
  expect(names.none).not.toContain("Zanzibar jug")
  expect(names.seen).toContain("Zanzibar jug")
  expect(names.seen).not.toContain("Undo deletion of product Zanzibar jug")
  expect(names.edited).toContain("Undo deletion of product Zanzibar jug")
  const exported = await (await holding(["audit.see", "customers.export"])).get("/admin/audit/export")
  expect(await exported.text()).not.toContain("product.deleted")
})

test("a role without permissions can enter the back office, and a shopper cannot", async () => {
  expect((await (await holding([])).get("/admin")).headers.get("Location")).toBe("/admin/dashboard")
  const shopper = server.visitor()
  await shopper.post("/login", { email: (await aMember(server.shop)).email, password: PASSWORD })
  expect((await shopper.get("/admin")).headers.get("Location")).toBe("/account")
})
