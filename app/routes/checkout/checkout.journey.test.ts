import type { Page } from "playwright"
import { beforeEach, describe, expect, test } from "vitest"
import { HOLD_MINUTES } from "~/domain/checkout/checkout"
import { reconcile } from "~/domain/checkout/reconciliation/reconcile.server"
import { MINUTE } from "~/domain/durations"
import {
  type BrowserMode,
  browserModes,
  describeMode,
  violations,
  waitForHydration,
} from "~/testing/browser/browser.server"
import { openJourney } from "~/testing/browser/journey.server"
import { addProduct, countOrders, moveStock, setPrice, stockOf } from "~/testing/shop/buyers.server"
import { openShopper } from "~/testing/shop/shopper.server"

const mode: BrowserMode[] = [
  { scripts: false, width: 360 },
  { scripts: false, width: 1280 },
  { scripts: true, width: 360 },
  { scripts: true, width: 1280 },
]

const journey = openJourney()
let tray: string
beforeEach(async () => {
  tray = await addProduct(journey.shop, { price: 5_000, stock: 10 })
})

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor()
const press = (page: Page, name: string) => page.getByRole("button", { name }).click()

async function payWith(page: Page, number: string) {
  await page.getByLabel("Card number").fill(number)
  await page.getByLabel("Expiry date").fill("12/40")
  await page.getByLabel("Security code").fill("123")
  await press(page, "Pay $135.00")
}

/** Expects no axe violations and nothing wider than the window on the present page. */
async function expectFit(page: Page, way: BrowserMode) {
  await waitForHydration(page, way)
  expect(await violations(page, way)).toEqual([])
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(wider).toBeLessThanOrEqual(0)
}

describe.each(mode)("a shopper with scripts $scripts at $width px", (way) => {
  test(`goes through declines and an approval to the order, ${describeMode(way)}`, async () => {
    const { context, page, member } = await openShopper(journey, way, [{ variantId: tray, quantity: 2 }])
    await page.goto("/cart")
    await heading(page, "Your cart")
    await expectFit(page, way)
    await page.getByRole("button", { name: "Check out" }).click()
    await heading(page, "Shipping details")
    await expect.poll(() => page.getByLabel("Address").inputValue()).toBe("1 Main Street")
    await expectFit(page, way)
    await press(page, "Continue")
    await heading(page, "Confirm your order")
    await expectFit(page, way)
    await press(page, "Proceed to payment")

    await heading(page, "Payment")
    await page.getByText("Your items are reserved for 15 more minutes.").waitFor()
    await expectFit(page, way)
    await payWith(page, "4000 0000 0000 0002")
    await page.getByText("Your card was declined.").first().waitFor()
    await expectFit(page, way)
    await expect.poll(() => page.getByLabel("Card number").inputValue()).toBe("")
    await payWith(page, "4000 0000 0000 9995")
    await page.getByText("Your card has insufficient funds.").first().waitFor()

    await payWith(page, "4000 0025 0000 3155")
    await heading(page, "Approve your payment")
    expect(await page.getByText("insufficient funds").count()).toBe(0)
    await expect.poll(() => page.title()).toContain("Approve your payment")
    await expectFit(page, way)
    await press(page, "Decline payment")
    await page.getByText("The payment was not approved. Your card was not charged.").first().waitFor()
    await heading(page, "Payment")
    expect(await countOrders(journey.shop, member)).toBe(0)
    await payWith(page, "4000 0025 0000 3155")
    await heading(page, "Approve your payment")
    expect(await page.getByText("was not approved").count()).toBe(0)
    await press(page, "Approve payment")

    await heading(page, "Your Order has been Placed successfully")
    await expectFit(page, way)
    expect(await countOrders(journey.shop, member)).toBe(1)
    expect(await stockOf(journey.shop, tray)).toBe(8)
    await page.goBack()
    await page.goto("/process/payment")
    await heading(page, "Your Order has been Placed successfully")
    expect(await countOrders(journey.shop, member)).toBe(1)
    await context.close()
  })
})

