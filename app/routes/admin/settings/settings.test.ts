import { afterAll, beforeAll, expect, test } from "vitest"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { pageText } from "~/testing/pages/page-text"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { anAdmin } from "~/testing/shop/people.server"

let server: TestServer
let owner: TestBrowser
beforeAll(async () => {
  server = await openTestServer({}, {}, { shopName: "Oak Tables" })
  owner = await server.signedIn(await anAdmin(server.shop))
}, 180_000)
afterAll(() => server?.close())

const page = async () => (await owner.get("/admin/settings")).text()

test("a setting that the environment overrides shows the value in use, and others do not", async () => {
  const sentence = "The server’s configuration sets this to “Oak Tables”, which takes precedence."
  expect(pageText(await page()).split("The server’s configuration")).toHaveLength(2)
  expect(pageText(await page())).toContain(sentence)
  expect((await owner.post("/admin/settings", { snapshot: "0", name: "Oak Tables" })).status).toBe(303)
  expect(pageText(await page())).not.toContain("The server’s configuration")
})

test("the form keeps choices and boxes, and the history names them", async () => {
  const sent = {
    snapshot: "1",
    name: "Oak",
    accountsOnly: "on",
    withdrawal: "eu",
    returnDays: "14",
    address: "1 Way\nUlm",
  }
  expect((await owner.post("/admin/settings", sent)).status).toBe(303)
  const html = await page()
  expect(html).toMatch(/<input[^>]*name="accountsOnly"[^>]*checked/)
  expect(html).toMatch(/<option value="eu"[^>]*selected/)
  expect(html).not.toMatch(/<select[^>]*name="(?:withdrawal|timeZone)"[^>]*required/)
  const history = pageText(await (await owner.get("/admin/settings/history")).text())
  expect(history).toContain("Accounts only: from – to yes")
  expect(history).toContain("Withdrawal: from – to Addresses in the EU")
})

test("changes that someone else has saved are shown under the labels of their choices", async () => {
  const late = await owner.post("/admin/settings", {
    snapshot: "1",
    name: "Oak Tables",
    withdrawal: "",
    taxId: "12/345",
  })
  expect(late.status).toBe(409)
  const words = pageText(await late.text())
  expect(words).toMatch(
    /Changed since you opened this page.*Withdrawal.{0,20}Addresses in the EU.{0,20}You did not change this/,
  )
})
