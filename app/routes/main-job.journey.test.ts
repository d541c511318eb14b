import type { Page } from "playwright"
import { beforeAll, describe, expect, test } from "vitest"
import { formatMoney } from "~/domain/money/format-money"
import { rulesAt } from "~/domain/pricing/local-rules"
import { quote } from "~/domain/pricing/quote"
import { defaultRules } from "~/domain/pricing/rules"
import {
  type BrowserMode,
  browserModes,
  describeMode,
  openVisitor,
  violations,
  waitForHydration,
} from "~/testing/browser/browser.server"
import { openJourney } from "~/testing/browser/journey.server"
import { type PublishedProduct, publishDemoProducts } from "~/testing/shop/published-products.server"

const atHome = rulesAt(defaultRules, defaultRules.home, "2026-12-24")

const journey = openJourney()
let shelf: PublishedProduct[]

beforeAll(async () => {
  shelf = await publishDemoProducts(journey.shop, 13)
})

describe.each(browserModes)("a visitor becomes a customer ($scripts, $width)", (mode) => {
  test(`from the front page to a paid order, ${describeMode(mode)}`, async () => {
    const visitor = await openVisitor(journey.browser, journey.url, mode)
    const page = await visitor.newPage()
    const broken: string[] = []
    page.on("pageerror", (error) => broken.push(error.message))
    const product = shelf[mode.scripts ? 0 : 1]
    if (!product) throw new Error("the shelf is empty")

    await page.goto("/")
    await check(page, mode, "Welcome to my e-commerce store!")
    await page.goto("/products")
    await check(page, mode, "Products")
    await page.getByPlaceholder("Search products").first().fill(product.name)
    await page.getByRole("button", { name: "Search" }).first().click()
    await page.locator('a[href^="/product/"]', { hasText: product.name }).first().click()
    await page.waitForURL("**/product/**")
    await check(page, mode, product.name)

    await page.getByRole("spinbutton", { name: /quantity/i }).fill("2")
    await page.getByRole("button", { name: "Add to cart" }).click()
    await page.getByText("Item added to cart").waitFor()
    await page.goto("/cart")
    await check(page, mode, "Your cart")

    await page.getByRole("button", { name: "Check out" }).click()
    await registerHere(page, mode)

    await page.getByRole("heading", { level: 1, name: "Shipping details" }).waitFor()
    await enterAddress(page, mode)
    await page.getByRole("heading", { level: 1, name: "Confirm your order" }).waitFor()
    await check(page, mode, "Confirm your order")
    const { total } = quote([{ price: product.price, quantity: 2 }], atHome).totals
    await page.getByText(formatMoney(total, "USD")).first().waitFor()
    expect(await stockOf(product.id)).toBe(20)
    await page.getByRole("button", { name: "Proceed to payment" }).click()

    await page.getByRole("heading", { level: 1, name: "Payment" }).waitFor()
    await check(page, mode, "Payment")
    expect(await stockOf(product.id)).toBe(18)
    await payWith(page, "4000 0000 0000 0002")
    await page.getByText("Your card was declined.").first().waitFor()
    await payWith(page, "4242 4242 4242 4242", `Pay ${formatMoney(total, "USD")}`)
    await page.getByRole("heading", { level: 1, name: "Your Order has been Placed successfully" }).waitFor()
    await check(page, mode, "Your Order has been Placed successfully")

    await page.getByRole("link", { name: "View your orders" }).click()
    await page.getByRole("heading", { level: 1, name: "Ada's order" }).waitFor()
    await check(page, mode, "Ada's order")
    await page.getByRole("link", { name: /^#\d+$/ }).click()
    await page.getByText("PAID", { exact: true }).waitFor()
    await check(page, mode, /^Order/)
    await page.goto("/cart")
    await page.getByText("No items on cart").waitFor()
    expect(await stockOf(product.id)).toBe(18)

    await page.getByRole("link", { name: "Withdraw from contract here" }).click()
    await check(page, mode, "Withdraw from contract here")
    await page.getByRole("main").getByRole("link", { name: "My Orders" }).click()
    await page.getByRole("link", { name: /^#\d+$/ }).click()
    await page.getByRole("main").getByRole("link", { name: "Withdraw from contract here" }).click()
    await check(page, mode, "Withdraw from contract here")
    await page.getByLabel(/^Units of/).fill("1")
    await page.getByRole("button", { name: "Continue" }).click()
    await check(page, mode, "Please check your withdrawal")
    await page.getByRole("button", { name: "Change it" }).click()
    await check(page, mode, "Withdraw from contract here")
    await expect.poll(() => page.getByLabel(/^Units of/).inputValue()).toBe("1")
    await page.getByRole("button", { name: "Continue" }).click()
    await page.getByText(`1 × ${product.name}`).waitFor()
    await page.getByRole("button", { name: "Confirm withdrawal" }).click()
    await page.getByText("We have received your withdrawal").first().waitFor()
    expect(await stockOf(product.id)).toBe(19)
    expect(broken).toEqual([])
    await visitor.close()
  })
})

async function check(page: Page, mode: BrowserMode, heading: string | RegExp) {
  await page.getByRole("heading", { level: 1, name: heading }).waitFor()
  await waitForHydration(page, mode)
  expect(await violations(page, mode)).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
}

async function registerHere(page: Page, mode: BrowserMode) {
  await page
    .getByRole("link", { name: /register|create/i })
    .first()
    .click()
  await page.getByLabel(/name/i).first().waitFor()
  await waitForHydration(page, mode)
  const form = page.locator("form", { has: page.getByLabel("Name", { exact: false }) }).last()
  await form.getByLabel(/name/i).first().fill("Ada Lovelace")
  await form.getByLabel(/e-?mail/i).fill(`ada-${mode.scripts}@example.com`)
  await form.getByLabel(/^password/i).fill("correct horse battery")
  await form.getByRole("button", { name: /register|create/i }).click()
}

async function enterAddress(page: Page, mode: BrowserMode) {
  await waitForHydration(page, mode)
  await page.getByLabel("Address").fill("12 St James's Square")
  await page.getByLabel("Suburb or city").fill("Fitzroy")
  await page.getByLabel("Post code").fill("3065")
  await page.getByLabel("Phone number").fill("0412 345 678")
  await page.getByLabel("Country").selectOption("AU")
  if (!mode.scripts) await page.getByRole("button", { name: "Show states" }).click()
  await page.getByLabel("State").selectOption("VIC")
  await expect.poll(() => page.getByLabel("Suburb or city").inputValue()).toBe("Fitzroy")
  await check(page, mode, "Shipping details")
  await page.getByRole("button", { name: "Continue" }).click()
}

async function payWith(page: Page, number: string, button: string | RegExp = /^Pay /) {
  await page.getByLabel("Card number").fill(number)
  await page.getByLabel("Expiry date").fill("12/40")
  await page.getByLabel("Security code").fill("123")
  await page.getByRole("button", { name: button }).click()
}

async function stockOf(id: string): Promise<number> {
  const row = await journey.shop.db
    .selectFrom("products")
    .select("stock")
    .where("id", "=", id)
    .executeTakeFirstOrThrow()
  return row.stock
}
