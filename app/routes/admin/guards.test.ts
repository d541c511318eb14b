import type { RouteConfigEntry } from "@remix-run/route-config"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createCategory } from "~/domain/catalog/categories/save-category.server"
import { type DeletableKind, deletableKinds } from "~/domain/deletion/deleted-record"
import { DiscountForm } from "~/domain/discounts/discount-record"
import { saveDiscount } from "~/domain/discounts/save-discount.server"
import { requestConfirmation } from "~/domain/orders/cancellation/refund-requests.server"
import { fileRequestedWithdrawal } from "~/domain/returns/request-withdrawal.server"
import { leaveReview } from "~/domain/reviews/reviews.server"
import { mergeOption } from "~/domain/search/merge-options.server"
import { inviteStaff } from "~/domain/staff/invitations.server"
import { parse } from "~/domain/validation/validation"
import map from "~/routes"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { screens, signInEmployee } from "~/testing/pages/back-office-screens.server"
import { formsOf } from "~/testing/pages/forms-of.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { addFailedRefund } from "~/testing/shop/failed-refund.server"
import { PASSWORD } from "~/testing/shop/people.server"
import { addProductWithOptions } from "~/testing/shop/product-with-options.server"
import { buy, shelve, signUp, signUpAdmin } from "~/testing/shop/test-orders.server"

/** A text in everything that only administrators may see */
const SECRET = "Zanzibar"

/** Every address of the administration, with each list or kind of records that it serves */
const routes = ((await map) as RouteConfigEntry[])
  .filter((route) => /^admin(\/|$)/.test(route.path ?? ""))
  .flatMap((route) => valuesOf(route).map((value) => ({ ...route, path: route.path?.replace(/:(list|kind)/, value) })))

function valuesOf({ path = "" }: RouteConfigEntry): string[] {
  if (path.includes(":list")) return ["orders", "products", "users", "reviews", "discounts", "audit"]
  if (path.includes("attention/:kind")) return ["payment", "refund", "mail"]
  // A category has its own address for deletion.
  return path.includes(":kind") ? deletableKinds.filter((kind) => kind !== "category") : [""]
}

let server: TestServer
let visitor: TestBrowser
let shopper: TestBrowser
let adminBrowser: TestBrowser
let adminId: string
let invitationId: string
const ids: Partial<Record<DeletableKind | "discount" | "return", string>> = {}

beforeAll(async () => {
  server = await openTestServer()
  const { shop } = server
  const admin = await signUpAdmin(shop)
  adminId = admin.id
  const ada = await signUp(shop, "ada@shop.test", `${SECRET} Buyer`)
  await signUp(shop, "eve@shop.test", "Eve")
  ids.product = await shelve(shop, admin, { name: `${SECRET} mug`, stock: 0 })
  const sold = await shelve(shop, admin, { name: `${SECRET} pot` })
  for (const [name, option] of [
    ["coat", "Colour"],
    ["hat", "Color"],
    ["scarf", "Farbe"],
  ] as const) {
    const fields = { name: `${SECRET} ${name}`, options: { [option]: ["Black"] }, variants: { Black: {} } }
    await addProductWithOptions(shop, admin, fields)
  }
  await mergeOption(shop, admin, { option: "color", into: "colour" })
  ids.order = await buy(shop, ada, sold)
  ids.user = ada.id
  await leaveReview(shop, ada, { productId: sold, rating: 4, comment: SECRET })
  ids.review = (await shop.db.selectFrom("reviews").select("id").executeTakeFirstOrThrow()).id
  ids.category = await createCategory(shop, admin, { name: `${SECRET} things`, body: "" })
  const discount = parse(DiscountForm, { name: `${SECRET} sale`, kind: "percent", percent: "10" })
  ids.discount = await saveDiscount(shop, admin, null, discount)
  await fileRequestedWithdrawal(shop, {
    address: "203.0.113.7",
    ...{ order: ids.order, email: ada.email, name: SECRET, reason: SECRET, items: SECRET, at: "2026-11-23T12:00:00Z" },
  })
  ids.return = (await shop.db.selectFrom("returns").select("id").executeTakeFirstOrThrow()).id
  await inviteStaff(shop, admin, { email: "invited@shop.test", role: "000000000000000000000004" })
  const request = { request: { amount: 100 }, amount: 100 }
  await requestConfirmation(shop, admin, ids.order, request)
  await addFailedRefund(shop, 100)
  invitationId = (await shop.db.selectFrom("staff_invitations").select("id").executeTakeFirstOrThrow()).id
  visitor = server.visitor()
  shopper = server.visitor()
  adminBrowser = server.visitor()
  await shopper.post("/login", { email: "eve@shop.test", password: PASSWORD })
  await adminBrowser.post("/login", { email: "admin@shop.test", password: PASSWORD })
})
afterAll(() => server.close())

/** The route's path with the id of an existing record */
function pathOf(route: RouteConfigEntry): string {
  const kind = /admin\/(product|category|order|user|review|discount|return)\/:id/.exec(route.path ?? "")?.[1] as
    | keyof typeof ids
    | undefined
  return `/${route.path}`
    .replace("role/:id", "role/000000000000000000000004")
    .replace("invitation/:id", `invitation/${invitationId}`)
    .replace("staff/:id", `staff/${adminId}`)
    .replace(":id", (kind && ids[kind]) ?? "66aabbccddeeff0011223344")
    .replace(":zone", "everywhere")
    .replace(":method", "shipping")
    .replace(":page", "imprint")
    .replace(":version", "0")
    .replace("*", "anything")
}

