import { beforeAll, expect, test } from "vitest"
import type { Staff } from "~/domain/accounts/actor"
import { softDeleteProduct } from "~/domain/catalog/editing/delete-product.server"
import { advanceOrder } from "~/domain/orders/advance-order.server"
import { refundOrder } from "~/domain/orders/cancellation/refund-order.server"
import { orderName } from "~/domain/orders/order"
import { addOrderNote } from "~/domain/orders/order-notes.server"
import { findOrder } from "~/domain/orders/orders.server"
import { previewImport } from "~/domain/product-table/import/preview-import.server"
import { leaveReview } from "~/domain/reviews/reviews.server"
import type { BrowserMode } from "~/testing/browser/browser.server"
import { openJourney } from "~/testing/browser/journey.server"
import { inspect, signInOn, visit } from "~/testing/pages/page-actions.server"
import { publishDemoProducts } from "~/testing/shop/published-products.server"
import { buy, signUp, signUpAdmin } from "~/testing/shop/test-orders.server"

const journey = openJourney()
let screens: [path: string, heading: string | RegExp][]

beforeAll(async () => {
  screens = await furnish(await signUpAdmin(journey.shop))
})

/** Records of every kind, so that no screen is empty */
async function furnish(admin: Staff): Promise<typeof screens> {
  const { shop } = journey
  const shelf = await publishDemoProducts(shop, 12)
  const ids = shelf.map((product) => product.id)
  const [first = "", second = ""] = ids
  const ada = await signUp(shop, "ada@shop.test", "Ada Lovelace")
  const order = await buy(shop, ada, first, 2)
  const name = orderName((await findOrder(shop, ada, order)).number)
  await advanceOrder(shop, admin, order, "Shipped", { tracking: "PARCEL 7" })
  await shop.transaction((tx) => addOrderNote(tx, admin, order, "Call before delivery"))
  await refundOrder(shop, admin, order, { amount: 100, reason: "Late" })
  for (const [index, productId] of ids.slice(0, 3).entries()) {
    await leaveReview(shop, ada, {
      productId,
      rating: index + 2,
      comment: "A comment of some length, as people write them.",
    })
  }
  const { id: review } = await shop.db.selectFrom("reviews").select("id").limit(1).executeTakeFirstOrThrow()
  await softDeleteProduct(shop, admin, ids.at(-1) ?? "")
  const csv = `_id,name,price\n${first},Better name,12\n${second},,\n,Nothing,1\n`
  const imported = await previewImport(shop, admin, new File([csv], "products.csv"))
  const bulk = `id=${first}&id=${second}&priceMode=raise&priceBy=10&stockMode=take&stockBy=2`
  return [
    ["/admin/dashboard", "Dashboard"],
    ["/admin/dashboard?income=12+months", "Dashboard"],
    ["/admin/search?search=ada", "Results for “ada”"],
    ["/admin/orders", "Order managment"],
    ["/admin/orders?search=teapot", "Order managment"],
    [`/admin/order/${order}`, `Order ${name}`],
    [`/admin/order/${order}/refund`, "Refund order"],
    [`/admin/order/${order}/customs`, "Customs declaration CN 23"],
    [`/admin/order/${order}/packing-slip`, "Packing slip"],
    [`/admin/order/${order}/tracking`, "Tracking number"],
    [`/admin/order/${order}/notes`, "Internal notes"],
    [`/admin/order/${order}/delete`, /Delete order/],
    ["/admin/products", "All products"],
    [`/admin/products/bulk?${bulk}`, "Edit 2 products"],
    ["/admin/products/import", "Import products"],
    ["/admin/taxes", "Taxes"],
    ["/admin/taxes/import?table=eu", "Import rates"],
    [`/admin/products/import/${imported}`, "Import of products.csv"],
    ["/admin/product", "Create product"],
    [`/admin/product/${first}`, "Update product"],
    [`/admin/product/${first}/stock`, "Stock ledger"],
    [`/admin/product/${first}/delete`, /^Delete/],
    ["/admin/users", "ALL USERS"],
    [`/admin/user/${ada.id}`, "Update User"],
    [`/admin/user/${ada.id}/sessions`, /^Sessions/],
    [`/admin/user/${ada.id}/sessions/end`, /^Sign Ada/],
    [`/admin/user/${ada.id}/delete`, /^Delete Ada/],
    ["/admin/reviews", "Enter product ID to find review"],
    [`/admin/review/${review}/delete`, /^Delete review/],
    ["/admin/searches", "Popular searches"],
    ["/admin/attention", "Needs attention"],
    ["/admin/pages", "Pages"],
    ["/admin/page/imprint", "Edit page"],
    ["/admin/page/imprint/history", "History"],
    ["/admin/page/imprint/version/0", "Original text"],
    ["/admin/settings", "Settings"],
    ["/admin/settings/history", "History"],
    ["/admin/settings/accounting", "Accounting"],
    ["/admin/settings/online-payment", "Online payment"],
    ["/admin/settings/duties", "Customs duties"],
    ["/admin/settings/numbers", "Order and invoice numbers"],
    ["/admin/audit", "Audit log"],
    [`/order/${order}`, `Order ${name}`],
    [`/order/${order}/receipt`, "Receipt"],
    ["/orders", "Grace's order"],
  ]
}

