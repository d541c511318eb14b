import { matchRoutes } from "@remix-run/react"
import type { RouteConfigEntry } from "@remix-run/route-config"
import type { Page } from "playwright"
import { beforeAll, expect, test } from "vitest"
import map from "~/routes"
import { type BrowserMode, violations, waitForHydration } from "~/testing/browser/browser.server"
import { openJourney } from "~/testing/browser/journey.server"
import { furnishWithStressContent } from "~/testing/hostile/stress-content.server"
import { stressScreens } from "~/testing/hostile/stress-screens"
import { signInOn } from "~/testing/pages/page-actions.server"

const journey = openJourney()
let content: Awaited<ReturnType<typeof furnishWithStressContent>>

beforeAll(async () => {
  content = await furnishWithStressContent(journey.shop)
})

const mode: BrowserMode = { scripts: true, width: 360, dark: true }
/** A page at 400 %, a tablet, and a phone, which axe checks too */
const widths = [320, 768, 360]

const routes = (await map) as RouteConfigEntry[]
const pages = routes
  .flatMap((route) => [route, ...(route.children ?? [])])
  .map(({ file }) => file)
  .filter((file) => file.endsWith(".tsx"))
const seen: string[] = []

/** The files of the page at an address, and of its layouts */
function filesAt(address: string): string[] {
  const matches = matchRoutes(routes as Parameters<typeof matchRoutes>[0], address) ?? []
  return matches.map(({ route }) => (route as unknown as RouteConfigEntry).file)
}

/**
 * Pages that need a mailed link, an unverified address, a guest's order, an earlier step, no authenticator app yet, a
 * notice of the owner, a law of withdrawal, or a developer's shop
 */
const reachedOtherwise = [
  "routes/storefront/pages/legal-guarantee.tsx",
  "routes/auth/second-step.tsx",
  "routes/auth/sign-in-by-link.tsx",
  "routes/auth/invitation.tsx",
  "routes/auth/accept-invitation.tsx",
  "routes/auth/reset-password.tsx",
  "routes/auth/undo-email-change.tsx",
  "routes/account/security/authenticator-app.tsx",
  "routes/account/email/request-verification.tsx",
  "routes/account/email/confirm-email.tsx",
  "routes/account/joining/join-orders.tsx",
  "routes/account/agreed-terms.tsx",
  "routes/account/end-order-access.tsx",
  "routes/account/returns/confirm-declared.tsx",
  "routes/account/left-out-products.tsx",
  "routes/checkout/payment/test-bank.tsx",
  "routes/checkout/payment/payment-return.tsx",
  "routes/checkout/success.tsx",
  "routes/admin/home.tsx",
  "routes/admin/orders/confirm-refund.tsx",
  "routes/admin/orders/record-payment.tsx",
  "routes/admin/orders/undo-payment.tsx",
  "routes/admin/orders/reopen-order.tsx",
  "routes/admin/orders/end-access.tsx",
  "routes/admin/payments/bank-file.tsx",
  "routes/admin/payments/discard-bank-file.tsx",
  "routes/admin/payments/bank-line.tsx",
  "routes/admin/payments/receive-payments.tsx",
  "routes/admin/payouts/finish-payouts.tsx",
  "routes/admin/payouts/write-payout-file.tsx",
  "routes/admin/payouts/payout-file.tsx",
  "routes/admin/payouts/payout.tsx",
  "routes/admin/payouts/cancel-payout.tsx",
  "routes/admin/payouts/reopen-payout.tsx",
  "routes/admin/products/undo-import.tsx",
  "routes/dev/mail.tsx",
]

test.each(Object.entries(stressScreens))(
  "the worst content stays within its page and its box, and is accessible, on every screen of %s",
  async (reader, listOf) => {
    const page = await (reader === "anybody" ? journey.openPage(mode) : signInOn(journey, mode, content.admin.email))
    // Changing second factors requires a session that has proven one.
    await journey.shop.db
      .updateTable("sessions")
      .set({ factors: ["password", "totp"] })
      .execute()
    const faults: string[] = []
    for (const path of listOf(content)) {
      await page.goto(path)
      seen.push(...filesAt(new URL(page.url()).pathname))
      await waitForHydration(page, mode)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        faults.push(...(await layoutFaults(page)).map((fault) => `${path} at ${width}: ${fault}`))
      }
      faults.push(...(await violations(page, mode)).map((fault) => `${path}: ${fault}`))
    }
    expect(faults).toEqual([])
    await page.context().close()
  },
)

test("the screens cover every page of the route map", () => {
  expect(pages.filter((file) => !seen.includes(file))).toEqual(reachedOtherwise)
})

/** Returns elements that scroll the page sideways, exceed their box, or break a number into two lines. */
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
