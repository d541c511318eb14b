import { afterAll, beforeAll, expect, test } from "vitest"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { pageText } from "~/testing/pages/page-text"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { anAdmin } from "~/testing/shop/people.server"

let server: TestServer
let adminBrowser: TestBrowser
let second: TestBrowser

beforeAll(async () => {
  server = await openTestServer()
  adminBrowser = await server.signedIn(await anAdmin(server.shop))
  second = await server.signedIn(await anAdmin(server.shop, { name: "Alan Turing" }))
})
afterAll(() => server?.close())

const text = async (browser: TestBrowser, path: string) => pageText(await (await browser.get(path)).text())
const shownAt = (path: string) => text(server.visitor(), path)

const sample = {
  "/shipping-and-returns": /Shipping and returns Shipping Shipping costs \$25/,
  "/privacy": /which data Counter has about you/,
  "/terms": /everything that you buy from Counter/,
  "/imprint": /Counter \[fill in: postal address\]/,
  "/accessibility": /Web Content Accessibility Guidelines/,
  "/about": /Counter sells electronics/,
  "/contact": /hello@shop\.test.*a person reads every message/,
}
test.each(Object.entries(sample))("%s exists before anyone has edited it", async (path, words) => {
  const answer = await server.visitor().get(path)
  expect(answer.status).toBe(200)
  const html = await answer.text()
  expect(pageText(html)).toMatch(words)
  expect(html.match(/<h1/g)).toHaveLength(1)
})

test.each(["/Privacy", "/%70rivacy", "/privacy.data"])("%s is the same page", async (path) => {
  expect(await (await server.visitor().get(path)).text()).toContain("which data Counter has about you")
})

test("a page is previewed without being saved, then saved, and visible to visitors immediately", async () => {
  expect(await shownAt("/terms")).toContain("How a contract is made")
  const typed = {
    snapshot: "0",
    title: "Our terms",
    body: "# Rules\n\nBuy **well** at {{shop}}. <script>alert(1)</script>",
  }
  const preview = await adminBrowser.post("/admin/page/terms", { ...typed, preview: "on" })
  expect(preview.status).toBe(200)
  const html = await preview.text()
  expect(html).toContain("<h2>Rules</h2>\n<p>Buy <strong>well</strong> at Counter. &lt;script&gt;")
  expect(html).toContain('value="Our terms"')
  expect(await shownAt("/terms")).toContain("How a contract is made")

  expect((await adminBrowser.post("/admin/page/terms", typed)).status).toBe(303)
  const seen = await server.visitor().get("/terms")
  const page = await seen.text()
  expect(page).toContain("<title>Our terms – Counter</title>")
  expect(page).toContain("&lt;script&gt;alert(1)")
  expect(page).not.toContain("<script>alert(1)")
})

test("the second of two editors sees the first one's change, and can continue", async () => {
  const page = { title: "Imprint", body: "Us." }
  expect((await adminBrowser.post("/admin/page/imprint", { ...page, snapshot: "0" })).status).toBe(303)
  const refused = await second.post("/admin/page/imprint", { ...page, body: "Them.", snapshot: "0" })
  expect(refused.status).toBe(409)
  const html = await refused.text()
  expect(pageText(html)).toContain("Grace Hopper has changed this page while you were editing it")
  expect(html).toMatch(/name="snapshot" value="1"/)
  expect((await second.post("/admin/page/imprint", { ...page, body: "Them.", snapshot: "1" })).status).toBe(303)
  expect(await shownAt("/imprint")).toContain("Them.")
})

test("every version is kept, and an earlier one can be restored", async () => {
  expect(await text(adminBrowser, "/admin/page/imprint/history")).toMatch(
    /Version 2 \(current\).*Version 1.*Original text/,
  )
  expect(await text(adminBrowser, "/admin/page/imprint/version/1")).toContain("Us.")
  expect((await adminBrowser.post("/admin/page/imprint/version/1", { snapshot: "2" })).status).toBe(303)
  expect(await shownAt("/imprint")).toContain("Us.")
  expect(await text(adminBrowser, "/admin/audit?kind=page")).toContain("Restored an earlier version of a page")
})

