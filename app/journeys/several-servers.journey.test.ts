import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest"
import { type S3Server, startS3Server } from "~/adapters/testing/s3-server"
import type { Member } from "~/domain/accounts/actor"
import { readSavedCart } from "~/domain/cart/saved-cart.server"
import { issueDocuments } from "~/domain/invoices/issue-documents.server"
import { changeSettings } from "~/domain/settings/change-settings.server"
import { readNewestSettings } from "~/domain/settings/settings-versions.server"
import type { Shop } from "~/domain/shop"
import { TestBrowser } from "~/testing/browser/test-browser.server"
import { productPageOf } from "~/testing/pages/product-page.server"
import { type Balancer, startBalancer } from "~/testing/processes/balancer.server"
import { journeySecret } from "~/testing/processes/built-shop.server"
import { type Program, startProgram, untilReady } from "~/testing/processes/program.server"
import { confirmOne, pay, signedInAt, startSaleLoad } from "~/testing/processes/sale-load.server"
import { addBuyers, addProduct } from "~/testing/shop/buyers.server"
import { expectInvariants } from "~/testing/shop/expect-invariants.server"
import { aMember, anAdmin, PASSWORD } from "~/testing/shop/people.server"
import { signUpAdmin } from "~/testing/shop/test-orders.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { freePort } from "~db/embedded/port"

const { url: cluster, prefix } = inject("testDatabases")

test("three processes open one empty database concurrently", async () => {
  const database = await emptyDatabase()
  const ports = [await freePort(), await freePort(), await freePort()]
  const servers = ports.map((port) => startProgram(["build/server/server.js"], environment(database, port)))
  const command = startProgram(["build/server/command.js", "migrate"], environment(database, 0))
  try {
    await Promise.all(servers.map((server, index) => untilReady(`http://localhost:${ports[index]}`, server)))
    expect(await command.ended, command.output()).toEqual({ code: 0, signal: null })
    expect(await ask(database, "select count(*)::int from users where role = 'admin'")).toEqual([{ count: 1 }])
  } finally {
    const ends = await Promise.all(servers.map((server) => server.end("SIGTERM")))
    await drop(database)
    expect(ends.map(({ code }) => code)).toEqual([0, 0, 0])
  }
})

