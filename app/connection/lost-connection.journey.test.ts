import type { Page } from "playwright"
import { beforeEach, expect, test } from "vitest"
import { type BrowserMode, pressStar, violations, waitForHydration } from "~/testing/browser/browser.server"
import { openJourney } from "~/testing/browser/journey.server"
import { addProduct, countOrders } from "~/testing/shop/buyers.server"
import { openShopper, openSignedIn } from "~/testing/shop/shopper.server"
import { buy, shelve, signUp, signUpAdmin } from "~/testing/shop/test-orders.server"

const mode: BrowserMode = { scripts: true, width: 360 }
const LOST = "The connection is lost."

const journey = openJourney()
let tray: string
beforeEach(async () => {
  tray = await addProduct(journey.shop, { price: 5_000, stock: 10 })
})

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor()
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    return element instanceof HTMLInputElement ? element.labels?.[0]?.firstChild?.textContent : element?.textContent
  })
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()

test("a form keeps its entries, and is sent again by the notice or by its own button", async () => {
  const { context, page } = await openShopper(journey, mode, [{ variantId: tray, quantity: 1 }])
  await page.goto("/shipping")
  await waitForHydration(page, mode)
  await page.getByLabel("Address").fill("12 Old Street")
  await context.setOffline(true)
  await press(page, "Continue")
  await page.getByText(`${LOST} Your input is still here.`).waitFor()
  expect(await violations(page, mode)).toEqual([])
  await expect.poll(() => page.getByLabel("Address").inputValue()).toBe("12 Old Street")
  await page.getByLabel("Address").fill("13 Old Street")
  await press(page, "Continue")
  await page.getByText(LOST).waitFor()
  await press(page, "Send again")
  await page.getByText(LOST).waitFor()
  await expect.poll(() => focused(page)).toBe("Continue")
  await page.getByLabel("Address").focus()
  await page.getByRole("button", { name: "Send again" }).focus()
  await page.keyboard.press("Enter")
  await page.getByText(LOST).waitFor()
  await expect.poll(() => focused(page)).toBe("Address")
  await context.setOffline(false)
  await press(page, "Send again")
  await heading(page, "Confirm your order")
  await page.getByText("13 Old Street").waitFor()
  await expect.poll(() => page.getByText(LOST).count()).toBe(0)
  await context.close()
})

test("a payment whose response is lost is made once, however often it is sent", async () => {
  const { context, page, member } = await openShopper(journey, mode, [{ variantId: tray, quantity: 1 }])
  await page.goto("/order/confirm")
  await waitForHydration(page, mode)
  await press(page, "Proceed to payment")
  await page.getByLabel("Card number").fill("4242 4242 4242 4242")
  await page.getByLabel("Expiry date").fill("12/40")
  await page.getByLabel("Security code").fill("123")
  let lost = false
  await page.route("**/process/payment.data", async (route) => {
    if (lost || route.request().method() !== "POST") return route.continue()
    lost = true
    await route.fetch()
    await route.fulfill({ status: 502, contentType: "text/html", body: "<title>502 Bad Gateway</title>" })
  })
  await page.getByRole("button", { name: /^Pay/ }).click()
  await page.getByText("The shop is not responding. Your input is still here.").waitFor()
  await press(page, "Send again")
  await heading(page, "Your Order has been Placed successfully")
  expect(await countOrders(journey.shop, member)).toBe(1)
  await context.close()
})

test("a link keeps the present page, and continues when the connection is back", async () => {
  const { context, page } = await openShopper(journey, mode, [{ variantId: tray, quantity: 1 }])
  await page.goto("/cart")
  await waitForHydration(page, mode)
  await page.getByRole("link", { name: "Walnut tray" }).click()
  await heading(page, "Walnut tray")
  await context.setOffline(true)
  await page.getByRole("link", { name: "Cart, 1 item" }).click()
  await page.getByText(`${LOST} This page is unchanged.`).waitFor()
  await heading(page, "Walnut tray")
  await context.setOffline(false)
  await heading(page, "Your cart")
  await context.close()
})

test("the notice can be reached from within a dialog", async () => {
  const { context, page } = await openShopper(journey, mode, [])
  page.on("dialog", (dialog) => dialog.accept())
  await page.goto(`/product/${tray}/review`)
  await waitForHydration(page, mode)
  await pressStar(page, "4 stars")
  await page.getByLabel("Your comment").fill("Heavy.")
  await context.setOffline(true)
  await press(page, "Submit")
  await page.getByText(LOST).waitFor()
  await context.setOffline(false)
  await press(page, "Send again")
  await page.getByRole("dialog").waitFor({ state: "detached" })
  await page.getByText("Heavy.").waitFor()
  await context.close()
})

test("scripts that a new release has removed lead to a full page load, once", async () => {
  const { context, page } = await openShopper(journey, mode, [{ variantId: tray, quantity: 1 }])
  await page.goto("/cart")
  await waitForHydration(page, mode)
  const documents: string[] = []
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
  })
  await page.route("**/assets/product-*.js", (route) => route.fulfill({ status: 404, body: "" }))
  await page.getByRole("link", { name: "Walnut tray" }).click()
  await heading(page, "Walnut tray")
  await page.waitForTimeout(1_000)
  expect(documents).toEqual([`/product/${tray}/walnut-tray`])
  await context.close()
})

test("a form for a page whose script is missing is still sent, once, and shown again when it is refused", async () => {
  const ada = await signUp(journey.shop, "ada@shop.test")
  const admin = await signUpAdmin(journey.shop)
  const order = await buy(journey.shop, ada, await shelve(journey.shop, admin))
  const context = await openSignedIn(journey.browser, journey, mode, admin)
  const page = await context.newPage()
  const failures: string[] = []
  page.on("pageerror", ({ message }) => failures.push(message))
  await page.goto(`/admin/order/${order}`)
  await waitForHydration(page, mode)
  await page.route("**/assets/order-notes-*.js", (route) => route.fulfill({ status: 404, body: "" }))
  await page.getByLabel("New note").fill("Call first.\nTwice.")
  await press(page, "Add note")
  await page.locator(".notes").getByText("Call first.").waitFor()
  await waitForHydration(page, mode)
  await page.getByLabel("New note").fill(" ")
  await press(page, "Add note")
  await page.getByRole("link", { name: "Please write a note" }).waitFor()
  // The page shown again is the one whose script is missing, so its request for the script fails, and the page stays.
  await expect.poll(() => failures).toEqual([expect.stringContaining("/assets/order-notes-")])
  await context.close()
})
