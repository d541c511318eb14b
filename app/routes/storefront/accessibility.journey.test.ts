import { describe, expect, test } from "vitest"
import { softDeleteProduct } from "~/domain/catalog/editing/delete-product.server"
import { publishProduct } from "~/domain/catalog/editing/publish-product.server"
import { updateProduct } from "~/domain/catalog/editing/update-product.server"
import { leaveReview } from "~/domain/reviews/reviews.server"
import { browserModes, violations, waitForHydration } from "~/testing/browser/browser.server"
import { openStorefrontJourney } from "~/testing/browser/storefront-journey.server"
import { logIn } from "~/testing/pages/page-actions.server"
import { aMember, anAdmin } from "~/testing/shop/people.server"

const journey = openStorefrontJourney()

// Specification, section 9: "Rating stars: half-step, size 20 below 600 px width, else 25."
test("stars have the same size at each width, wherever they are shown", async () => {
  const admin = await anAdmin(journey.shop)
  const product = journey.idOf("walnut-chess-set")
  await leaveReview(journey.shop, await aMember(journey.shop), { productId: product, rating: 4.5, comment: "Good." })
  const page = await journey.openPage({ scripts: false, width: 1280 }, "/login")
  await logIn(page, { scripts: false, width: 1280 }, admin.email)
  await page.waitForURL("**/account")
  for (const path of ["/", "/products", `/product/${product}/review`, "/admin/products"])
    for (const [width, size] of [
      [360, 20],
      [599, 20],
      [600, 25],
      [1280, 25],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      const boxes = await page.locator(".stars-row, .rating-field .icon").evaluateAll((all) =>
        all.map((one) => {
          const { width, height } = one.getBoundingClientRect()
          return `${one.matches(".stars-row") ? width / 5 : width} x ${height}`
        }),
      )
      expect(boxes.length, path).toBeGreaterThan(0)
      expect([path, width, [...new Set(boxes)]]).toEqual([path, width, [`${size} x ${size}`]])
    }
  await page.context().close()
})

describe("accessibility", () => {
  // The journey of the stress content checks every page in dark mode.
  test.each(browserModes)("axe finds nothing on any page of the storefront: %o", async (mode) => {
    const admin = await anAdmin(journey.shop)
    const member = await aMember(journey.shop)
    const casserole = journey.idOf("cast-iron-casserole")
    await leaveReview(journey.shop, member, { productId: casserole, rating: 4, comment: "Good." })
    for (const compareAtPrice of [null, 23_500]) await updateProduct(journey.shop, admin, casserole, { compareAtPrice })
    const fields = { name: "Passing Fancy", desc: "Gone.", category: "Gaming", price: 900, stock: 3 } as const
    const gone = await publishProduct(journey.shop, admin, fields)
    await softDeleteProduct(journey.shop, admin, gone)
    const page = await journey.openPage(mode, "/login")
    await logIn(page, mode, member.email)
    await page.waitForURL("**/account")
    for (const path of [
      "/",
      "/products",
      "/products/hedphones",
      "/products/walnut?category=Gaming&price[lte]=200&ratings[gte]=0",
      "/products/chess?category=Kitchen",
      "/products/wlanut%20xqzyv",
      "/products?page=900",
      `/product/${casserole}`,
      `/product/${casserole}/review`,
      `/product/${gone}`,
      "/product/nothing",
      "/search",
      "/recently-viewed",
      "/contact",
      "/about",
      "/shipping-and-returns",
      "/privacy",
      "/imprint",
      "/nowhere",
    ]) {
      await page.goto(path)
      // The error page has no interactive parts.
      if (path !== "/nowhere") await waitForHydration(page, mode)
      expect(await violations(page, mode), path).toEqual([])
      const overflows = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
      expect(overflows, `${path} is wider than the screen`).toBe(false)
    }
    await page.context().close()
  })
})
