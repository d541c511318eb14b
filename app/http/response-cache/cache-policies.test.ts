import { readdirSync, readFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { AppLoadContext, ServerBuild } from "@remix-run/node"
import express from "express"
import { afterEach, beforeAll, expect, test } from "vitest"
import { openCookies } from "~/http/session/cookies.server"
import { cachedAddresses } from "~/testing/pages/cached-responses.server"
import { testBuild } from "~/testing/processes/test-build.server"
import { newCategories } from "~/testing/shop/new-categories"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { CacheKeys } from "./cache-keys.server"
import type { CachePolicy, MemoryPolicy } from "./cache-policy"
import { ResponseCache } from "./response-cache.server"

/** Public routes that are rendered for each visitor: personal pages, redirects, refusals, or developer mails */
const RENDERED = [
  "routes/account/email/open-verification-link",
  "routes/account/joining/open-claim-link",
  "routes/account/open-order-link",
  "routes/account/order-again",
  "routes/account/order-links",
  "routes/account/returns/confirm-declared",
  "routes/account/returns/open-confirmation-link",
  "routes/account/returns/withdraw",
  "routes/account/well-known-change-password",
  "routes/api/logout",
  "routes/api/not-found",
  "routes/auth/forgot-password",
  "routes/auth/invitation",
  "routes/auth/login",
  "routes/auth/logout",
  "routes/auth/open-email-undo",
  "routes/auth/open-invitation",
  "routes/auth/open-reset-link",
  "routes/auth/open-sign-in-link",
  "routes/auth/passkey-sign-in",
  "routes/auth/request-sign-in-link",
  "routes/auth/reset-password",
  "routes/auth/second-step",
  "routes/auth/sign-in-by-link",
  "routes/auth/undo-email-change",
  "routes/checkout/payment/approve",
  "routes/checkout/payment/choose-method",
  "routes/checkout/payment/hosted-payment",
  "routes/checkout/payment/payment-return",
  "routes/checkout/payment/payment-secret",
  "routes/dev/mail",
  "routes/dev/mail-as-html",
  "routes/storefront/cart/cart",
  "routes/storefront/cart/discount-link",
  "routes/storefront/cart/enter-discount",
  "routes/storefront/cart/remove-from-cart",
  "routes/storefront/not-found",
  "routes/storefront/product/preview-product",
  "routes/storefront/product/viewed/recently-viewed",
]

interface Declaration {
  audience?: { kind: string } | null
  cache?: CachePolicy
  calls?: { GET?: object }
}

let build: ServerBuild
let declarations: [id: string, Declaration][]

beforeAll(async () => {
  build = await testBuild()
  declarations = Object.values(build.routes).flatMap((route) => {
    const loader = route?.module.loader as Declaration | undefined
    return route && loader && route.id !== "root" ? [[route.id, loader]] : []
  })
})

test("every public route says where its responses may be cached, or is known to be rendered", () => {
  const undeclared = declarations.filter(([, { audience, cache, calls }]) => {
    return !cache && (audience?.kind ?? "visitor") === "visitor" && (!calls || calls.GET)
  })
  expect(undeclared.map(([id]) => id).sort()).toEqual(RENDERED)
})

test("pages for members and administrators are never cached", () => {
  const others = declarations.filter(([, { audience, cache }]) => cache && audience && audience.kind !== "visitor")
  expect(others.map(([id]) => id)).toEqual([])
})

test("the canonical address of a request is independent of unknown parameters", () => {
  const keys = new CacheKeys(build, { current: newCategories })
  const resolve = (url: string) => keys.resolve({ url, headers: {} })?.name
  const id = "0123456789abcdef01234567"
  const addresses = cachedAddresses(id, `/product/${id}/tray`)
  for (const address of [...addresses, `/product/${id}/tray?page=2&sort=lowest`, `/api/v1/reviews?page=2&id=${id}`]) {
    const canonical = resolve(address) ?? ""
    expect([address, resolve(canonical)]).toEqual([address, canonical])
    expect(resolve(`${address}${address.includes("?") ? "&" : "?"}made=up`)).toBe(canonical)
  }
})

test("the cache itself contains no address of the shop", () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".server.ts"))
  const texts = files.map((name) => readFileSync(`${import.meta.dirname}/${name}`, "utf8").replaceAll("/_root", ""))
  expect(texts.flatMap((text) => text.match(/["'`]\/[a-z][^"'`]*/g) ?? [])).toEqual([])
})

let close = async () => {}
afterEach(() => close())

/** A server of one cached route, `/list`, that counts its renderings and returns their input. */
async function openList(policy: Omit<MemoryPolicy, "store">) {
  const test: TestShop = await openTestShop()
  let renderings = 0
  const loader = Object.assign(() => null, { cache: { store: "memory", ...policy } })
  const list = { id: "list", path: "list", module: { loader, default: () => null } }
  const cookies = openCookies({ secrets: ["a secret for the tests only"], secure: false })
  const cache = new ResponseCache({
    ...cookies,
    shop: test.shop,
    build: { routes: { list }, assets: { routes: {}, url: "" } } as unknown as ServerBuild,
    handle: async ({ url, headers }) =>
      new Response(`${++renderings} ${new URL(url).search} ${JSON.stringify([...headers])}`),
    loadContext: () => ({ shop: test.shop }) as AppLoadContext,
    security: [],
    trustProxy: 0,
    clientHash: () => "",
    maxStaleness: 0,
  })
  const app = express().use(cache.handler, (_request, response) => void response.send("rendered for this request"))
  const server: Server = createServer(app).listen(0, "127.0.0.1")
  await new Promise((listening) => server.once("listening", listening))
  close = async () => {
    server.closeAllConnections()
    server.close()
    await test.close()
  }
  const { port } = server.address() as AddressInfo
  return {
    session: await cookies.sessionCookie.write({ token: "x".repeat(32), cart: [] }),
    get: (path: string, headers: Record<string, string> = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers }),
    async getTwice(path: string, headers: Record<string, string> = {}) {
      for (let time = 0; time < 2; time++) await (await this.get(path, headers)).text()
      return (await this.get(path, headers)).text()
    },
  }
}

test("headers named by a policy are part of the key, by their canonical values, and others do not reach the rendering", async () => {
  const list = await openList({
    headers: { "Accept-Language": (value) => value.slice(0, 2), Authorization: (value) => value },
  })
  const sent = { "Accept-Language": "de-AT, de;q=0.9", "User-Agent": "x", Cookie: "_ga=1" }
  const german = await list.getTwice("/list", sent)
  expect(german).toContain('[["accept-language","de"]]')
  expect(await list.getTwice("/list", { "Accept-Language": "de" })).toBe(german)
  expect(await list.getTwice("/list", { "Accept-Language": "fr" })).toContain('[["accept-language","fr"]]')
  const [ada, bob] = [{ Authorization: "Bearer ada" }, { Authorization: "Bearer bob" }]
  const own = await list.getTwice("/list", { ...ada, "Accept-Language": "" })
  expect(own).toContain("Bearer ada")
  expect(await list.getTwice("/list", { ...bob, "Accept-Language": "" })).not.toContain("ada")
  expect(await list.getTwice("/list", { ...ada, "Accept-Language": "" })).toBe(own)
  const { headers } = await list.get("/list", ada)
  expect(headers.get("Vary")).toBe("Accept-Encoding, Cookie, Accept-Language, Authorization")
  expect(headers.get("Cache-Control")).toBe("private, max-age=0, must-revalidate")
  expect(await list.getTwice("/list", { Authorization: "x".repeat(300) })).toBe("rendered for this request")
})

test("headers that a policy does not name are not part of the key", async () => {
  const list = await openList({})
  const plain = await list.getTwice("/list")
  expect(await list.getTwice("/list", { Authorization: "Bearer ada", "Accept-Language": "fr" })).toBe(plain)
  expect(plain).not.toContain("ada")
})

test("parameters that a policy does not name are ignored only if it says so", async () => {
  const strict = await openList({})
  expect(await strict.getTwice("/list?made=up")).toBe("rendered for this request")
  await close()
  const lenient = await openList({ ignoresUnknown: true, parameters: ["page"] })
  const plain = await lenient.getTwice("/list")
  expect(await lenient.getTwice("/list?made=up")).toBe(plain)
  expect(await lenient.getTwice("/list?page=2")).toBe("rendered for this request")
})

test("a request with a cookie named by a policy is rendered for its reader", async () => {
  const personal = await openList({})
  const plain = await personal.getTwice("/list")
  expect(await personal.getTwice("/list", { Cookie: personal.session })).toBe("rendered for this request")
  await close()
  const forAll = await openList({ personal: ["cart", "toast"] })
  expect(await forAll.getTwice("/list", { Cookie: forAll.session })).toBe(await forAll.getTwice("/list"))
  expect(plain).not.toContain("rendered for")
})
