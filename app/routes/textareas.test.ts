import { afterAll, beforeAll, expect, test } from "vitest"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { formsOf } from "~/testing/pages/forms-of.server"
import { pageText } from "~/testing/pages/page-text"
import { productPageOf } from "~/testing/pages/product-page.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { addBuyer, addProduct } from "~/testing/shop/buyers.server"
import { anAdmin } from "~/testing/shop/people.server"
import { buy } from "~/testing/shop/test-orders.server"

let server: TestServer
let browsers: Record<"member" | "staff", TestBrowser>
let ids: Record<"product" | "page" | "order", string>

beforeAll(async () => {
  server = await openTestServer()
  const { shop } = server
  const [buyer, admin] = [await addBuyer(shop), await anAdmin(shop)]
  const product = await addProduct(shop, { price: 5_000, stock: 50 })
  const page = (await productPageOf(shop, product)).replace(/^\//, "")
  ids = { product, page, order: await buy(shop, buyer, product) }
  browsers = { member: await server.signedIn(buyer), staff: await server.signedIn(admin) }
})
afterAll(() => server?.close())

interface Textarea {
  name: string
  most: number
}

function textareasOf(html: string): Textarea[] {
  return [...html.matchAll(/<textarea\b([^>]*)>/g)].map(([, attributes = ""]) => ({
    name: /\bname="([^"]*)"/.exec(attributes)?.[1] ?? "",
    most: Number(/\bmaxlength="(\d+)"/i.exec(attributes)?.[1]),
  }))
}

/** Two letters with only line breaks between them, which no rule about the number of lines applies to */
const broken = (length: number) => `x${"\r\n".repeat(length - 2)}x`

const TOO_LONG =
  /\bat most [\d,]+ (?:characters|additional classes)|so many places|too long|too many|at most [\d,]+ characters/i

test.each([
  ["member", "/:page/review", ["comment"]],
  ["staff", "/admin/product", ["desc", "manufacturerAddress", "warnings", "ownFacts"]],
  ["staff", "/admin/product/:product", ["desc", "manufacturerAddress", "warnings", "ownFacts"]],
  ["staff", "/admin/product/:product/options", ["options[0].values", "options[1].values", "options[2].values"]],
  ["staff", "/admin/category", ["body"]],
  ["staff", "/admin/discount", ["products"]],
  ["staff", "/admin/page/terms", ["body"]],
  [
    "staff",
    "/admin/settings",
    ["address", "openingHours", "registrations", "responsiblePersons", "carriers", "socialLinks"],
  ],
  ["staff", "/admin/settings/legal-guarantee", ["noticeText"]],
  ["staff", "/admin/settings/accounting", ["revenueAccounts"]],
  ["staff", "/admin/settings/duties", ["dutyRules"]],
  ["staff", "/admin/shipping/new", ["places"]],
  ["staff", "/admin/taxes", ["classes"]],
  ["staff", "/admin/taxes/import", ["rates"]],
  ["staff", "/admin/order/:order/notes", ["text"]],
  ["staff", "/admin/order/:order/cancel", ["reason"]],
] as const)("of %s at %s the longest text that the page allows is accepted", async (who, address, names) => {
  const path = address.replace(/:(\w+)/, (_, name: keyof typeof ids) => ids[name])
  const html = await (await browsers[who].get(path)).text()
  const found = textareasOf(html)
  expect(found.map(({ name }) => name)).toEqual(names)
  for (const { name, most } of found) {
    const form = formsOf(html, path).find(({ fields, method }) => method === "POST" && name in fields)
    if (!form) throw new Error(`${name} is in no form`)
    const buttons = [...html.matchAll(/<button\b[^>]*\bname="([^"]*)"/g)].map(([, button = ""]) => button)
    const fields = Object.fromEntries(Object.entries(form.fields).filter(([field]) => !buttons.includes(field)))
    const answer = async (length: number) => {
      const sent = await browsers[who].post(form.action, { ...fields, [name]: broken(length) })
      return pageText(
        (await sent.text()).replace(/<(label|legend|p class="field-hint")\b.*?<\/(label|legend|p)>/gs, ""),
      )
    }
    expect([name, await answer(most + 1)]).toEqual([name, expect.stringMatching(TOO_LONG)])
    expect([name, await answer(most)]).toEqual([name, expect.not.stringMatching(TOO_LONG)])
  }
})