describe("two processes behind a balancer without sticky sessions, with one database and one S3 store", () => {
  let shop: Shop
  let opened: TestShop
  let store: S3Server
  let balancer: Balancer
  let servers: Program[]
  let ports: number[]

  const keys = { region: "us-east-1", accessKeyId: "shop", secretAccessKey: "a secret of the store" }
  const UNITS = 5_000
  const BUYERS = 6
  const [CHANGES, SECOND] = [3, 1_000]
  /** Milliseconds until the balancer has used both processes */
  const READY_TIMEOUT = 20_000

  beforeAll(async () => {
    opened = await openTestShop()
    shop = opened.shop
    ;[store, balancer] = await Promise.all([startS3Server({ ...keys, bucket: "pictures" }), startBalancer()])
    ports = [await freePort(), await freePort()]
    servers = await Promise.all(ports.map(start))
    for (const port of ports) balancer.add(port)
    await vi.waitUntil(async () => {
      await fetch(`${balancer.url}/healthz`)
      return ports.every((port) => balancer.answered.includes(port))
    }, READY_TIMEOUT)
  })
  afterAll(async () => {
    await Promise.all((servers ?? []).map((server) => server.end("SIGKILL")))
    await Promise.all([balancer?.close(), store?.close(), opened?.close()])
  })

  async function start(port: number): Promise<Program> {
    const server = startProgram(["build/server/server.js"], {
      PORT: String(port),
      APP_URL: balancer.url,
      TRUST_PROXY: "1",
      DRAIN_SECONDS: "3",
      DATABASE_URL: opened.databaseUrl,
      SESSION_SECRET: journeySecret,
      PAYMENTS: "sandbox",
      S3_BUCKET: "pictures",
      S3_ENDPOINT: store.url,
      S3_FORCE_PATH_STYLE: "true",
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
      LOG_LEVEL: "warn",
    })
    await untilReady(`http://localhost:${port}`, server)
    return server
  }

  /** Sends requests until both processes have answered. */
  async function fromBoth(ask: () => Promise<Response>): Promise<string[]> {
    const before = balancer.answered.length
    const texts: string[] = []
    for (let times = 0; times < 4; times++) texts.push(await (await ask()).text())
    expect(new Set(balancer.answered.slice(before))).toEqual(new Set(ports))
    return texts
  }

  const visitor = () => new TestBrowser(balancer.url)

  test("a session, a cart, a message and the count of failed sign-ins are shared by all processes", async () => {
    const [tray, member] = await Promise.all([addProduct(shop, { stock: UNITS }), aMember(shop)])
    const browser = visitor()
    const path = await productPageOf(shop, tray)
    for (let units = 1; units <= 3; units++) {
      const added = await browser.post(path, { product: tray, quantity: units })
      const cart = await (await browser.get(added.headers.get("Location") ?? "/cart")).text()
      expect(cart).toContain("toast")
    }
    await browser.post("/login", { email: member.email, password: PASSWORD })
    expect(await readSavedCart(shop, member.id)).toMatchObject([{ variantId: tray, quantity: 3 }])
    for (const page of await fromBoth(() => browser.get("/account"))) expect(page).toContain(member.email)
    await browser.post("/logout", {})
    for (const page of await fromBoth(() => browser.get("/account"))) expect(page).not.toContain(member.email)

    const guess = () => visitor().json("POST", "/api/v1/login", { email: member.email, password: "not this one" })
    const guesses: number[] = []
    for (let guessed = 0; guessed < 12; guessed++) guesses.push((await guess()).status)
    expect(guesses).toEqual([...Array(10).fill(401), 429, 429])
  })

  test("a page published or a picture uploaded at one process is shown by both, whatever they have cached", async () => {
    await signUpAdmin(shop, "keeper@shop.example")
    const adminBrowser = visitor()
    await adminBrowser.post("/login", { email: "keeper@shop.example", password: PASSWORD })
    const list = () => fetch(`${balancer.url}/api/v1/product`)
    const counted = (text: string) => (JSON.parse(text) as { productCount: number }).productCount
    const [before = "", ...others] = await fromBoth(list)
    expect(others.map(counted)).toEqual(others.map(() => counted(before)))

    const body = new FormData()
    const fields = { name: "Oak shelf", price: "80", desc: "For books.", category: "Kitchen", stock: "4" }
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    const sharp = (await import("sharp")).default
    const picture = sharp({ create: { width: 400, height: 400, channels: 3, background: "#a52" } })
    body.append(
      "images",
      new File([new Uint8Array(await picture.png().toBuffer())], "shelf.png", { type: "image/png" }),
    )
    const headers = { Origin: balancer.url }
    const published = await adminBrowser.send("/admin/product", { method: "POST", body, headers })
    expect(await (await adminBrowser.get(published.headers.get("Location") ?? "")).text()).toContain("Product created")
    expect(new Set(balancer.answered.slice(-2)).size).toBe(2)

    await sleep(550)
    for (const text of await fromBoth(list)) {
      expect(counted(text)).toBe(counted(before) + 1)
      const [name = ""] = text.split(`"${store.url}/pictures/`)[1]?.split('"') ?? []
      expect(store.objects.has(name)).toBe(true)
    }
  })

  test("an anonymous visitor sees new settings within a second, at either process, and no older ones after that", async () => {
    const admin = await anAdmin(shop)
    const paths = ["/", "/products", "/about", "/_root.data"]
    const reads: { beganAt: number; text: string }[] = []
    const committed: number[] = []
    const isSettled = (beganAt: number) => committed.length === CHANGES && beganAt > (committed.at(-1) ?? 0) + SECOND
    const readers = ports.map(async (port) => {
      for (let settled = 0; settled < paths.length; ) {
        for (const path of paths) {
          const beganAt = performance.now()
          reads.push({ beganAt, text: await (await fetch(`http://localhost:${port}${path}`)).text() })
          if (isSettled(beganAt)) settled++
        }
      }
    })
    for (let change = 1; change <= CHANGES; change++) {
      const { version, settings } = await readNewestSettings(shop)
      const facts = { ...settings, name: `Shop of day ${change}`, announcement: `Closed on day ${change}` }
      await changeSettings(shop, admin, { snapshot: version, facts })
      committed.push(performance.now())
      await sleep(SECOND + 200)
    }
    await Promise.all(readers)
    for (const { beganAt, text } of reads) {
      const least = committed.filter((at) => beganAt > at + SECOND).length
      const said = [/Shop of day (\d)/, /Closed on day (\d)/].map((words) => Number(words.exec(text)?.[1] ?? 0))
      expect(Math.min(...said)).toBeGreaterThanOrEqual(least)
    }
  })

  test("the last unit is held for one shopper, whichever process is first, and every job is done once", async () => {
    const lamp = await addProduct(shop, { name: "Last lamp", stock: 1 })
    const buyers = await addBuyers(shop, 4)
    const browsers = await Promise.all(buyers.map((member) => signedInAt({ shop, url: balancer.url }, member)))
    const led = await Promise.all(
      buyers.map((member, index) => confirmOne(shop, { browser: browsers[index] as TestBrowser, member }, lamp)),
    )
    expect(led.filter((path) => path === "/process/payment")).toHaveLength(1)
    const order = await pay(browsers[led.indexOf("/process/payment")] as TestBrowser)
    const mails = () =>
      shop.db
        .selectFrom("mails")
        .select(["attempts", "sent_at"])
        .where("dedupe_key", "like", `%${order}`)
        .where("recipient", "like", "%@buyers.test")
        .execute()
    await expect.poll(mails).toEqual([{ attempts: 1, sent_at: expect.any(Date) }])
  })

  test("processes are replaced one after the other while people browse and buy, and no request fails", async () => {
    const tray = await addProduct(shop, { stock: UNITS })
    const load = await startSaleLoad({ shop, url: balancer.url }, tray, BUYERS)
    await load.more(BUYERS)
    for (const [index, port] of ports.entries()) {
      const ending = servers[index]?.end("SIGTERM")
      const ask = (path: string) => fetch(`http://localhost:${port}${path}`)
      await expect.poll(async () => (await ask("/readyz")).status).toBe(503)
      const { status, headers } = await ask("/products")
      expect([status, headers.get("connection")]).toEqual([200, "close"])
      expect(await ending).toEqual({ code: 0, signal: null })
      servers[index] = await start(port)
      await load.more(BUYERS)
    }
    const { orders, failures } = await load.stop()
    expect(failures).toEqual([])
    const placed = await ordersOf(load.buyers)
    expect(placed.sort()).toEqual(orders.sort())
    await expectInvariants(shop, { shelved: { [tray]: UNITS } })
  })

  test("a process killed during sales loses no order, creates none twice, and leaves no gap in the invoices", async () => {
    const tray = await addProduct(shop, { stock: UNITS })
    const { version, settings } = await readNewestSettings(shop)
    await changeSettings(shop, await anAdmin(shop), {
      snapshot: version,
      facts: { ...settings, invoiceNumbers: "INV-{number}" },
    })
    const load = await startSaleLoad({ shop, url: balancer.url }, tray, BUYERS)
    await load.more(BUYERS)
    await servers[0]?.end("SIGKILL")
    await load.more(2 * BUYERS)
    const { orders, payments } = await load.stop()
    opened.clock.advance({ minutes: 16 })
    await expectInvariants(shop, { shelved: { [tray]: UNITS } })
    const placed = await ordersOf(load.buyers)
    expect(placed).toEqual(expect.arrayContaining(orders))
    expect(placed.length).toBeLessThanOrEqual(payments)
    await issueDocuments(shop)
    const invoices = await shop.db
      .selectFrom("billing_documents")
      .select(["sequence_number", "order_id"])
      .orderBy("sequence_number")
      .execute()
    expect(invoices.length).toBeGreaterThan(BUYERS)
    expect(invoices.map((invoice) => invoice.sequence_number)).toEqual(invoices.map((_, index) => index + 1))
    expect(new Set(invoices.map(({ order_id }) => order_id)).size).toBe(invoices.length)
  })

  async function ordersOf(buyers: Member[]): Promise<string[]> {
    const ids = buyers.map(({ id }) => id)
    const rows = await shop.db.selectFrom("orders").select("id").where("user_id", "in", ids).execute()
    return rows.map(({ id }) => id)
  }
})

function environment(database: string, port: number): Record<string, string> {
  return {
    PORT: String(port || 3000),
    DATABASE_URL: database,
    SESSION_SECRET: "a secret of some length",
    PAYMENTS: "sandbox",
    LOG_LEVEL: "warn",
    ADMIN_EMAIL: "keeper@shop.example",
    ADMIN_PASSWORD: "a long and quiet password",
  }
}

async function emptyDatabase(): Promise<string> {
  const name = prefix + randomUUID().replaceAll("-", "")
  await ask(cluster, `create database ${name}`)
  const url = new URL(cluster)
  url.pathname = name
  return url.href
}

const drop = (url: string) => ask(cluster, `drop database if exists ${new URL(url).pathname.slice(1)} with (force)`)

async function ask(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
