import type { Page } from "playwright"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { Staff } from "~/domain/accounts/actor"
import { findOrder } from "~/domain/orders/orders.server"
import { type BrowserMode, describeMode, waitForHydration } from "~/testing/browser/browser.server"
import { openJourney } from "~/testing/browser/journey.server"
import { confirm, inspect, press, signInOn, visit } from "~/testing/pages/page-actions.server"
import { addProduct, stockOf } from "~/testing/shop/buyers.server"
import { openShopper } from "~/testing/shop/shopper.server"
import { signUpAdmin } from "~/testing/shop/test-orders.server"
import { allowWaysToPay } from "~/testing/shop/unpaid-orders.server"

const modes: BrowserMode[] = [
  { scripts: false, width: 360 },
  { scripts: true, width: 1280 },
]

const journey = openJourney()
let admin: Staff
let tray: string
beforeAll(async () => {
  admin = await signUpAdmin(journey.shop)
  await allowWaysToPay(journey.shop, admin)
})
beforeEach(async () => {
  tray = await addProduct(journey.shop, { price: 5_000, stock: 10 })
})

/** Chooses a way to pay, and waits for the page with its amounts. */
async function choose(page: Page, mode: BrowserMode, label: RegExp, payment: string) {
  await page.getByRole("radio", { name: label }).check()
  if (!mode.scripts) await page.getByRole("button", { name: "Update payment" }).click()
  await page.waitForURL(new RegExp(`payment=${payment}`))
  await waitForHydration(page, mode)
}

const orderOf = (page: Page) => new URL(page.url()).searchParams.get("order") ?? ""

describe.each(modes)("a shopper with scripts $scripts at $width px", (mode) => {
  test(`orders by bank transfer, and staff record the payment, ${describeMode(mode)}`, async () => {
    const { page } = await openShopper(journey, mode, [{ variantId: tray, quantity: 2 }])
    await visit(page, mode, "/order/confirm", "Confirm your order")
    await choose(page, mode, /Bank transfer/, "transfer")
    await inspect(page, mode, "Confirm your order")
    await page.getByRole("button", { name: "Order and pay by bank transfer" }).click()
    await inspect(page, mode, "Your Order has been Placed successfully")
    await page.getByText("DE89 3704 0044 0532 0130 00").waitFor()
    expect(await stockOf(journey.shop, tray)).toBe(8)
    const id = orderOf(page)
    await visit(page, mode, `/order/${id}`, /Order #/)
    await page.getByText("NOT PAID", { exact: true }).first().waitFor()

    const office = await signInOn(journey, mode, admin.email)
    await visit(office, mode, "/admin/orders/pack?payment=awaiting", "Orders to pack")
    await office.getByText("NOT PAID: wait for the transfer of").first().waitFor()
    await visit(office, mode, `/admin/order/${id}`, /Order #/)
    await office.getByRole("link", { name: "Record a payment" }).click()
    await inspect(office, mode, "Record a payment")
    await press(office, mode, "Record payment")
    await office.getByText("The payment is recorded").waitFor()
    expect((await findOrder(journey.shop, admin, id)).payment.status).toBe("succeeded")
    await inspect(office, mode, /Order #/)
    await office.getByRole("link", { name: "Undo", exact: true }).click()
    await inspect(office, mode, /Undo the payment/)
    await press(office, mode, "Undo payment")
    await office.getByText("The payment is undone").waitFor()
    expect((await findOrder(journey.shop, admin, id)).payment.status).toBe("awaiting")

    await page.goto(`/order/${id}`)
    await waitForHydration(page, mode)
    await confirm(page, mode, "Cancel order", "Cancel order")
    await page.getByText("Your order is cancelled").waitFor()
    expect(await stockOf(journey.shop, tray)).toBe(10)
    await visit(office, mode, `/admin/order/${id}`, /Order #/)
    await office.getByRole("link", { name: "Reopen order" }).click()
    await inspect(office, mode, /Reopen order/)
    await press(office, mode, "Reopen order")
    await office.getByText("The order is open again").waitFor()
    expect(await stockOf(journey.shop, tray)).toBe(8)
  })

  test(`pays the fee of cash on delivery, or goes back to the card, ${describeMode(mode)}`, async () => {
    const { page } = await openShopper(journey, mode, [{ variantId: tray, quantity: 1 }])
    await visit(page, mode, "/order/confirm", "Confirm your order")
    await choose(page, mode, /Cash on delivery/, "delivery")
    const summary = page.getByRole("region", { name: "Order summary" })
    await expect.poll(() => summary.textContent()).toContain("Cash on delivery$5.00")
    await choose(page, mode, /Pay now by card/, "online")
    await expect.poll(() => summary.textContent()).not.toContain("Cash on delivery")
    await page.getByRole("button", { name: "Proceed to payment" }).waitFor()
    await choose(page, mode, /Cash on delivery/, "delivery")
    await page.getByRole("button", { name: "Order and pay on delivery" }).click()
    await inspect(page, mode, "Your Order has been Placed successfully")
    const order = await findOrder(journey.shop, admin, orderOf(page))
    expect(order.payment).toMatchObject({ status: "awaiting", method: "delivery" })
  })

  test(`the owner sets up the ways to pay, ${describeMode(mode)}`, async () => {
    const office = await signInOn(journey, mode, admin.email)
    await visit(office, mode, "/admin/settings/ways-to-pay", "Ways to pay")
    await office.getByLabel("IBAN").fill("DE00 1234")
    await press(office, mode, "Save")
    await office.getByText("Please check the IBAN").first().waitFor()
    await inspect(office, mode, "Ways to pay")
    await office.getByLabel("IBAN").fill("DE89 3704 0044 0532 0130 00")
    await press(office, mode, "Save")
    await office.getByText("Ways to pay saved").waitFor()
  })
})
