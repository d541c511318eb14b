import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest"
import { sendLink } from "~/domain/accounts/passwords/mailed-links.server"
import { deliverDueMails } from "~/domain/mail/deliver.server"
import { MailRefused } from "~/domain/mail/mailer"
import { advanceOrder } from "~/domain/orders/advance-order.server"
import { sendOrderLinks } from "~/domain/orders/send-order-links.server"
import { fileRequestedWithdrawal } from "~/domain/returns/request-withdrawal.server"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { fillShelves, reviewByCrowd } from "~/testing/crowds.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { addProduct } from "~/testing/shop/buyers.server"
import { captureLog } from "~/testing/shop/captured-log.server"
import { anAdmin } from "~/testing/shop/people.server"

const { log, lines, clear } = captureLog()
let server: TestServer
let product: string

beforeAll(async () => {
  server = await openTestServer({ log })
  product = await addProduct(server.shop, { price: 5_000, stock: 10 })
})
afterAll(() => server?.close())
beforeEach(clear)

interface Line {
  msg: string
  level: number
  requestId?: string
  [field: string]: unknown
}

const said = () => lines.map((line) => JSON.parse(line) as Line)

/** The log line of the last request to a path, which is written after the response */
async function request(path: string, status?: number): Promise<Line> {
  const find = () => said().findLast((line) => line.path === path && (!status || line.status === status))
  await expect.poll(find).toBeDefined()
  return find() as Line
}

const secrets = {
  email: "ada.secret@shop.example",
  password: "correct horse battery",
  wrong: "an entirely wrong one",
  changed: "a brand new battery horse",
  reset: "yet another staple phrase",
  street: "17 Hidden Lane",
  pinCode: "99321",
  phone: "5095550177",
  card: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
  cvc: "7391",
  keyword: "a-very-private-search",
}
const address = { address: secrets.street, suburb: "Nowhere", country: "US", state: "WA" }

/** The hidden fields of a page's form */
async function hiddenFields(browser: TestBrowser, path: string): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  const html = await (await browser.get(path)).text()
  for (const [, name = "", value = ""] of html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)) {
    found[name] = [...(found[name] ?? []), value]
  }
  return found
}

async function pay(browser: TestBrowser, number: string): Promise<number> {
  const fields = await hiddenFields(browser, "/process/payment")
  const { status } = await browser.post("/process/payment", { ...fields, number, expiry: "12/99", cvc: secrets.cvc })
  return status
}

const withoutPid = (line: string) => line.replace(/"pid":\d+,/, "")

/** Numbers are searched for as whole words, because a few digits occur in a time or an id by chance. */
const trace = (secret: string) => (/^\d+$/.test(secret) ? new RegExp(`\\b${secret}\\b`) : literally(secret))
const literally = (text: string) => new RegExp(text.replaceAll(/[^\w\s]/g, "\\$&"))

