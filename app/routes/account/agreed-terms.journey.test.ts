import { beforeAll, describe, expect, test } from "vitest"
import type { Member } from "~/domain/accounts/actor"
import { startCheckout } from "~/domain/checkout/hold/start-checkout.server"
import { payWithCard } from "~/domain/checkout/payment/checkout-payment.server"
import { orderIdOf } from "~/domain/checkout/payment/payment-outcome"
import { browserModes, describeMode } from "~/testing/browser/browser.server"
import { openJourney } from "~/testing/browser/journey.server"
import { signInOn, visit } from "~/testing/pages/page-actions.server"
import { goodCard, testAddress } from "~/testing/shop/buyers.server"
import { setRules } from "~/testing/shop/pricing-rules.server"
import { shelve, signUp, signUpAdmin } from "~/testing/shop/test-orders.server"

const journey = openJourney()
let ada: Member
let order: string

beforeAll(async () => {
  const { shop } = journey
  await setRules(shop, { home: { country: "DE", state: "", pinCode: "" } })
  const admin = await signUpAdmin(shop)
  ada = await signUp(shop, "ada@shop.test", "Ada Lovelace")
  const shipping_info = JSON.stringify({ ...testAddress, country: "DE", state: "BE", city: "Berlin", pinCode: "10115" })
  await shop.db.updateTable("users").set({ shipping_info }).where("id", "=", ada.id).execute()
  const bowl = await shelve(shop, admin, { name: "Engraved bowl", withdrawalExemption: "Made to order" })
  await startCheckout(shop, ada, [{ variantId: bowl, quantity: 1 }], null)
  order = orderIdOf(await payWithCard(shop, ada, goodCard)) ?? ""
})

describe.each(browserModes.map((mode) => [describeMode(mode), mode] as const))("%s", (_, mode) => {
  test("a buyer in the EU reads the terms as agreed, with the right of withdrawal and its exemption", async () => {
    const page = await signInOn(journey, mode, ada.email)
    await visit(page, mode, `/order/${order}`, /^Order #/)
    await page.getByRole("link", { name: "Terms and instructions on withdrawal" }).click()
    await page.waitForURL(`**/order/${order}/terms`)
    await page.getByRole("heading", { level: 2, name: "Instructions on withdrawal" }).waitFor()
    const text = await page.locator("main").innerText()
    expect(text).toContain(
      "You have the right to withdraw from this contract within 14 days without giving any reason.",
    )
    expect(text).toContain("Engraved bowl: Made to order")
    await visit(page, mode, "/withdraw", "Withdraw from contract here")
    await page.getByText("Instructions and a form to print").click()
    await page.getByRole("heading", { name: "Model withdrawal form" }).waitFor()
    await page.context().close()
  })
})
