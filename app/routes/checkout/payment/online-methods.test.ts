import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { startCheckout } from "~/domain/checkout/hold/start-checkout.server"
import { reconcile } from "~/domain/checkout/reconciliation/reconcile.server"
import { newObjectId } from "~/domain/object-id.server"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { pageText } from "~/testing/pages/page-text"
import { openTestServer } from "~/testing/pages/test-server.server"
import { hiddenFields } from "~/testing/pages/web-checkout.server"
import { addBuyer, countOrders, fillCart, stockOf, testAddress } from "~/testing/shop/buyers.server"
import { expectInvariants, stripeState } from "~/testing/shop/expect-invariants.server"
import { offerMethods, sellInEuros } from "~/testing/shop/online-methods.server"
import { openStripeTest } from "~/testing/shop/stripe-shop.server"

const here = openStripeTest(openTestServer, { timeout: 1_000 })
let browser: TestBrowser
let checkout: string

beforeAll(async () => {
  await sellInEuros(here.shop)
  await offerMethods(here.shop, "paypal klarna sepa_debit")
})
beforeEach(async () => {
  browser = await here.signedIn(here.ada)
  const cart = await fillCart(here.shop, here.ada, [{ variantId: here.tray, quantity: 2 }])
  checkout = (await startCheckout(here.shop, here.ada, cart, null)).id
})

const agree = () => expectInvariants(here.shop, { shelved: { [here.tray]: 10 }, gateway: stripeState(here.stripe) })
const leads = (answer: Response) => [answer.status, answer.headers.get("Location")]
const textOf = async (path: string, by = browser) => pageText(await (await by.get(path)).text())

async function intent(): Promise<string> {
  const answer = await browser.post("/process/payment/secret", { checkout })
  return (await answer.json()).clientSecret.split("_secret_")[0]
}

async function approved(method: string): Promise<string> {
  const id = await intent()
  here.stripe.cardholder.choose(id, method)
  here.stripe.cardholder.approve(id)
  return id
}

const returnOf = (id: string) => `/process/payment/return?payment_intent=${id}&redirect_status=succeeded`

test("the page names the methods, and Stripe's own page offers those that fit", async () => {
  expect(await textOf("/process/payment")).toContain("we accept Card, PayPal, Klarna, or SEPA direct debit.")
  const answer = await browser.post("/process/payment/hosted", { checkout })
  const page = await (await fetch(answer.headers.get("Location") ?? "")).text()
  expect(page).toContain("Pay by paypal")
  expect(page).toContain("Pay by sepa_debit")
  here.clock.advance({ minutes: 16 })
  await agree()
})

const address = { name: "Gwen Guest", suburb: "Springfield", ...testAddress }

/** A browser without scripts that is about to confirm, without an account */
async function aGuest(): Promise<TestBrowser> {
  const guest = here.visitor()
  await guest.post(`/product/${here.tray}`, { product: here.tray, quantity: 1 })
  await guest.post("/login?guest&redirect=/shipping", { email: `${newObjectId(here.shop.now())}@buyers.example` })
  await guest.post("/shipping", address)
  return guest
}

describe("a return in another browser", () => {
  test("that is signed out places the order, tells it, and shows nothing personal", async () => {
    const id = await approved("paypal")
    const other = here.visitor()
    const text = await textOf(returnOf(id), other)
    expect(text).toContain("Thank you for your order")
    expect(text).not.toContain(here.ada.name)
    expect(text).not.toContain(here.ada.email)
    expect(await countOrders(here.shop, here.ada)).toBe(1)
    expect(await textOf(returnOf(id), other)).toContain("Thank you for your order")
    expect(leads(await browser.get(returnOf(id)))).toEqual([303, expect.stringMatching(/^\/success\?order=/)])
    await agree()
  })

  test("before the bank has decided, and without a payment, says so", async () => {
    const id = await approved("sepa_debit")
    const other = here.visitor()
    expect(await textOf(returnOf(id), other)).toContain("Your payment is being processed")
    here.stripe.cardholder.decide(id, false)
    expect(await textOf(returnOf(id), other)).toContain("There is no payment yet")
    expect(await textOf(returnOf("pi_unknown"), other)).toContain("There is no payment yet")
    expect(await stockOf(here.shop, here.tray)).toBe(10)
    await agree()
  })

  test("of a guest places the order, in a browser without a session and in that of another guest", async () => {
    here.clock.advance({ minutes: 16 })
    await reconcile(here.shop)
    const [guest, other] = [await aGuest(), await aGuest()]
    const page = await (await guest.get("/order/confirm")).text()
    await guest.post("/order/confirm", hiddenFields(page))
    const url = (await guest.post("/process/payment/hosted", {})).headers.get("Location") ?? ""
    const paid = await fetch(url, { method: "POST", body: "method=paypal", redirect: "manual" })
    const { pathname, search } = new URL(paid.headers.get("Location") ?? "")
    for (const by of [other, here.visitor()])
      expect(await textOf(pathname + search, by)).toContain("Thank you for your order")
    expect(leads(await guest.get(pathname + search))).toEqual([303, expect.stringMatching(/^\/success\?order=/)])
    await agree()
  })

  test("without the payment's id asks to sign in", async () => {
    const answer = await here.visitor().get("/process/payment/return")
    expect(answer.headers.get("Location")).toMatch(/^\/login\?/)
    here.clock.advance({ minutes: 16 })
    await agree()
  })

  test("of another customer who is signed in shows nothing of the order", async () => {
    const id = await approved("paypal")
    const mallory = await here.signedIn(await addBuyer(here.shop))
    expect(leads(await mallory.get(returnOf(id)))).toEqual([303, "/order/confirm"])
    await agree()
  })
})

describe("while the bank is processing the payment", () => {
  test("the page says so without scripts, loads itself again only if it takes minutes, and takes no second payment", async () => {
    const id = await approved("sepa_debit")
    expect(leads(await browser.get(returnOf(id)))).toEqual([303, "/process/payment"])
    const html = await (await browser.get("/process/payment")).text()
    expect(pageText(html)).toContain("Your bank is still processing your payment. You paid by SEPA direct debit.")
    expect(html).not.toContain('http-equiv="refresh"')
    expect(html).not.toContain("/process/payment/hosted")
    expect(await textOf("/cart")).toContain("No items on cart")
    expect(leads(await browser.post("/process/payment/hosted", { checkout }))).toEqual([303, "/process/payment"])
    here.stripe.cardholder.decide(id, true)
    here.clock.advance({ minutes: 1 })
    expect(leads(await browser.get("/process/payment"))).toEqual([303, expect.stringMatching(/^\/success\?order=/)])
    await agree()
  })

  test("of minutes, the page loads itself again, and a refusal leads to the order with its cart", async () => {
    const id = await intent()
    here.stripe.cardholder.choose(id, "paypal")
    here.stripe.cardholder.process(id)
    const html = await (await browser.get("/process/payment")).text()
    expect(html).toContain('http-equiv="refresh"')
    here.stripe.cardholder.decide(id, false)
    here.clock.advance({ minutes: 1 })
    expect((await browser.get("/process/payment")).headers.get("Location")).toBe("/order/confirm")
    expect(await textOf("/order/confirm")).toContain("Your bank did not make the payment")
    expect(await textOf("/cart")).toContain("Walnut tray")
    await agree()
  })
})
