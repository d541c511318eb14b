import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import type { Member, Staff } from "~/domain/accounts/actor"
import { findProduct } from "~/domain/catalog/find-product.server"
import { saveVariants } from "~/domain/catalog/variants/save-variants.server"
import { shippedDutyRules } from "~/domain/settings/duty-rules"
import { paths } from "~/paths"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { pageText } from "~/testing/pages/page-text"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { addBuyer, fillCart } from "~/testing/shop/buyers.server"
import { PASSWORD } from "~/testing/shop/people.server"
import { setRules } from "~/testing/shop/pricing-rules.server"
import { buy, shelve, signUpAdmin } from "~/testing/shop/test-orders.server"

let server: TestServer
let admin: Staff
let staff: TestBrowser
let ada: Member
let lamp: string

beforeAll(async () => {
  server = await openTestServer()
  admin = await signUpAdmin(server.shop)
  staff = server.visitor()
  await staff.post("/login", { email: "admin@shop.test", password: PASSWORD })
  ada = await addBuyer(server.shop)
  lamp = await shelve(server.shop, admin, { name: "Lamp", price: 4_000, stock: 100 })
})
afterAll(() => server.close())
afterEach(() => setRules(server.shop))

const lampForm = { name: "Lamp", price: "40", desc: "Bright.", category: "Kitchen", stock: "100" }
const words = async (path: string) => pageText(await (await staff.get(path)).text())

/** Moves the shop to a country. */
const moveTo = (country: string) => setRules(server.shop, { home: { country, state: "", pinCode: "" } })

test("HS code and origin are set by form, and stand on packing slip and customs declaration", async () => {
  const refused = await staff.post(`/admin/product/${lamp}`, { ...lampForm, hsCode: "94.05" })
  expect([refused.status, pageText(await refused.text())]).toEqual([
    400,
    expect.stringContaining("An HS code has 6 to 10 digits, such as 691200"),
  ])
  const customs = { hsCode: "9405.21 00", countryOfOrigin: "Portugal" }
  expect((await staff.post(`/admin/product/${lamp}`, { ...lampForm, ...customs })).status).toBe(303)
  const { facts, variants } = await findProduct(server.shop, lamp)
  expect(facts).toMatchObject({ hsCode: "94052100", countryOfOrigin: "Portugal" })
  await saveVariants(server.shop, admin, lamp, [{ values: variants[0]?.values ?? [], weightGrams: 1_250 }])
  expect(pageText(await (await server.visitor().get(paths.product({ id: lamp, name: "Lamp" }))).text())).not.toContain(
    "94052100",
  )
  const small = await buy(server.shop, ada, lamp, 1)
  expect(await words(paths.packingSlip(small))).toContain("HS 94052100, from Portugal")
  expect(await words(paths.customsDeclaration(small))).toMatch(
    /Customs declaration CN 22.*1 × Lamp 1\.25 \$40\.00 94052100 Portugal Total weight .* 1\.25 \$40\.00/,
  )
  const heavy = await buy(server.shop, ada, lamp, 2)
  expect(await words(paths.customsDeclaration(heavy))).toMatch(/Customs declaration CN 23.*2 × Lamp 2\.50 \$80\.00/)
  expect(await words(paths.customsDeclaration(heavy, "cn22"))).toContain("Customs declaration CN 22")
})

test("what customs may take is shown before paying, only if an order crosses a border", async () => {
  await fillCart(server.shop, ada, [{ variantId: lamp, quantity: 1 }])
  const browser = await server.signedIn(ada)
  const confirmation = async () => pageText(await (await browser.get("/order/confirm")).text())
  expect(await confirmation()).not.toContain("Customs")
  await moveTo("US")
  expect(await confirmation()).not.toContain("Customs")
  await moveTo("IE")
  expect(await confirmation()).toContain(
    "Customs duty Customs of the United States take duty on goods of any value. The carrier may collect it from you at delivery. Since 29 August 2025: 19 CFR 10.151 and 145.31, after Executive Order 14324",
  )
})

test("the owner changes the rules, and a wrong one is named", async () => {
  const address = "/admin/settings/duties"
  const snapshotOf = async () =>
    /name="snapshot" value="(\d+)"/.exec(await (await staff.get(address)).text())?.[1] ?? ""
  expect(await words(address)).toMatch(/European Union 1 Jul 2026 up to €150\.00 Customs of the EU take €3/)
  const save = async (dutyRules: string) => staff.post(address, { snapshot: await snapshotOf(), dutyRules })
  const refused = await save(`${shippedDutyRules}\nCanada | 2026-01-01 | | Duty. | Source`)
  expect([refused.status, pageText(await refused.text())]).toEqual([
    400,
    expect.stringContaining("Rule 6: Begin with EU, or the code of a country such as US"),
  ])
  expect((await save("CA | 2026-01-01 | above 20 CAD | Canada takes duty. | CBSA")).status).toBe(303)
  expect(await words(address)).toMatch(/Canada 1 Jan 2026 above CAD\s20\.00 Canada takes duty\. CBSA/)
  expect((await save("")).status).toBe(303)
  expect(await words(address)).toContain("No rules")
  expect((await save(shippedDutyRules)).status).toBe(303)
  const { facts } = await server.shop.db
    .selectFrom("settings_versions")
    .select("facts")
    .orderBy("version", "desc")
    .executeTakeFirstOrThrow()
  expect(facts).toMatchObject({ dutyRules: "" })
})
