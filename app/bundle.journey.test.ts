import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type BuiltShop, openBuiltShop } from "./testing/built-shop.server"
import { stockShelves } from "./testing/stock-shelves.server"

const ASSETS = "build/client/assets"
const files = readdirSync(ASSETS)
const scripts = files.filter((name) => name.endsWith(".js"))
const read = (name: string) => readFileSync(join(ASSETS, name), "utf8")

describe("what browsers are given", () => {
  test.each([
    ["the rules of forms, which stay on the server", "ZodError"],
    ["the database", "kysely"],
    ["PostgreSQL's client", "pg_catalog"],
    ["the list of countries", "Afghanistan"],
    ["the shop's secrets", "SESSION_SECRET"],
  ])("has nothing of %s", (_, trace) => {
    expect(scripts.filter((name) => read(name).includes(trace))).toEqual([])
  })

  test("loads Stripe's components on the payment page only", () => {
    const withStripe = scripts.filter((name) => read(name).includes("js.stripe.com"))
    const manifest = files.find((name) => name.startsWith("manifest-")) ?? ""
    const { routes } = JSON.parse(
      read(manifest)
        .replace(/^window\.__remixManifest=/, "")
        .replace(/;\s*$/, ""),
    )
    for (const { id, module, imports } of Object.values<{ id: string; module: string; imports: string[] }>(routes)) {
      if (id.includes("checkout/")) continue
      expect([module, ...imports].filter((path) => withStripe.some((name) => path.endsWith(name)))).toEqual([])
    }
  })

  test("gets all styles in at most 15 kB", () => {
    const styles = files.filter((name) => name.endsWith(".css")).map((name) => gzipSync(read(name)).length)
    expect(Math.max(...styles)).toBeLessThanOrEqual(15_000)
  })
})

describe("shopper pages", () => {
  let built: BuiltShop
  let product: string

  beforeAll(async () => {
    built = await openBuiltShop()
    product = (await stockShelves(built.shop, 12))[0]?.id ?? ""
  })
  afterAll(() => built?.close())

  test.each(["/", "/products", "/product", "/cart", "/login", "/search", "/contact"])(
    "%s weighs at most 60 kB",
    async (path) => {
      const answer = await fetch(built.url + (path === "/product" ? `${path}/${product}` : path), {
        headers: { "Accept-Encoding": "identity" },
      })
      const html = await answer.text()
      const [, css = ""] = /href="\/assets\/([^"]+\.css)"/.exec(html) ?? []
      expect(answer.status).toBe(200)
      expect(gzipSync(html).length + gzipSync(read(css)).length).toBeLessThanOrEqual(60_000)
    },
  )
})