test("a visitor without an account buys, and then creates one, without scripts at 360 px", async () => {
  const way: BrowserMode = { scripts: false, width: 360 }
  const page = await journey.openPage(way, `/product/${tray}`)
  await press(page, "Add to cart")
  await page.goto("/cart")
  await page.getByRole("button", { name: "Check out" }).click()
  await page.getByRole("heading", { name: "Continue without an account" }).waitFor()
  await expectFit(page, way)
  await page.getByLabel("Email").first().fill("gwen@buyers.test")
  await press(page, "Continue")
  await heading(page, "Shipping details")
  await expectFit(page, way)
  await page.getByLabel("Name").fill("Gwen Guest")
  await page.getByLabel("Address").fill("1 Main Street")
  await page.getByLabel("Suburb or city").fill("Springfield")
  await page.getByLabel("Country").selectOption("US")
  await press(page, "Show states")
  await page.getByLabel("State").selectOption("IL")
  await page.getByLabel("Post code").fill("62701")
  await page.getByLabel("Phone number").fill("217 555 0123")
  await press(page, "Continue")
  await heading(page, "Confirm your order")
  await press(page, "Proceed to payment")
  await heading(page, "Payment")
  await page.getByLabel("Card number").fill("4242 4242 4242 4242")
  await page.getByLabel("Expiry date").fill("12/40")
  await page.getByLabel("Security code").fill("123")
  await press(page, "Pay $80.00")
  await heading(page, "Your Order has been Placed successfully")
  await expectFit(page, way)
  await page.getByRole("link", { name: /^Order #/ }).click()
  await page.getByRole("link", { name: "Download my data" }).waitFor()
  await expectFit(page, way)
  await page.getByLabel("Password").fill("short")
  await press(page, "Create account")
  await page.getByText("A password needs at least").first().waitFor()
  await page.getByLabel("Password").fill("correct horse battery")
  await press(page, "Create account")
  await page.getByText("Your account is ready").waitFor()
  await heading(page, "Gwen's order")
  await expectFit(page, way)
})

describe.each(browserModes)("a shopper whose cart changes, scripts $scripts", (way) => {
  test(`reads about a changed price and a sold-out line before paying, ${describeMode(way)}`, async () => {
    const bowl = await addProduct(journey.shop, { name: "Bowl", price: 2_000, stock: 5 })
    const cart = [tray, bowl].map((product) => ({ variantId: product, quantity: 2 }))
    const { context, page } = await openShopper(journey, way, cart)
    await page.goto("/order/confirm")
    await waitForHydration(page, way)
    await setPrice(journey.shop, tray, 6_000)
    await moveStock(journey.shop, bowl, -5)
    await press(page, "Proceed to payment")
    const changed = "Walnut tray now costs $60.00 instead of $50.00. Bowl is out of stock."
    await page.getByRole("alert").getByText(changed).waitFor()
    await page.getByText("Not part of this order").waitFor()
    await expectFit(page, way)
    await page.getByRole("link", { name: "Change your cart" }).click()
    await page.getByText("Bowl is out of stock").first().waitFor()
    await expectFit(page, way)
    await press(page, "Remove Bowl")
    await page.getByText("Removed from your cart").waitFor()
    await heading(page, "Your cart")
    await page.goto("/order/confirm")
    await press(page, "Proceed to payment")
    await page.getByRole("button", { name: "Pay $157.00" }).waitFor()
    await context.close()
  })
})

describe.each(browserModes)("a shopper who chooses a country, scripts $scripts", (way) => {
  const problem = (page: Page) => page.getByText("There is a problem")
  const described = async (page: Page, why: string) => {
    await page.getByRole("button", { name: "Continue", disabled: true, description: why }).waitFor()
    await page.getByText(why).waitFor()
  }

  async function choose(page: Page, country: string) {
    const field = page.getByLabel("Country")
    await field.focus()
    await field.selectOption(country)
    if (!way.scripts) return press(page, "Show states")
    await page.waitForLoadState("networkidle")
    await expect.poll(() => field.evaluate((select) => select === document.activeElement)).toBe(true)
  }

  test(`has to choose its state, and nothing else, before Continue, ${describeMode(way)}`, async () => {
    const { context, page, member } = await openShopper(journey, way, [{ variantId: tray, quantity: 1 }])
    await journey.shop.db.updateTable("users").set({ shipping_info: null }).where("id", "=", member.id).execute()
    await page.goto("/shipping")
    await waitForHydration(page, way)
    if (way.scripts) await described(page, "Choose a country to continue")
    await choose(page, "AU")
    if (way.scripts) await described(page, "Choose a state to continue")
    expect(await violations(page, way)).toEqual([])
    await page.getByLabel("State").selectOption("VIC")
    await page.getByText("to continue").waitFor({ state: "detached" })
    await expect.poll(() => problem(page).count()).toBe(0)
    await page.getByLabel("Address").fill("9 New Lane")
    await page.getByLabel("Suburb or city").fill("Fitzroy")
    await page.getByLabel("Post code").fill("3065")
    await page.getByLabel("Phone number").fill("0412 345 678")
    await choose(page, "GI")
    await page.getByLabel("State").waitFor({ state: "detached" })
    await choose(page, "US")
    await page.getByLabel("State").selectOption("IL")
    await expect.poll(() => problem(page).count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe("/shipping")
    await page.getByLabel("Post code").fill("")
    await press(page, "Continue")
    await problem(page).waitFor()
    await expect.poll(() => page.getByLabel("State").inputValue()).toBe("IL")
    await choose(page, "AU")
    await page.getByLabel("State").selectOption("NSW")
    await page.getByLabel("Post code").fill("2000")
    await press(page, "Continue")
    await heading(page, "Confirm your order")
    await page.getByText("9 New Lane").waitFor()
    await context.close()
  })
})

test("with scripts the page itself leads back to confirm when the time to pay is over", async () => {
  const way: BrowserMode = { scripts: true, width: 1280 }
  const { context, page, member } = await openShopper(journey, way, [{ variantId: tray, quantity: 2 }])
  await page.goto("/order/confirm")
  await press(page, "Proceed to payment")
  await heading(page, "Payment")
  const soon = new Date(Date.now() + 3_000)
  await journey.shop.db
    .updateTable("checkouts")
    .set({ created_at: new Date(soon.getTime() - HOLD_MINUTES * MINUTE), hold_expires_at: soon })
    .where("user_id", "=", member.id)
    .where("status", "=", "held")
    .execute()
  await page.reload()
  await heading(page, "Confirm your order")
  await page.getByText("Your 15 minutes to pay have passed").waitFor()
  expect(await stockOf(journey.shop, tray)).toBe(10)
  await context.close()
})

test("a hold that has ended when the card is entered is reported, and nothing was charged", async () => {
  for (const way of [mode[0], mode[3]] as BrowserMode[]) {
    const { context, page, member } = await openShopper(journey, way, [{ variantId: tray, quantity: 2 }])
    await page.goto("/order/confirm")
    await press(page, "Proceed to payment")
    await heading(page, "Payment")
    await waitForHydration(page, way)
    const past = new Date(Date.now() - 1_000)
    await journey.shop.db
      .updateTable("checkouts")
      .set({ created_at: new Date(past.getTime() - HOLD_MINUTES * MINUTE), hold_expires_at: past })
      .where("user_id", "=", member.id)
      .execute()
    await reconcile(journey.shop)
    await payWith(page, "4242 4242 4242 4242")
    await heading(page, "Confirm your order")
    await page
      .getByText("Your 15 minutes to pay have passed, so your items are no longer reserved. Nothing was charged")
      .waitFor()
    await expectFit(page, way)
    expect(await countOrders(journey.shop, member)).toBe(0)
    await context.close()
  }
})

test("a change by the stepper is saved with scripts, and by the button without", async () => {
  for (const way of mode.slice(1, 3)) {
    const { context, page } = await openShopper(journey, way, [{ variantId: tray, quantity: 2 }])
    await page.goto("/cart")
    await waitForHydration(page, way)
    const quantity = page.getByLabel("Quantity of Walnut tray", { exact: true })
    if (way.scripts) await press(page, "One more: Quantity of Walnut tray")
    else {
      await quantity.fill("3")
      await press(page, "Update")
    }
    await page.getByText("$150.00").first().waitFor()
    await expect.poll(() => quantity.inputValue()).toBe("3")
    await context.close()
  }
})
