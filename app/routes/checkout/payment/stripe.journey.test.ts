import { pino } from "pino"
import type { Page, Route } from "playwright"
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest"
import { openStripeGateway } from "~/adapters/stripe-gateway.server"
import { testKeys } from "~/adapters/testing/stripe-keys"
import { type StripeServer, startStripeServer } from "~/adapters/testing/stripe-server"
import {
  type BrowserMode,
  browserModes,
  describeMode,
  violations,
  waitForHydration,
} from "~/testing/browser/browser.server"
import { openJourney } from "~/testing/browser/journey.server"
import { stubStripe } from "~/testing/browser/stripe-script"
import { addProduct, countOrders } from "~/testing/shop/buyers.server"
import { expectInvariants, stripeState } from "~/testing/shop/expect-invariants.server"
import { offerMethods } from "~/testing/shop/online-methods.server"
import { openShopper, type Shopper } from "~/testing/shop/shopper.server"

const withScripts: BrowserMode = { scripts: true, width: 1280 }
const onPhone: BrowserMode = { scripts: true, width: 360 }
const withoutScripts: BrowserMode = { scripts: false, width: 360 }

let stripe: StripeServer
let tray: string

// Runs after everything else has been closed.
afterAll(() => stripe?.close())
const journey = openJourney(async () => {
  stripe = await startStripeServer(testKeys)
  const env = {
    PAYMENTS: "stripe",
    STRIPE_SECRET_KEY: testKeys.secretKey,
    STRIPE_PUBLISHABLE_KEY: testKeys.publishableKey,
    STRIPE_WEBHOOK_SECRET: testKeys.webhookSecrets.join(","),
    STRIPE_API_BASE: stripe.url,
  }
  return { env }
})
beforeEach(async () => {
  stripe.faults.end()
  tray = await addProduct(journey.shop, { price: 5_000, stock: 10 })
})

/** A shopper who has confirmed and is about to pay */
async function confirmed(mode: BrowserMode): Promise<Shopper> {
  const shopper = await openShopper(journey, mode, [{ variantId: tray, quantity: 2 }])
  await stubStripe(shopper.context, stripe)
  await shopper.page.goto("/order/confirm")
  await shopper.page.getByRole("button", { name: "Proceed to payment" }).click()
  await shopper.page.getByRole("heading", { level: 1, name: "Payment" }).waitFor()
  return shopper
}

const payButton = (page: Page) => page.getByRole("button", { name: "Pay $135.00" })
const success = (page: Page) => page.getByRole("heading", { name: "Your Order has been Placed successfully" }).waitFor()

/** Enters a card in the field that replaces Stripe's, and clicks the button. */
async function payWith(page: Page, card: "pays" | "declines" | "asks" | "paypal") {
  await page.getByLabel("Card at Stripe").fill(card)
  await payButton(page).click()
}

describe.each([withScripts, onPhone])("with scripts, $width px", (mode) => {
  test("the card is entered in the page, a decline is a toast, and the button works again", async () => {
    const { page, context, member } = await confirmed(mode)
    await payWith(page, "declines")
    await page.getByRole("status").getByText("Your card was declined.").waitFor()
    await expect.poll(() => payButton(page).isEnabled()).toBe(true)
    expect(await violations(page, mode)).toEqual([])
    await payWith(page, "pays")
    await success(page)
    await waitForHydration(page, mode)
    await expect.poll(() => page.getByText("Cart, 0 items").count()).toBe(1)
    expect(await countOrders(journey.shop, member)).toBe(1)
    const billed = [...stripe.account.intents.values()].find((intent) => intent.metadata.userId === member.id)
    expect(billed).toMatchObject({
      billing: { name: "Buyer 1", phone: "2175550123", address: { line1: "1 Main Street" } },
      shipping: { name: "Buyer 1", phone: "2175550123" },
    })
    await context.close()
  })
})