/** The journey `stress-content.journey.test.ts` checks every screen on a phone in dark mode, with the longest names. */
test("every screen exists, fits, and has no axe violations", async () => {
  const mode: BrowserMode = { scripts: true, width: 1280 }
  const page = await signInOn(journey, mode, "admin@shop.test")
  for (const [path, heading] of screens) {
    await visit(page, mode, path, heading).catch((error) => {
      throw new Error(`${path}: ${error.message}`)
    })
    expect(await page.title(), path).toMatch(/ – Counter$/)
  }
  await page.context().close()
})

test("the keyboard steps through the income chart, bar by bar", async () => {
  const mode: BrowserMode = { scripts: true, width: 360 }
  const page = await signInOn(journey, mode, "admin@shop.test")
  await visit(page, mode, "/admin/dashboard", "Dashboard")
  const bars = page.getByRole("slider", { name: "Income of the last 30 days" })
  await bars.focus()
  const today = await bars.getAttribute("aria-valuetext")
  await page.locator(".chart-readout-words", { hasText: "1 order" }).waitFor()
  await bars.press("ArrowLeft")
  await expect.poll(() => bars.getAttribute("aria-valuetext")).not.toBe(today)
  await page.locator(".chart-readout-words", { hasText: "0 orders" }).waitFor()
  await bars.press("Escape")
  await page.locator(".chart-readout-words").waitFor({ state: "detached" })
  await page.context().close()
})

test("the steps of a shipping method are as far apart as other fields", async () => {
  const mode: BrowserMode = { scripts: true, width: 360 }
  const page = await signInOn(journey, mode, "admin@shop.test")
  await page.goto("/admin/shipping")
  await page.getByRole("table", { name: "Zones" }).getByRole("link").first().click()
  await page.getByRole("link", { name: "New method" }).click()
  await inspect(page, mode, "New method")
  const bottom = await page.getByLabel("Price (1)").evaluate((input) => input.getBoundingClientRect().bottom)
  const top = await page.getByText("From (2)").evaluate((label) => label.getBoundingClientRect().top)
  expect(top - bottom).toBeGreaterThanOrEqual(16)
  await page.context().close()
})

test("in a narrow table a count is aligned with the end of its row, and an action's text with the start of its cell", async () => {
  const mode: BrowserMode = { scripts: true, width: 360 }
  const page = await signInOn(journey, mode, "admin@shop.test")
  await visit(page, mode, "/admin/categories", "Categories")
  const edges = await page.getByRole("link", { name: "Delete Clothing" }).evaluate((link) => {
    const [cell, row, icon] = [link.closest("td"), link.closest("tr"), link.querySelector("svg")]
    const count = document.createRange()
    count.selectNodeContents(row?.querySelector("[data-narrow='end'] a") as Element)
    const [ends, begins] = [count.getBoundingClientRect().right, icon?.getBoundingClientRect().left ?? 0]
    const words = document.createRange()
    words.selectNodeContents(link.lastChild as Node)
    const lines = words.getClientRects().length
    const { right = 0 } = row?.getBoundingClientRect() ?? {}
    return { count: ends - right, words: begins - (cell?.getBoundingClientRect().left ?? 0), lines }
  })
  expect(edges).toEqual({ count: expect.closeTo(0, 0), words: expect.closeTo(0, 0), lines: 1 })
  await page.context().close()
})
