import type { Page } from "playwright"
import { beforeAll, expect, test } from "vitest"
import { type Member, requireMember, type Staff } from "~/domain/accounts/actor"
import { startCheckout } from "~/domain/checkout/hold/start-checkout.server"
import { leaveReview } from "~/domain/reviews/reviews.server"
import { type BrowserMode, waitForHydration } from "~/testing/browser/browser.server"
import { openJourney } from "~/testing/browser/journey.server"
import { signInOn } from "~/testing/pages/page-actions.server"
import { fillCart } from "~/testing/shop/buyers.server"
import { publishDemoProducts } from "~/testing/shop/published-products.server"
import { buy, signUp, signUpAdmin } from "~/testing/shop/test-orders.server"

const journey = openJourney()
let admin: Staff
let ada: Member
let product: string
let order: string

beforeAll(async () => {
  const { shop } = journey
  admin = await signUpAdmin(shop)
  ada = await signUp(shop, "ada@shop.test", "Ada Lovelace")
  const shelf = (await publishDemoProducts(shop, 12)).map(({ id }) => id)
  product = shelf[0] ?? ""
  order = await buy(shop, ada, product, 2)
  for (const productId of shelf)
    await leaveReview(shop, ada, { productId, rating: 4, comment: "Small, and well made." })
  const cart = shelf.slice(0, 2).map((product) => ({ variantId: product, quantity: 1 }))
  await fillCart(shop, requireMember(admin), cart)
  await startCheckout(shop, ada, await fillCart(shop, ada, cart), null)
})

const modes: BrowserMode[] = [
  { scripts: true, width: 360 },
  { scripts: true, width: 1280 },
]

const visitorScreens = () => [
  "/",
  "/products",
  `/product/${product}`,
  "/recently-viewed",
  "/search",
  "/login",
  "/contact",
  "/about",
]
const memberScreens = () => [
  `/product/${product}`,
  "/recently-viewed",
  "/cart",
  "/shipping",
  "/order/confirm",
  "/process/payment",
  "/account",
  "/update",
  "/orders",
  `/order/${order}`,
  `/order/${order}/receipt`,
]
const lists = () => [
  "/admin/dashboard",
  "/admin/search?search=ada",
  "/admin/orders",
  "/admin/products",
  `/admin/product/${product}/stock`,
  "/admin/users",
  `/admin/user/${ada.id}/sessions`,
  "/admin/reviews",
  "/admin/attention",
  "/admin/audit",
  "/admin/pages",
  "/admin/page/imprint/history",
]
const forms = () => [`/admin/order/${order}`, `/admin/product/${product}`, `/admin/user/${ada.id}`, "/admin/settings"]
/** Shows a message, because an order cannot be confirmed without an address. */
const withMessage = "/order/confirm#without-an-address"

const steadyAndLarge = "nothing moves while a screen arrives, and in lists what is pressed is large enough to be hit"

test.each(modes)(`${steadyAndLarge}, $width px`, async (mode) => {
  const moved: string[] = []
  const small: string[] = []
  const walk = async (page: Page, paths: string[]) => {
    await slowDown(page)
    for (const path of paths) {
      const shifts = await shiftsOf(page, mode, path)
      if (sum(shifts) > BUDGET) moved.push(`${path}: ${JSON.stringify(shifts)}`)
      if (lists().includes(path)) small.push(...(await smallTargets(page)).map((target) => `${path}: ${target}`))
    }
    await page.context().close()
  }
  // These run concurrently, because they mostly wait.
  await Promise.all([
    walk(await journey.openPage(mode), visitorScreens()),
    walk(await signInOn(journey, mode, ada.email), memberScreens()),
    walk(await signInOn(journey, mode, admin.email), [...lists(), ...forms(), withMessage]),
  ])
  expect(moved).toEqual([])
  expect(small).toEqual([])
})

/** The limit of the cumulative layout shift; people notice shifts from 0.1. */
const BUDGET = 0.02