test("no secret, token, address, card number or query of any journey is in the log", async () => {
  const browser = server.visitor()
  const cookies = new Set<string>()
  const noteCookies = () => {
    for (const cookie of browser.cookie.split("; ")) cookies.add(cookie.split("=").slice(1).join("="))
  }
  const account = { name: "Ada", email: secrets.email, password: secrets.password }
  expect((await browser.json("POST", "/api/v1/register", account)).status).toBe(201)
  noteCookies()
  await browser.post("/logout", {})
  await browser.post("/login", { email: secrets.email, password: secrets.wrong })
  await browser.json("POST", "/api/v1/login", { email: secrets.email, password: secrets.wrong })
  expect((await browser.post("/login", { email: secrets.email, password: secrets.password })).status).toBe(303)
  noteCookies()
  await browser.get(`/products/x?keyword=${secrets.keyword}`)
  await browser.post(`/product/${product}`, { product, quantity: 1 })
  const shipping = { ...address, pinCode: secrets.pinCode, phoneNo: secrets.phone }
  expect((await browser.post("/shipping", { ...shipping, state: "Nonsense" })).status).toBe(400)
  expect((await browser.post("/shipping", shipping)).status).toBe(303)
  const confirmed = await browser.post("/order/confirm", await hiddenFields(browser, "/order/confirm"))
  expect(confirmed.headers.get("Location")).toBe("/process/payment")
  expect(await pay(browser, secrets.declined)).toBe(402)
  expect(await pay(browser, secrets.card)).toBe(303)
  const bought = { card: { number: secrets.card, cvc: secrets.cvc }, client_secret: "pi_of_nobody_secret_1234" }
  await browser.json("POST", "/api/v1/sandbox/confirm", bought)
  const change = { oldPassword: secrets.password, newPassword: secrets.changed, confirmPassword: secrets.changed }
  expect((await browser.post("/password/update", change)).status).toBe(303)
  noteCookies()
  await browser.post("/password/forgot", { email: secrets.email })
  await sendLink(server.shop, "password-reset", secrets.email)
  const { text_body } = await server.shop.db
    .selectFrom("mails")
    .select("text_body")
    .where("kind", "=", "password-reset")
    .executeTakeFirstOrThrow()
  const path = new URL(/http\S+reset\S+/.exec(text_body)?.[0] ?? "").pathname
  const token = path.split("/").at(-1) ?? ""
  const fields = { password: secrets.reset, confirmPassword: secrets.reset }
  await browser.get(path)
  await browser.get(`/Password/Reset/${token}`)
  await browser.get(`/orders/join/${token}`)
  noteCookies()
  expect((await browser.json("PUT", `/api/v1/reset/password/${token}`, fields)).status).toBe(200)
  noteCookies()
  await browser.post("/logout", {})
  await request("/logout")
  expect(lines.length).toBeGreaterThan(25)
  const hidden = [...Object.values(secrets), token, "secret_1234", ...cookies].filter((secret) => secret.length > 2)
  expect(token.length).toBeGreaterThan(20)
  for (const line of lines) for (const secret of hidden) expect(withoutPid(line)).not.toMatch(trace(secret))
  expect(lines.join().replaceAll(/\D/g, "")).not.toContain(secrets.card.replaceAll(" ", ""))
}, 60_000)

/** Returns the path with a token in the newest mail of a kind. */
async function mailedLink(kind: string): Promise<{ path: string; token: string }> {
  const mails = server.shop.db.selectFrom("mails").select("text_body").where("kind", "=", kind).orderBy("id", "desc")
  const { text_body } = await mails.limit(1).executeTakeFirstOrThrow()
  const path = /(?<=http:\/\/[^/\s]+)\/\S+\/[\w-]{32,}/.exec(text_body)?.[0] ?? ""
  return { path, token: path.split("/").at(-1) ?? "" }
}

test("nor of a guest’s order, its links, a withdrawal, a return and the personal data", async () => {
  const guest = server.visitor()
  const { street, pinCode, phone, card } = secrets
  const [name, email, words] = ["Zephyrine Quillfeather", "zephyrine@quillfeather.test", "Wobblegong scratched it"]
  await guest.post(`/product/${product}`, { product, quantity: 2 })
  expect((await guest.post("/login?guest&redirect=/shipping", { email: "zephyrine@" })).status).toBe(400)
  expect((await guest.post("/login?guest&redirect=/shipping", { email })).status).toBe(303)
  await guest.post("/shipping", { ...address, address: street, pinCode, phoneNo: phone, name })
  await guest.post("/order/confirm", await hiddenFields(guest, "/order/confirm"))
  expect(await pay(guest, card)).toBe(303)
  const { id, number } = await server.shop.db
    .selectFrom("orders")
    .select(["id", "number"])
    .where("user_email", "=", email)
    .executeTakeFirstOrThrow()
  await advanceOrder(server.shop, await anAdmin(server.shop), id, "Shipped")
  const links = [await mailedLink("order-confirmed")]
  const guessed = await server.visitor().get(`/order/link/${"Quillfeather".padEnd(32, "x")}`)
  expect(guessed.status).toBeLessThan(500)
  const opened = server.visitor()
  expect((await opened.get(links[0]?.path ?? "")).status).toBe(302)
  await opened.get(`/order/link/${links[0]?.token}.data`)
  expect((await opened.get(`/order/${id}`)).status).toBe(200)
  await server.visitor().post("/order/links", { email })
  await sendOrderLinks(server.shop, email)
  links.push(await mailedLink("order-links"))
  await opened.get(`/order/${id}/data`)
  expect((await opened.get(`/order/${id}/data/everything.json`)).status).toBe(200)
  const line = (await hiddenFields(opened, `/order/${id}/return`))["units[0].line"]?.[0] ?? ""
  const units = { "units[0].line": line, "units[0].quantity": 1, available: 2 }
  await opened.post(`/order/${id}/return`, { ...units, details: words })
  const returned = await opened.post(`/order/${id}/return`, { ...units, reason: "Damaged or faulty", details: words })
  expect(returned.status).toBe(303)
  const stated = { name, email, order: `#${number}`, items: words, reason: words }
  expect((await server.visitor().post("/withdraw", { ...stated, confirmed: "yes" })).status).toBe(303)
  await fileRequestedWithdrawal(server.shop, { address: "203.0.113.7", ...stated, at: server.shop.now().toISOString() })
  const refuse = () => Promise.reject(new MailRefused(`550 5.1.1 <${email}>: no such mailbox`))
  await deliverDueMails({ ...server.shop, mailer: { kind: "smtp", send: refuse } })

  expect((await guest.post(`/success?order=${id}`, { password: secrets.password })).status).toBe(303)
  await guest.post("/logout", {})
  await opened.post("/login/link", { email })
  await sendLink(server.shop, "sign-in", email)
  links.push(await mailedLink("sign-in-link"))
  await opened.get(links.at(-1)?.path ?? "")
  await opened.post("/logout", {})
  await request("/logout")
  expect(lines.join()).toContain("an email was not accepted")
  expect(links.map(({ token }) => token.length >= 32)).toEqual([true, true, true])
  const hidden = [name, "Quillfeather", email, "Wobblegong", street, pinCode, phone, secrets.password]
  for (const line of lines)
    for (const secret of [...hidden, ...links.map(({ token }) => token)])
      expect(withoutPid(line)).not.toMatch(trace(secret))
}, 60_000)

