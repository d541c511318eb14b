import { cpSync, rmSync, symlinkSync } from "node:fs"
import { join, resolve } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { TestBrowser } from "~/testing/browser/test-browser.server"
import { imageNodeVersion, installImageNode } from "~/testing/image-node.server"
import { hiddenFields } from "~/testing/pages/web-checkout.server"
import { journeySecret } from "~/testing/processes/built-shop.server"
import { type Program, startProcess, untilReady } from "~/testing/processes/program.server"
import { pay } from "~/testing/processes/sale-load.server"
import { addProduct, stockOf, testAddress } from "~/testing/shop/buyers.server"
import { PASSWORD } from "~/testing/shop/people.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { freePort } from "~db/embedded/port"
import { createTestFolder } from "~db/testing/test-folder"

const folder = createTestFolder()
const node = installImageNode(folder)
if (!node) console.warn(`Node ${imageNodeVersion()} could not be had from the registry: the shop was not tried on it`)

describe.skipIf(!node)(`on Node ${imageNodeVersion()}, the image's version`, () => {
  let opened: TestShop
  let server: Program | undefined
  beforeAll(async () => {
    opened = await openTestShop()
  })
  afterAll(async () => {
    await server?.end("SIGTERM")
    await opened?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test("the shop is built, opened, and sells from the front page to the order", async () => {
    const project = join(folder, "shop")
    const sources = ["app", "db", "public", "server.ts", "remix.config.js", "tsconfig.json", "package.json"]
    for (const path of [...sources, "package-lock.json"]) cpSync(path, join(project, path), { recursive: true })
    symlinkSync(resolve("node_modules"), join(project, "node_modules"))
    const build = startProcess(node ?? "", ["app/commands/build.mjs"], { cwd: project })
    expect((await build.ended).code, build.output()).toBe(0)

    const { shop, databaseUrl, mediaFolder } = opened
    const port = await freePort()
    server = startProcess(node ?? "", ["build/server/server.js"], {
      cwd: project,
      env: {
        PORT: String(port),
        DATABASE_URL: databaseUrl,
        DATA_DIR: mediaFolder,
        SESSION_SECRET: journeySecret,
        PAYMENTS: "sandbox",
        NODE_ENV: "production",
        LOG_LEVEL: "warn",
      },
    })
    const browser = new TestBrowser(`http://localhost:${port}`)
    await untilReady(browser.url, server)

    const product = await addProduct(shop, { stock: 3 })
    expect(await (await browser.get("/products")).text()).toContain("Walnut tray")
    const account = { name: "Ada", email: "ada@shop.example", password: PASSWORD }
    expect((await browser.json("POST", "/api/v1/register", account)).status).toBe(201)
    expect((await browser.post(`/product/${product}`, { product, quantity: 2 })).status).toBe(303)
    expect((await browser.post("/shipping", { ...testAddress, suburb: testAddress.city })).status).toBe(303)
    const confirmation = hiddenFields(await (await browser.get("/order/confirm")).text())
    const confirmed = await browser.post("/order/confirm", confirmation)
    expect(confirmed.headers.get("Location")).toBe("/process/payment")
    const order = await pay(browser)
    expect(await (await browser.get(`/order/${order}`)).text()).toContain("Walnut tray")
    expect(await stockOf(shop, product)).toBe(1)
    expect(await server.end("SIGTERM")).toEqual({ code: 0, signal: null })
    // Node prints no deprecation warnings.
    const said = server.output().split("\n")
    expect(said.filter((line) => line !== "" && !line.includes("test cards buy everything"))).toEqual([])
  })
})