test("another method leads to the bank's page and back, and a refusal there to another try", async () => {
  await offerMethods(journey.shop, "paypal")
  const { page, context, member } = await confirmed(withScripts)
  await payWith(page, "paypal")
  await page.getByRole("button", { name: "Decline" }).click()
  await page.getByRole("status").getByText("Issue processing the order").waitFor()
  await payWith(page, "paypal")
  await page.getByRole("button", { name: "Approve" }).click()
  await success(page)
  expect(await countOrders(journey.shop, member)).toBe(1)
  await context.close()
  await offerMethods(journey.shop, "")
})

test("without scripts, another method is chosen on Stripe's page, and the bank is waited for", async () => {
  await offerMethods(journey.shop, "paypal")
  const { page, context, member } = await confirmed(withoutScripts)
  await page.getByText("we accept Card or PayPal.").waitFor()
  await payButton(page).click()
  await page.getByRole("button", { name: "Pay by paypal" }).click()
  await success(page)
  expect(await countOrders(journey.shop, member)).toBe(1)
  await context.close()
  await offerMethods(journey.shop, "")
})

test("a payment that the bank is processing is shown until it is decided", async () => {
  const { page, context, member } = await confirmed(withScripts)
  const intent = await vi.waitUntil(() =>
    [...stripe.account.intents.values()].find(({ metadata }) => metadata.userId === member.id),
  )
  stripe.cardholder.process(intent.id)
  await page.goto("/process/payment")
  await page.getByText("Your bank is still processing your payment.").waitFor()
  expect(await violations(page, withScripts)).toEqual([])
  stripe.cardholder.decide(intent.id, true)
  await success(page)
  await context.close()
})

test("a payment that has not succeeded is reported as an issue processing the order", async () => {
  const { page, context, member } = await confirmed(withScripts)
  await payWith(page, "asks")
  await page.getByRole("status").getByText("Issue processing the order").waitFor()
  await expect.poll(() => payButton(page).isEnabled()).toBe(true)
  expect(await countOrders(journey.shop, member)).toBe(0)
  await context.close()
})

test("a browser that cannot reach Stripe's script pays on Stripe's own page", async () => {
  const { page, context, member } = await confirmed(withScripts)
  await context.unrouteAll()
  await context.route("https://js.stripe.com/**", (route) => route.abort())
  await page.reload()
  await page.getByText("The card form could not be loaded").waitFor()
  expect(await violations(page, withScripts)).toEqual([])
  await payButton(page).click()
  await page.getByRole("button", { name: "Pay", exact: true }).click()
  await success(page)
  expect(await countOrders(journey.shop, member)).toBe(1)
  await context.close()
})

test("a hanging script of Stripe is waited for only for a while", async () => {
  const { page, context, member } = await confirmed(withScripts)
  await context.unrouteAll()
  await context.route("https://js.stripe.com/**", () => {})
  await page.clock.install()
  await page.reload()
  await waitForHydration(page, withScripts)
  await page.getByRole("button", { name: "Pay $135.00", disabled: true }).waitFor()
  await expect.poll(() => page.locator('script[src*="js.stripe.com"]').count()).toBe(1)
  await page.clock.fastForward(15_000)
  await page.getByText("Stripe cannot be reached from this browser.").waitFor()
  await payButton(page).click()
  await page.getByRole("button", { name: "Pay", exact: true }).click()
  await success(page)
  expect(await countOrders(journey.shop, member)).toBe(1)
  await context.close()
})