/** Every form of a request to a route, with the methods to try */
function shapesOf(route: RouteConfigEntry): [string, string[]][] {
  const path = pathOf(route)
  const id = encodeURIComponent(route.id ?? route.file.replace(/\.tsx?$/, ""))
  return [
    [path, ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]],
    [`${path}.data`, ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]],
    [`${path}?_data=${id}`, ["GET", "POST"]],
    [`${path}.data?_routes=${id}`, ["GET", "POST"]],
    [`${path}.data?_routes=root,${id}`, ["GET"]],
    [`${path}/`, ["GET", "POST"]],
    [path.replace("admin", "%61dmin"), ["GET"]],
  ]
}

function send(browser: TestBrowser, path: string, method: string): Promise<Response> {
  const reads = method === "GET" || method === "HEAD"
  const body = reads ? undefined : new URLSearchParams({ status: "Shipped", kind: "order", id: ids.order ?? "" })
  return browser.send(path, { method, body, headers: { Origin: server.url } })
}

const tables = [
  "products",
  "categories",
  "option_names",
  "orders",
  "users",
  "reviews",
  "audit_log",
  "stock_ledger",
  "refunds",
  "order_notes",
  "returns",
  "return_lines",
  "page_versions",
  "settings_versions",
  "pricing_versions",
] as const

/** Everything that an administrator could have changed */
async function everyTable(): Promise<string> {
  const states = await Promise.all(
    tables.map((table) => server.pool.query(`select md5(string_agg(t::text, '|' order by t::text)) from ${table} t`)),
  )
  return JSON.stringify(states.map(({ rows }) => rows))
}

test("there are screens to check", () => {
  expect(routes.length).toBeGreaterThan(30)
})

describe.each(routes.map((route) => [route.path, route] as const))("/%s", (_, route) => {
  test("shows nothing to an anonymous visitor and leads to the login, in every form and by every method", async () => {
    await expectShut(visitor, "/login")
  })

  test("shows nothing to a shopper and leads to their account, in every form and by every method", async () => {
    await expectShut(shopper, "/account")
  })

  async function expectShut(browser: TestBrowser, leadsTo: string) {
    const before = await everyTable()
    for (const [shape, methods] of shapesOf(route)) {
      for (const method of methods) {
        const answer = await send(browser, shape, method)
        const text = await answer.text()
        const story = `${method} ${shape} ${answer.status}`
        expect(text, story).not.toContain(SECRET)
        expect(answer.status, story).not.toBe(200)
        expect(answer.status, story).toBeLessThan(500)
        if (method === "GET" && shape === pathOf(route)) {
          expect(answer.status, story).toBe(302)
          expect(answer.headers.get("Location"), story).toContain(leadsTo)
        }
        if (method === "GET" && shape.includes(".data")) expect(text, story).toContain(leadsTo)
      }
    }
    expect(await everyTable()).toBe(before)
  }
})

test("an administrator can see all of them", async () => {
  for (const route of routes) {
    const answer = await adminBrowser.get(pathOf(route))
    const missing = /\*|import\/:id|payment\/:payment|payments\/\w+\/:id|payouts?(\/file)?\/:id/.test(route.path ?? "")
    expect([200, 302, ...(missing ? [404] : [])], `/${route.path}`).toContain(answer.status)
    expect(answer.headers.get("Location") ?? "", `/${route.path}`).not.toContain("/account")
  }
})

test("a demoted administrator is locked out at the next request", async () => {
  const { db } = server.shop
  const admin = await signUpAdmin(server.shop, "late@shop.test", "Late Keeper")
  const browser = server.visitor()
  await browser.post("/login", { email: "late@shop.test", password: PASSWORD })
  expect((await browser.get("/admin/dashboard")).status).toBe(200)
  await db.updateTable("users").set({ role: "user" }).where("id", "=", admin.id).execute()
  expect((await browser.get("/admin/dashboard")).headers.get("Location")).toBe("/account")
})

test("no link and no form on a screen leads to a refusal, whatever other permissions its reader has", async () => {
  const dead = new Set<string>()
  for (const [screen, [needs]] of Object.entries(screens)) {
    if (/\?|\*/.test(screen)) continue
    const route = routes.find(({ path = "" }) => path === screen)
    if (!route) continue
    const reader = await signInEmployee(server, needs)
    const page = await reader.get(pathOf(route))
    if (page.status !== 200 || !page.headers.get("Content-Type")?.includes("html")) continue
    const html = (await page.text()).replace(/<script.*?<\/script>|<fieldset disabled.*?<\/fieldset>/gs, "")
    const links = [...html.matchAll(/<a\b[^>]*\bhref="(\/[^"#]*)/g)].map(([, to = ""]) => ({ to, door: 0 }))
    const forms = formsOf(html, pathOf(route)).map(({ method, action }) => ({
      to: action,
      door: method === "GET" ? 0 : 1,
    }))
    for (const { to, door } of [...links, ...forms]) {
      const [declared, doors] = declaredAt(to.replaceAll("&amp;", "&"))
      if (doors?.[door]?.some((permission) => !needs.includes(permission)))
        dead.add(`${screen}: ${door ? "form" : "link"} ${declared}`)
    }
  }
  expect([...dead]).toEqual([])
})

/** The target of a link or form of the back office; literal segments take precedence. */
function declaredAt(to: string) {
  const { pathname } = new URL(to, server.url)
  const found = Object.entries(screens)
    .filter(([screen]) => !screen.includes("*") && patternOf(screen).test(pathname))
    .sort(([a], [b]) => a.split(":").length - b.split(":").length || b.length - a.length)[0]
  return found ?? [pathname, undefined]
}

const patternOf = (screen: string) => new RegExp(`^/${screen.replace(/\?.*/, "").replace(/:\w+/g, "[^/]+")}$`)