test("sign-ins, failures, password changes and sign-outs are logged with their origin", async () => {
  const browser = server.visitor()
  const account = { name: "Eve", email: "eve@shop.example", password: secrets.password }
  const { user } = await (await browser.json("POST", "/api/v1/register", account)).json()
  const userId = user._id
  await browser.post("/login", { email: account.email, password: secrets.wrong })
  await browser.post("/login", { email: "ghost@shop.example", password: secrets.wrong })
  const change = { oldPassword: secrets.password, newPassword: secrets.changed, confirmPassword: secrets.changed }
  await browser.post("/password/update", change)
  await browser.post("/password/forgot", { email: account.email })
  await browser.post("/logout", {})
  const { requestId } = await request("/logout")
  const events = said().filter(({ msg }) => msg !== "request")
  const told = events.map(({ msg, userId: who, account: hash }) => [msg, who ?? (hash === undefined ? null : "hash")])
  expect(told).toEqual([
    ["signed in", userId],
    ["sign-in refused: wrong password", userId],
    ["sign-in refused: no such account", "hash"],
    ["password changed", userId],
    ["signed in", userId],
    ["password reset requested", "hash"],
    ["signed out", userId],
  ])
  for (const event of events)
    expect(event).toMatchObject({ level: 30, address: expect.stringMatching(/127\.0\.0\.1|::1/) })
  expect(events.at(-1)?.requestId).toBe(requestId)
  expect(await request("/logout")).toMatchObject({
    userId,
    method: "POST",
    status: 303,
    milliseconds: expect.any(Number),
  })
})

test("a refusal names its guard, and the limit that was reached", async () => {
  const browser = server.visitor()
  await browser.get("/account")
  expect(await request("/account")).toMatchObject({ refusal: "unauthenticated", status: 302 })
  await browser.json("POST", "/api/v1/register", { name: "Bob", email: "bob@shop.example", password: secrets.password })
  await browser.get("/admin/orders")
  expect(await request("/admin/orders")).toMatchObject({
    refusal: "forbidden",
    userId: expect.stringMatching(/^\w{24}$/),
  })
  await browser.json("GET", "/api/v1/admin/orders")
  expect(await request("/api/v1/admin/orders")).toMatchObject({ refusal: "forbidden", status: 403 })
  await browser.post("/shipping", {}, { Origin: "https://evil.example" })
  expect(await request("/shipping")).toMatchObject({ refusal: "crossSite", status: 403 })
  await browser.post("/about", {})
  expect(await request("/about")).toMatchObject({ refusal: "method", status: 405 })
  await browser.post("/cart/remove", Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`x${at}`, "y"])))
  expect(await request("/cart/remove")).toMatchObject({ refusal: "tooLarge", status: 413 })
  await browser.post("/update", { name: "", email: "x" })
  expect(await request("/update")).toMatchObject({ refusal: "invalid", status: 400 })
  for (let tries = 0; tries < 6; tries++)
    await server.visitor().post("/password/forgot", { email: "busy@shop.example" })
  expect(await request("/password/forgot", 429)).toMatchObject({
    refusal: "tooMany",
    limit: expect.any(String),
    status: 429,
  })
})