interface Shift {
  value: number
  moved: string[]
}

const sum = (shifts: Shift[]) => shifts.reduce((sum, { value }) => sum + value, 0)

/** Fonts, pictures and scripts arrive one after the other, each after the page was checked without it. */
async function slowDown(page: Page) {
  const delays: [RegExp, number][] = [
    [/\.woff2$/, 250],
    [/\/media\//, 450],
    [/\/assets\/.*\.js$/, 650],
  ]
  for (const [pattern, delay] of delays) {
    await page.route(pattern, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, delay))
      await route.continue().catch(() => {})
    })
  }
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        const moved = entry.sources.map(({ node }) => (node as Element | null)?.className || node?.nodeName || "")
        if (!entry.hadRecentInput) shifts.push({ value: entry.value, moved })
      }
    }).observe({ type: "layout-shift", buffered: true })
  })
}

async function shiftsOf(page: Page, mode: BrowserMode, path: string): Promise<Shift[]> {
  const response = await page.goto(path, { waitUntil: "load" })
  // The toast as it was sent, because a slow machine sees it disappear after five seconds.
  if (path === withMessage) expect(await response?.text()).toContain("Please enter your shipping details first")
  await waitForHydration(page, mode)
  return page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => setTimeout(resolve, 200))
    return window.shifts
  })
}

interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null }[]
}

declare global {
  interface Window {
    shifts: Shift[]
  }
}

/** https://www.w3.org/TR/WCAG22/#target-size-minimum, with links in sentences as its only exception. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isInSentence = (target: Element) =>
      [...(target.parentElement?.childNodes ?? [])].some((node) => node instanceof Text && node.data.trim() !== "")
    const targets = document.querySelectorAll(
      "main :is(a, button, summary, select, textarea, input:not([type=hidden]))",
    )
    return [...targets].flatMap((target) => {
      if (!target.checkVisibility({ visibilityProperty: true }) || target.closest(".visually-hidden")) return []
      if (isInSentence(target) && !target.closest("table")) return []
      const { width, height } = target.getBoundingClientRect()
      if (width >= 24 && height >= 24) return []
      return `${target.outerHTML.slice(0, 120)} is ${Math.round(width)} by ${Math.round(height)} px`
    })
  })
}

test.each([640, 1280])("labels of adjacent fields are on one line, and so are the fields, %i px", async (width) => {
  const page = await signInOn(journey, { scripts: true, width: 1280 }, admin.email)
  await page.setViewportSize({ width, height: 800 })
  const rows: Row[] = []
  for (const path of ["/shipping", `/admin/products/bulk?id=${product}`, `/admin/product/${product}`]) {
    await page.goto(path)
    rows.push(...(await rowsOf(page)))
  }
  await page.getByLabel("Compare-at price").fill("cheap")
  await page.getByRole("button", { name: "Publish" }).click()
  await page.locator(".form-row .field-error").first().waitFor()
  rows.push(...(await rowsOf(page)))
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.filter(({ labels, controls }) => new Set(labels).size > 1 || new Set(controls).size > 1)).toEqual([])
  await page.context().close()
})

/** The vertical positions of the labels and controls of adjacent fields */
interface Row {
  labels: number[]
  controls: number[]
}

function rowsOf(page: Page): Promise<Row[]> {
  return page.evaluate(() => {
    const round = (value: number | undefined) => Math.round(value ?? -1)
    return [...document.querySelectorAll(".form-row")].flatMap((row) => {
      const fields = [...row.querySelectorAll(".field")]
      const lefts = new Set(fields.map((field) => round(field.getBoundingClientRect().left)))
      if (lefts.size < fields.length) return []
      const topsOf = (part: string) =>
        fields.map((field) => round(field.querySelector(part)?.getBoundingClientRect().top))
      return { labels: topsOf("label"), controls: topsOf("input, select") }
    })
  })
}
