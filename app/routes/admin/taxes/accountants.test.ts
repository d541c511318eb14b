import { afterAll, beforeAll, expect, test } from "vitest"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { pageText } from "~/testing/pages/page-text"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { addBuyer } from "~/testing/shop/buyers.server"
import { PASSWORD } from "~/testing/shop/people.server"
import { setRules } from "~/testing/shop/pricing-rules.server"
import { buy, shelve, signUpAdmin } from "~/testing/shop/test-orders.server"

let server: TestServer
let staff: TestBrowser

beforeAll(async () => {
  server = await openTestServer()
  const admin = await signUpAdmin(server.shop)
  staff = server.visitor()
  await staff.post("/login", { email: "admin@shop.test", password: PASSWORD })
  await buy(server.shop, await addBuyer(server.shop), await shelve(server.shop, admin))
})
afterAll(() => server.close())

const form = "/admin/settings/accounting"
const accounts = {
  ...{ datevConsultant: "29098", datevClient: "55003", financialYearStart: "", customersAccount: "10000" },
  ...{ gatewayAccount: "1360", feesAccount: "4970", revenueAccounts: "DE 19 8400 3\n* * 8120" },
}
async function save(changes: Partial<typeof accounts>) {
  const snapshot = /name="snapshot" value="(\d+)"/.exec(await (await staff.get(form)).text())?.[1] ?? ""
  return staff.post(form, { snapshot, ...accounts, ...changes })
}

test.each([
  [{ customersAccount: "Kunden" }, "An account has 4 to 9 digits, such as 8400"],
  [{ gatewayAccount: "136" }, "An account has 4 to 9 digits, such as 8400"],
  [{ gatewayAccount: "136000000" }, "General ledger accounts have one length of 4 to 8 digits"],
  [{ gatewayAccount: "13600" }, "General ledger accounts have one length of 4 to 8 digits"],
  [{ feesAccount: "49700" }, "General ledger accounts have one length of 4 to 8 digits"],
  [{ gatewayAccount: "" }, "Enter the account of the payment service, which its fees are taken from"],
  [{ customersAccount: "1000000" }, "those of customers may have one digit more"],
  [{ datevConsultant: "12" }, "Please enter a number from 1001 to 9999999"],
  [{ financialYearStart: "13-01" }, "Please enter a month and a day such as 07-01"],
  [{ revenueAccounts: "DE 19 8400\nFR 20 Erlöse" }, "Line 2: write the country, the rate, the account and the tax key"],
])("an entry such as %j is refused at its field", async (changes, message) => {
  const refused = await save(changes)
  expect([refused.status, pageText(await refused.text())]).toEqual([400, expect.stringContaining(message)])
})

test("the report leads to a journal, and to bookings for DATEV once there are accounts", async () => {
  const early = await staff.get("/admin/datev/export")
  expect([early.status, pageText(await early.text())]).toEqual([
    400,
    expect.stringContaining("Enter the numbers and accounts of DATEV under Settings, Accounting first"),
  ])
  expect((await save({})).status).toBe(303)
  const file = await staff.get("/admin/datev/export")
  expect(file.headers.get("Content-Type")).toBe("text/csv; charset=windows-1252")
  expect(file.headers.get("Content-Disposition")).toMatch(/filename="EXTF_Buchungsstapel-\d{4}-\d\d-\d\d\.csv"/)
  expect((await file.text()).split("\r\n")).toHaveLength(6)
  const report = await (await staff.get("/admin/tax-report")).text()
  const [, journal = ""] = /href="(\/admin\/journal\/export[^"]*)"/.exec(report) ?? []
  expect((await (await staff.get(journal.replaceAll("&amp;", "&"))).text()).trim().split("\n")).toHaveLength(2)
  expect(pageText(report)).not.toContain("One Stop Shop")
})

test("a shop in the EU has its quarters for the One Stop Shop", async () => {
  await setRules(server.shop, { home: { country: "DE", state: "", pinCode: "" } })
  const report = await (await staff.get("/admin/tax-report")).text()
  const [, oss = ""] = /href="(\/admin\/oss\/export\?quarter=\d{4}-Q\d)"/.exec(report) ?? []
  expect(await (await staff.get(oss)).text()).toContain('"kind","quarter","country"')
  expect((await staff.get("/admin/oss/export?quarter=2026-Q5")).status).toBe(400)
})