test("a sample imprint says so until it is replaced", async () => {
  await adminBrowser.post("/admin/page/imprint/version/0", { snapshot: "3" })
  expect(await text(adminBrowser, "/admin/attention")).toContain("The imprint is incomplete")
  expect(await text(adminBrowser, "/admin/dashboard")).toContain("The imprint is incomplete")
  expect(await text(adminBrowser, "/admin/page/imprint")).toMatch(/places to fill in.*postal address/)
  await adminBrowser.post("/admin/page/imprint", { snapshot: "4", title: "Imprint", body: "{{shop}}, 1 Main Street" })
  expect(await text(adminBrowser, "/admin/attention")).not.toContain("imprint is incomplete")
})

test.each([
  ["GET", "/admin/page/secrets", 404],
  ["GET", "/admin/page/terms/version/99", 404],
  ["GET", "/admin/page/terms/version/1e3", 404],
  ["POST", "/admin/page/terms/version/99", 404],
  ["POST", "/admin/page/secrets", 404],
])("%s %s does not exist", async (method, path, status) => {
  const fields = { version: "0", snapshot: "1", title: "x", body: "x" }
  const answer = method === "GET" ? await adminBrowser.get(path) : await adminBrowser.post(path, fields)
  expect(answer.status).toBe(status)
})

test("a page without a text or with one that is too long is refused with a message", async () => {
  for (const [body, message] of [
    ["", "Please enter a text"],
    ["x".repeat(20_001), "A page has at most 20000 characters"],
  ]) {
    const answer = await adminBrowser.post("/admin/page/terms", { snapshot: "1", title: "x", body: body ?? "" })
    expect([answer.status, pageText(await answer.text())]).toEqual([400, expect.stringContaining(message ?? "")])
  }
})

test("settings appear on every page immediately for everyone, and in the mails", async () => {
  await shownAt("/products")
  const saved = await adminBrowser.post("/admin/settings", {
    snapshot: "0",
    name: "Oak and Co",
    address: "1 Main Street\nSpringfield",
    telephone: "+1 212 555 0100",
    announcement: "Closed on Monday",
    announcementLink: "/contact",
    socialLinks: "https://www.example.com/oak",
  })
  expect(saved.status).toBe(303)
  for (const browser of [server.visitor(), second]) {
    const html = await (await browser.get("/products")).text()
    expect(html).toContain("– Oak and Co</title>")
    expect(pageText(html)).toMatch(/Closed on Monday.*1 Main Street Springfield \+1 212 555 0100 example\.com/)
  }
  expect(await shownAt("/contact")).toMatch(/By post Oak and Co 1 Main Street Springfield By telephone/)
  expect(await text(adminBrowser, "/admin/orders")).not.toContain("Closed on Monday")
  await server.visitor().json("POST", "/api/v1/register", {
    name: "Eve",
    email: "eve@shop.example",
    password: "a long quiet password",
  })
  const mail = await server.shop.db
    .selectFrom("mails")
    .select("subject")
    .where("recipient", "=", "eve@shop.example")
    .executeTakeFirstOrThrow()
  expect(mail.subject).toBe("Welcome to Oak and Co")
})

test("the second of two editors of the settings sees the difference, and an undo reverts the last change", async () => {
  const refused = await second.post("/admin/settings", { snapshot: "0", name: "Ash and Co" })
  expect(refused.status).toBe(409)
  expect(pageText(await refused.text())).toMatch(/Name Oak and Co Ash and Co/)
  expect(await text(adminBrowser, "/admin/settings/history")).toContain("Closed on Monday")
  expect((await adminBrowser.post("/admin/settings/history", { version: "0", snapshot: "1" })).status).toBe(303)
  expect(await shownAt("/products")).not.toContain("Closed on Monday")
  expect(await shownAt("/products")).toContain("Counter")
  const wrong = await adminBrowser.post("/admin/settings", { snapshot: "2", announcementLink: "javascript:alert(1)" })
  expect(wrong.status).toBe(400)
})