test("a failed connection is reported in a sentence, and the payment can be continued", async () => {
  const { page, context, member } = await confirmed(withScripts)
  await page.getByLabel("Card at Stripe").waitFor()
  await context.route("https://api.stripe.com/**", (route) => route.abort())
  await payWith(page, "pays")
  await page.getByRole("status").getByText("The connection is lost. Please pay again").waitFor()
  await expect.poll(() => payButton(page).isEnabled()).toBe(true)
  for (const [lose, sentence] of [
    [(route: Route) => route.abort(), "The connection is lost."],
    [(route: Route) => route.fulfill({ status: 502, body: "<h1>Bad Gateway</h1>" }), "The shop is not responding"],
  ] as const) {
    await context.route("**/process/payment/secret", lose)
    await page.reload()
    await page.getByText("The card form could not be loaded").waitFor()
    await page.getByText(sentence).waitFor()
    await context.unroute("**/process/payment/secret")
  }
  await payButton(page).click()
  await page.getByRole("button", { name: "Pay", exact: true }).click()
  await success(page)
  expect(await countOrders(journey.shop, member)).toBe(1)
  await context.close()
})

test("a payment whose response is lost is found when the button is clicked again", async () => {
  const { page, context, member } = await confirmed(withScripts)
  await page.getByLabel("Card at Stripe").waitFor()
  let lost = false
  await context.route("https://api.stripe.com/**", async (route) => {
    if (lost || route.request().method() !== "POST") return route.fallback()
    lost = true
    await fetch(stripe.url + new URL(route.request().url()).pathname, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${testKeys.publishableKey}`,
        "Content-Type": "application/x-www-form-urlencoded",
      },
      body: route.request().postData(),
    })
    await route.abort()
  })
  await payWith(page, "pays")
  await page.getByText("The connection is lost. Please pay again").waitFor()
  await payButton(page).click()
  await success(page)
  expect(await countOrders(journey.shop, member)).toBe(1)
  await context.close()
})

test("a browser that is closed after paying still has its order, within a minute", async () => {
  const { page, context, member } = await confirmed(withScripts)
  await page.route("**/process/payment/return*", (route) => route.abort())
  await payWith(page, "pays")
  const isPaid = () =>
    [...stripe.account.intents.values()].some(
      ({ metadata, status }) => metadata.userId === member.id && status === "succeeded",
    )
  await expect.poll(isPaid).toBe(true)
  await context.close()
  const log = pino({ level: "silent" })
  const payments = openStripeGateway({ ...testKeys, apiBase: stripe.url, log, now: () => new Date() })
  await expectInvariants({ ...journey.shop, payments }, { gateway: stripeState(stripe) })
  expect(await countOrders(journey.shop, member)).toBe(1)
})

describe.each(browserModes.filter((mode) => !mode.scripts))("without scripts", (mode) => {
  test(`the button leads to Stripe's page and back to the order, ${describeMode(mode)}`, async () => {
    const { page, context, member } = await confirmed(mode)
    expect(await violations(page, mode)).toEqual([])
    await payButton(page).click()
    await page.getByRole("heading", { name: "Pay $135.00" }).waitFor()
    await page.getByRole("button", { name: "Pay with a bad card" }).click()
    await page.getByText("Your card was declined.").waitFor()
    await page.getByRole("link", { name: "Back to the shop" }).click()
    await payButton(page).click()
    await page.getByRole("button", { name: "Pay", exact: true }).click()
    await success(page)
    expect(await countOrders(journey.shop, member)).toBe(1)
    await context.close()
  })
})

test("enabling scripts halfway ends Stripe's page and pays here", async () => {
  const { page, context, member } = await confirmed(withoutScripts)
  await payButton(page).click()
  const hosted = page.url()
  const cookies = await context.cookies()
  const scripted = await journey.browser.newContext({ baseURL: journey.url })
  await scripted.addCookies(cookies)
  await stubStripe(scripted, stripe)
  const again = await scripted.newPage()
  await again.goto("/process/payment")
  await again.getByLabel("Card at Stripe").waitFor()
  expect(stripe.account.session(hosted.split("/").at(-1) ?? "").status).toBe("expired")
  await payWith(again, "pays")
  await success(again)
  expect(await countOrders(journey.shop, member)).toBe(1)
  await Promise.all([context.close(), scripted.close()])
})
