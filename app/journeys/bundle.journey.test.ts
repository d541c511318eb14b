import { readdirSync, readFileSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { brotliCompressSync, gzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type BuiltShop, openBuiltShop } from "~/testing/processes/built-shop.server"
import { publishDemoProducts } from "~/testing/shop/published-products.server"

const ASSETS = "build/client/assets"
const files = readdirSync(ASSETS)
const scripts = files.filter((name) => name.endsWith(".js"))
const read = (name: string) => readFileSync(join(ASSETS, name), "utf8")

describe("files for browsers", () => {
  test.each([
    ["the rules of forms, which stay on the server", "ZodError"],
    ["the database", "kysely"],
    ["PostgreSQL's client", "pg_catalog"],
    ["the list of countries", "Afghanistan"],
    ["the shop's secrets", "SESSION_SECRET"],
  ])("contain nothing of %s", (_, trace) => {
    expect(scripts.filter((name) => read(name).includes(trace))).toEqual([])
  })

  const routesIn = (list: string): Record<string, { path?: string; module: string; imports?: string[] }> => {
    const start = "window.__remixManifest="
    const named = scripts.filter((name) => name.startsWith(list)).map(read)
    const [text = ""] = named.filter((text) => text.startsWith(start))
    return JSON.parse(text.slice(start.length)).routes
  }
  /** The routes known to browsers, by their ids, and the file of each */
  const routes = routesIn("manifest-")

  /** A file and all its static imports */
  function loadedWith(name: string, loaded = new Set<string>()): Set<string> {
    if (loaded.has(name)) return loaded
    loaded.add(name)
    for (const [, imported = ""] of read(name).matchAll(/\b(?:from|import) ?"\.\/([^"]+)"/g))
      loadedWith(imported, loaded)
    return loaded
  }
  const fileOf = (id: string) => routes[id]?.module.replace("/assets/", "") ?? ""

  test("load Stripe's components on the payment page only", () => {
    const withStripe = scripts.filter((name) => read(name).includes("js.stripe.com"))
    expect(withStripe).not.toEqual([])
    for (const id of Object.keys(routes)) {
      if (id.includes("checkout/")) continue
      expect([...loadedWith(fileOf(id))].filter((name) => withStripe.includes(name))).toEqual([])
    }
  })

  test("have the routes of all screens, and of no call", () => {
    expect(Object.keys(routes)).toEqual(expect.arrayContaining(["root", "routes/auth/login", "routes/api/docs"]))
    expect(Object.values(routes).filter(({ path, imports }) => path?.startsWith("api/v1/") || imports)).toEqual([])
  })

  test("have the back office in the back office only", async () => {
    const inBackOffice = (id: string) => id.startsWith("routes/admin/")
    const shared = Object.keys(routes).filter((id) => !inBackOffice(id))
    expect(shared.length).toBeLessThan(Object.keys(routes).length)
    expect(Object.keys(routesIn("shoppers-"))).toEqual(shared)
  })

  test.each(["routes/storefront/home", "routes/storefront/products/products", "routes/storefront/product/product"])(
    "add one file for %s to those of every page, so that a link can preload it",
    (id) => {
      const everywhere = loadedWith(fileOf("root"))
      expect(everywhere.size).toBeGreaterThan(3)
      expect([...loadedWith(fileOf(id))].filter((name) => !everywhere.has(name))).toEqual([fileOf(id)])
    },
  )

  test("have all styles in at most 15 kB", () => {
    const styles = files.filter((name) => name.endsWith(".css")).map((name) => gzipSync(read(name)).length)
    expect(Math.max(...styles)).toBeLessThanOrEqual(15_000)
  })

  test("define colours for browsers without light-dark() as well", () => {
    const styles = files.filter((name) => name.endsWith(".css")).map((name) => String(read(name)))
    expect(styles.join()).toContain("@supports not (color: light-dark(red,red)){:root{--paper:")
  })
})

describe("the server", () => {
  const SERVER = "build/server"

  /** The code and packages loaded before the first request: static imports only */
  function loadedAtStart() {
    const programs = readdirSync(join(SERVER, "assets")).filter((name) => /^server(-build)?-[\w-]+\.js$/.test(name))
    const waiting = [join(SERVER, "server.js"), ...programs.map((name) => join(SERVER, "assets", name))]
    const loaded = new Set(waiting)
    const packages = new Set<string>()
    for (const file of waiting) {
      const imported = readFileSync(file, "utf8").matchAll(/^\s*(?:import|export)\b[^;"'`]*?["']([^"']+)["'];?$/gm)
      for (const [, target = ""] of imported) {
        const found = join(dirname(file), target)
        if (!target.startsWith(".")) packages.add(target)
        else if (!loaded.has(found)) {
          loaded.add(found)
          waiting.push(found)
        }
      }
    }
    return { files: [...loaded], packages: [...packages] }
  }

  test("loads optional parts on demand: the back office, services, countries, pictures, tables, common passwords", () => {
    const { files, packages } = loadedAtStart()
    expect(packages).toContain("express")
    expect(packages).toContain("@remix-run/node")
    // The build contains the only React, because a second one would not share its state.
    expect(packages.filter((name) => /^(react|scheduler|@conform-to|@stripe\/react)/.test(name))).toEqual([])
    const heavy =
      /^(stripe|@aws-sdk|nodemailer|sharp|csv-|country-state-city|@zxcvbn-ts|age-encryption|tar-stream|autocannon)/
    expect(packages.filter((name) => heavy.test(name))).toEqual([])
    const code = files.map((file) => readFileSync(file, "utf8")).join("\n")
    expect(code).not.toContain("Afghanistan")
    const onDemand = readdirSync(join(SERVER, "assets")).map((name) =>
      readFileSync(join(SERVER, "assets", name), "utf8"),
    )
    for (const text of ["packing slip of order", "create table users"]) {
      expect(onDemand.join("\n").toLowerCase()).toContain(text)
      expect(code.toLowerCase()).not.toContain(text)
    }
    // Kysely, zod and React with its renderer take a million bytes.
    expect(code.length).toBeLessThan(2_720_000)
  })
})

describe("shopper pages", () => {
  let built: BuiltShop
  let product: string

  beforeAll(async () => {
    built = await openBuiltShop()
    product = (await publishDemoProducts(built.shop, 12))[0]?.id ?? ""
  })
  afterAll(() => built?.close())

  test("the reference of a fresh process describes the calls of the back office", async () => {
    const { paths } = await (await fetch(`${built.url}/api/v1/openapi.json`)).json()
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(["/api/v1/product", "/api/v1/admin/order/{id}"]))
    const refused = await fetch(`${built.url}/api/v1/admin/orders`)
    expect([refused.status, await refused.json()]).toMatchObject([401, { success: false }])
  })

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

  /**
   * Limits that a change must not exceed unnoticed: kilobytes of HTML, the same with gzip, and scripts. Lower them when
   * a page needs less.
   */
  test.each([
    ["/", 29.9, 6.3, 7],
    ["/products", 27.1, 6.8, 7],
    ["/product", 16.3, 5.2, 7],
  ])(
    "%s has at most %d kB of HTML, %d kB compressed, and at most %i scripts",
    async (path, raw, compressed, scripts) => {
      const address = built.url + (path === "/product" ? `${path}/${product}` : path)
      const html = await (await fetch(address, { headers: { "Accept-Encoding": "identity" } })).text()
      const named = new Set(html.match(/\/assets\/[^"'\\]+\.js/g))
      const measured = { raw: html.length, compressed: gzipSync(html).length, scripts: named.size }
      expect(named.size).toBeGreaterThan(0)
      expect(measured.raw, JSON.stringify(measured)).toBeLessThanOrEqual(raw * 1_000)
      expect(measured.compressed, JSON.stringify(measured)).toBeLessThanOrEqual(compressed * 1_000)
      expect(measured.scripts, JSON.stringify(measured)).toBeLessThanOrEqual(scripts)
    },
  )

  /** The test chooses a variant on a product page. */
  test.each([
    ["/", 92],
    ["/products", 92.7],
    ["/product", 95.7],
  ])("%s needs at most %d kB of scripts, none before it is rendered", async (path, kilobytes) => {
    const html = await (await fetch(built.url + (path === "/product" ? `${path}/${product}` : path))).text()
    const named = [...new Set(html.match(/(?<=\/assets\/)[^"'\\]+\.js/g))]
    const sizes = named.map((name) => brotliCompressSync(read(name)).length)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(kilobytes * 1_000)
    expect(html.match(/<link[^>]*modulepreload|<script[^>]* src=/g)).toBeNull()
    expect(
      [...html.matchAll(/<link rel="preload" href="\/assets\/([a-z]+)-[^>]* as="font"/g)].map(([, name]) => name),
    ).toEqual(["hanken", "newsreader"])
    expect(html.match(/<link rel="preload"/g)).toHaveLength(2)
    expect(html.match(/fetchpriority="high"/g) ?? []).toHaveLength(1)
  })

  test("get both fonts in at most 27 kB, and with rare letters in at most 45 kB", () => {
    const sizesOf = (ending: RegExp) =>
      files.filter((name) => ending.test(name)).map((name) => statSync(join(ASSETS, name)).size)
    const [basic, all] = [sizesOf(/^[a-z]+-(?!extra-)[\w-]{8}\.woff2$/), sizesOf(/\.woff2$/)]
    expect([basic.length, all.length]).toEqual([2, 4])
    const sum = (sizes: number[]) => sizes.reduce((sum, size) => sum + size, 0)
    expect(sum(basic)).toBeLessThanOrEqual(27_000)
    expect(sum(all)).toBeLessThanOrEqual(45_500)
  })

  test("get every script and style in the compressed form of the build", async () => {
    const large = files.filter((name) => /\.(css|js)$/.test(name) && read(name).length > 1_000)
    expect(large.length).toBeGreaterThan(20)
    for (const name of large) {
      const headers = { "Accept-Encoding": "gzip, deflate, br" }
      const answer = await fetch(`${built.url}/assets/${name}`, { method: "HEAD", headers })
      expect([name, answer.headers.get("content-encoding"), answer.headers.get("content-length")]).toEqual([
        name,
        "br",
        String(statSync(join(ASSETS, `${name}.br`)).size),
      ])
      expect(JSON.stringify([...answer.headers]).length).toBeLessThanOrEqual(700)
    }
  })
})
