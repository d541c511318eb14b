import { afterAll, beforeAll, expect, test } from "vitest"
import type { Member, Staff } from "~/domain/accounts/actor"
import { listDocumentsOf } from "~/domain/invoices/find-documents.server"
import { issueDocuments } from "~/domain/invoices/issue-documents.server"
import { advanceOrder } from "~/domain/orders/advance-order.server"
import { changeSettings } from "~/domain/settings/change-settings.server"
import { emptyFacts } from "~/domain/settings/settings"
import { paths } from "~/paths"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { testAddress } from "~/testing/shop/buyers.server"
import { buy, shelve, signUp, signUpAdmin } from "~/testing/shop/test-orders.server"

let server: TestServer
let admin: Staff
let ada: Member
let mug: string
let hers: TestBrowser
let staff: TestBrowser

const hamburg = {
  ...testAddress,
  ...{ address: "Mönckebergstraße 7", city: "Hamburg", state: "HH", country: "DE", pinCode: "20095" },
}

beforeAll(async () => {
  server = await openTestServer()
  const { shop } = server
  admin = await signUpAdmin(shop)
  ada = await signUp(shop, "ada@buyers.test", "Ada Lovelace")
  await moveTo(hamburg)
  mug = await shelve(shop, admin)
  await changeSettings(shop, admin, { snapshot: 0, facts: { ...emptyFacts, invoiceNumbers: "INV-{number}" } })
  await shop.settings.renew()
  hers = await server.signedIn(ada)
  staff = await server.signedIn(admin)
})
afterAll(() => server.close())

async function moveTo(address: typeof testAddress): Promise<void> {
  const users = server.shop.db.updateTable("users").set({ shipping_info: JSON.stringify(address) })
  await users.where("id", "=", ada.id).execute()
}

/** The lines of a page's last address, each in its own block; a document's first address is the shop's. */
function addressIn(html: string): string[] {
  const address = [...html.matchAll(/<address class="address">(.*?)<\/address>/gs)].at(-1)?.[1] ?? ""
  const lines = address.replaceAll(/<\/div>/g, "\n").replaceAll(/<[^>]+>/g, "")
  return lines.split("\n").filter(Boolean)
}

test("every page and document formats a German address in the German way", async () => {
  const { shop } = server
  const order = await buy(shop, ada, mug)
  await issueDocuments(shop)
  const [invoice] = (await listDocumentsOf(shop, order)).documents
  const letter = ["Ada Lovelace", "Mönckebergstraße 7", "20095 Hamburg", "Germany"]
  for (const [browser, path] of [
    [hers, `/order/${order}`],
    [hers, `/order/${order}/receipt`],
    [hers, `/order/${order}/invoices/${invoice?.id}`],
    [staff, `/admin/order/${order}`],
    [staff, `/admin/order/${order}/packing-slip`],
    [staff, paths.packingSlips([order])],
  ] as const) {
    const page = await browser.get(path)
    expect([path, page.status]).toEqual([path, 200])
    expect([path, addressIn(await page.text()).slice(0, 4)]).toEqual([path, letter])
  }
})

test("the back office shows every part of an address, including a state that the country does not use", async () => {
  const order = await buy(server.shop, ada, mug)
  const page = await (await staff.get(`/admin/order/${order}`)).text()
  expect(page).toContain("<p>State: <!-- -->Hamburg</p>")
  expect(addressIn(page)).toContain("Phone 2175550123")
})

test("the mails and the owner's notification use the same lines", async () => {
  const { shop } = server
  const order = await buy(shop, ada, mug)
  await advanceOrder(shop, admin, order, "Shipped")
  const mails = await shop.db.selectFrom("mails").select(["kind", "text_body", "html_body"]).execute()
  const letter = ["Ada Lovelace", "Mönckebergstraße 7", "20095 Hamburg", "Germany"]
  for (const kind of ["order-confirmed", "order-shipped"]) {
    const mail = mails.find((one) => one.kind === kind)
    expect([kind, mail?.text_body]).toEqual([kind, expect.stringContaining(letter.join("\n"))])
    expect([kind, mail?.html_body]).toEqual([kind, expect.stringContaining(letter.join("<br>\n"))])
  }
})

test("an order to the United States has the state's code next to the post code", async () => {
  await moveTo(testAddress)
  const order = await buy(server.shop, ada, mug)
  const page = await (await hers.get(`/order/${order}`)).text()
  expect(addressIn(page)).toEqual([
    ...["Ada Lovelace", "1 Main Street", "Springfield, IL 62701", "United States", "Phone 2175550123"],
  ])
  await moveTo(hamburg)
})
