import type { Page } from "playwright"
import { beforeAll, describe, expect, test } from "vitest"
import type { Member, Staff } from "~/domain/accounts/actor"
import { startCheckout } from "~/domain/checkout/hold/start-checkout.server"
import { payWithCard } from "~/domain/checkout/payment/checkout-payment.server"
import { orderIdOf } from "~/domain/checkout/payment/payment-outcome"
import { advanceOrder } from "~/domain/orders/advance-order.server"
import { findReturnable } from "~/domain/returns/withdrawable.server"
import { type BrowserMode, browserModes, describeMode, waitForHydration } from "~/testing/browser/browser.server"
import { openJourney } from "~/testing/browser/journey.server"
import { press, signInOn, visit } from "~/testing/pages/page-actions.server"
import { goodCard } from "~/testing/shop/buyers.server"
import { shelve, signUp, signUpAdmin } from "~/testing/shop/test-orders.server"

const journey = openJourney()
let admin: Staff
let ada: Member
let items: { variantId: string; quantity: number }[]

beforeAll(async () => {
  const { shop } = journey
  admin = await signUpAdmin(shop)
  ada = await signUp(shop, "ada@shop.test", "Ada Lovelace")
  const mug = await shelve(shop, admin, { stock: 100 })
  const bowl = await shelve(shop, admin, { name: "Bowl", stock: 100 })
  items = [
    { variantId: mug, quantity: 2 },
    { variantId: bowl, quantity: 1 },
  ]
})

async function deliverOrder(): Promise<string> {
  await startCheckout(journey.shop, ada, items, null)
  const id = orderIdOf(await payWithCard(journey.shop, ada, goodCard)) ?? ""
  for (const status of ["Shipped", "Delivered"] as const) await advanceOrder(journey.shop, admin, id, status)
  return id
}

async function openTwice(mode: BrowserMode, path: string, heading: string): Promise<[first: Page, second: Page]> {
  const first = await signInOn(journey, mode, ada.email)
  const second = await first.context().newPage()
  await visit(first, mode, path, heading)
  await visit(second, mode, path, heading)
  return [first, second]
}

async function enterUnits(page: Page, mugs: string, bowls: string): Promise<void> {
  await page.getByLabel("Units of Mug").fill(mugs)
  await page.getByLabel("Units of Bowl").fill(bowls)
}

const meanwhile = "Some items of this order have since been returned"

describe.each(browserModes.map((mode) => [describeMode(mode), mode] as const))("%s", (_, mode) => {
  test("a return of items that another window has returned keeps its entries, and can be sent again", async () => {
    const id = await deliverOrder()
    const [first, second] = await openTwice(mode, `/order/${id}/return`, "Return items")
    for (const page of [first, second]) await page.getByLabel("Reason").selectOption({ index: 1 })
    await enterUnits(first, "2", "0")
    await enterUnits(second, "0", "1")
    await press(first, mode, "Request return")
    await first.waitForURL(`**/order/${id}`)
    await press(second, mode, "Request return")
    await second.locator("main").getByText(meanwhile).first().waitFor()
    await expect.poll(() => second.getByLabel("Units of Mug").count()).toBe(0)
    expect(await second.getByLabel("Units of Bowl").inputValue()).toBe("1")
    await press(second, mode, "Request return")
    await second.waitForURL(`**/order/${id}`)
    expect((await findReturnable(journey.shop, ada, id)).available).toBe(0)
    await second.context().close()
  })

  test("so can a withdrawal, on its first page", async () => {
    const id = await deliverOrder()
    const [first, second] = await openTwice(mode, `/order/${id}/withdraw`, "Withdraw from contract here")
    await enterUnits(first, "2", "0")
    await enterUnits(second, "0", "1")
    for (const page of [second, first]) {
      await press(page, mode, "Continue")
      await page.getByRole("heading", { level: 1, name: "Please check your withdrawal" }).waitFor()
    }
    await press(first, mode, "Confirm withdrawal")
    await first.waitForURL(`**/order/${id}`)
    await press(second, mode, "Confirm withdrawal")
    await second.locator("main").getByText(meanwhile).first().waitFor()
    await expect.poll(() => second.getByLabel("Units of Mug").count()).toBe(0)
    expect(await second.getByLabel("Units of Bowl").inputValue()).toBe("1")
    await press(second, mode, "Continue")
    await second.getByRole("heading", { level: 1, name: "Please check your withdrawal" }).waitFor()
    await waitForHydration(second, mode)
    await press(second, mode, "Confirm withdrawal")
    await second.waitForURL(`**/order/${id}`)
    expect((await findReturnable(journey.shop, ada, id)).available).toBe(0)
    await second.context().close()
  })
})