test("an error is logged without the values that it quotes", async () => {
  const { db } = server.shop
  const twice = db.insertInto("sessions").values({ id: "x", token_hash: secrets.street, user_id: "nobody" } as never)
  const err = await twice.execute().then(
    () => null,
    (error: Error) => Object.assign(error, { detail: `Key (street)=(${secrets.street})` }),
  )
  log.error({ err }, "a test of the log")
  expect(lines.join()).toContain("a test of the log")
  expect(lines.join()).not.toContain(secrets.street)
})

/**
 * Sends a request, disconnects after the first bytes or after so many milliseconds without any, and returns how that
 * was logged.
 */
async function leave(path: string, headers: Record<string, string> = {}, patience = 30_000): Promise<Line> {
  clear()
  const leaving = new AbortController()
  const timer = setTimeout(() => leaving.abort(), patience)
  const reading = fetch(server.url + path, { headers, signal: leaving.signal })
  await reading.then(({ body }) => body?.getReader().read()).catch(() => {})
  clearTimeout(timer)
  leaving.abort()
  return request(path.split("?")[0] ?? "")
}

describe("a disconnected client is logged as information", () => {
  const isInformation = async (logged: Promise<Line>) => {
    expect(await logged).toMatchObject({ cutOff: true, level: 30 })
    // Returns the later log lines about it.
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(said().filter(({ level }) => level > 30)).toEqual([])
    expect(printed).not.toHaveBeenCalled()
  }
  let printed: MockInstance
  beforeEach(() => {
    printed = vi.spyOn(console, "error")
  })
  afterEach(() => printed.mockRestore())

  test("while reading a list of all products, gzipped or not", async () => {
    await fillShelves(server.shop, 4_000)
    for (const encoding of ["gzip", "identity"]) {
      await isInformation(leave("/feed.xml", { "Accept-Encoding": encoding }))
      // Disconnects before any of it is rendered.
      await fillShelves(server.shop, 1)
      await isInformation(leave("/feed.xml", { "Accept-Encoding": encoding }, 20))
    }
  })

  test("while reading a list of all products that is still being rendered", async () => {
    await fillShelves(server.shop, 1)
    const client = await server.pool.connect()
    try {
      await client.query("begin; lock table product_descriptions in access exclusive mode")
      await isInformation(leave("/feed.xml"))
    } finally {
      await client.query("rollback")
      client.release()
    }
  })

  test("while reading an export", async () => {
    await reviewByCrowd(server.shop, product, 3_000)
    const { cookie } = await server.signedIn(await anAdmin(server.shop))
    await isInformation(leave("/admin/reviews/export", { Cookie: cookie }))
  })

  test("while reading a picture on disk", async () => {
    const name = `${"a".repeat(32)}-640.jpg`
    await writeFile(join(server.mediaFolder, name), Buffer.alloc(32 * 1024 * 1024))
    await isInformation(leave(`/media/${name}`))
  })

  test.each(["/cart", "/api/v1/product?keyword=tray", "/search?q=tray", "/sitemap.xml"])(
    "before %s has any content",
    async (path) => {
      const client = await server.pool.connect()
      try {
        await client.query("begin; lock table products, settings_versions, sessions in access exclusive mode")
        const leaving = leave(path, { Cookie: (await server.visitor()).cookie }, 300)
        await new Promise((resolve) => setTimeout(resolve, 600))
        await client.query("rollback")
        await isInformation(leaving)
      } finally {
        client.release()
      }
    },
  )
})

test("a list of all products that breaks off because the database failed is logged as an error", async () => {
  await fillShelves(server.shop, 1)
  const client = await server.pool.connect()
  try {
    await client.query("begin; lock table product_descriptions in access exclusive mode")
    const { body } = await fetch(`${server.url}/feed.xml`)
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and datname = current_database() and wait_event_type = 'Lock'`)
    await expect(new Response(body).text()).rejects.toThrow()
  } finally {
    await client.query("rollback")
    client.release()
  }
  await expect.poll(() => said().find(({ msg }) => msg === "a response broke off")).toMatchObject({ level: 40 })
})
