import type { Browser, Page } from "playwright"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type BrowserMode, openBrowser, waitForHydration } from "~/testing/browser.server"
import { type BuiltShop, openBuiltShop } from "~/testing/built-shop.server"
import { signInOn } from "~/testing/page-actions.server"
import { furnishWithWorstContent } from "~/testing/worst-content.server"

let built: BuiltShop
let browser: Browser
let content: Awaited<ReturnType<typeof furnishWithWorstContent>>

beforeAll(async () => {
  ;[built, browser] = await Promise.all([openBuiltShop(), openBrowser()])
  content = await furnishWithWorstContent(built.shop)
})
afterAll(async () => {
  await browser?.close()
  await built?.close()
})

const mode: BrowserMode = { scripts: true, width: 360 }
/** A page at 400 %, a phone, a tablet. */
const widths = [320, 360, 768]

/** Shipping comes before its confirmation, which holds the units that the payment is for. */
function screens({ admin, order, first, second, gone, review, imported, unbroken }: typeof content): string[] {
  return [
    "/",
    "/products",
    `/products/${unbroken}`,
    `/search?keyword=${unbroken}`,
    `/product/${first}`,
    `/product/${second}`,
    `/product/${first}/review`,
    `/product/${gone}`,
    "/cart",
    "/shipping",
    "/order/confirm",
    "/process/payment",
    "/account",
    "/update",
    "/account/delete",
    "/orders",
    `/order/${order}`,
    `/order/${order}/receipt`,
    "/admin/dashboard",
    "/admin/orders",
    `/admin/order/${order}`,
    `/admin/order/${order}/refund`,
    `/admin/order/${order}/packing-slip`,
    `/admin/order/${order}/tracking`,
    `/admin/order/${order}/notes`,
    `/admin/order/${order}/delete`,
    "/admin/products",
    `/admin/products/bulk?id=${first}&id=${second}&priceMode=raise&priceBy=10`,
    "/admin/products/import",
    `/admin/products/import/${imported}`,
    "/admin/product",
    `/admin/product/${first}`,
    `/admin/product/${first}/stock`,
    `/admin/product/${first}/delete`,
    "/admin/users",
    `/admin/user/${admin.id}`,
    `/admin/user/${admin.id}/sessions`,
    `/admin/reviews?product=${second}`,
    `/admin/review/${review}/delete`,
    "/admin/attention",
    "/admin/audit",
    `/${unbroken}`,
  ]
}

test("the worst content stays within its page, and within its box, on every screen", async () => {
  const page = await signInOn(browser, built, mode, content.admin.email)
  const faults: string[] = []
  for (const path of screens(content)) {
    await page.goto(path)
    await waitForHydration(page, mode)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      faults.push(...(await layoutFaults(page)).map((fault) => `${path} at ${width}: ${fault}`))
    }
  }
  expect(faults).toEqual([])
  await page.context().close()
})

/** What scrolls the page sideways, sticks out of its box, or breaks a number into two lines. */
function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const describe = (element: Element) =>
      `${element.tagName}.${element.className} "${element.textContent?.slice(0, 40)}"`
    const root = document.documentElement
    const faults: string[] = []
    if (root.scrollWidth > root.clientWidth) faults.push(`the page is ${root.scrollWidth} px wide`)
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (words.nextNode()) {
      const node = words.currentNode
      const parent = node.parentElement
      if (!parent?.checkVisibility() || !node.nodeValue?.trim()) continue
      if (parent.closest(".visually-hidden, select, dialog")) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const boxes = [...range.getClientRects()].filter((box) => box.width > 0)
      if (boxes.length === 0) continue
      const scrolls = parent.closest(".admin-nav, .gallery-strip, .range-marks")
      if (!scrolls && boxes.some((box) => box.right > root.clientWidth + 1 || box.left < -1))
        faults.push(`off the page: ${describe(parent)}`)
      const box = parent
        .closest(".panel, td, th, li, dd, .data-table-title, .data-table-detail")
        ?.getBoundingClientRect()
      if (!scrolls && box && boxes.some(({ right, left }) => right > box.right + 1 || left < box.left - 1))
        faults.push(`out of its box: ${describe(parent)}`)
      if (/^[$−-]?[\d,.]+$/.test(node.nodeValue.trim()) && new Set(boxes.map(({ top }) => Math.round(top))).size > 1)
        faults.push(`a broken number: ${describe(parent)}`)
    }
    return faults
  })
}
