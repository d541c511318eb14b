import { beforeEach, expect, test } from "vitest"
import { startCheckout } from "~/domain/checkout/hold/start-checkout.server"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { openTestServer } from "~/testing/pages/test-server.server"
import { addBuyer, countOrders, fillCart } from "~/testing/shop/buyers.server"
import { expectInvariants, stripeState } from "~/testing/shop/expect-invariants.server"
import { openStripeTest } from "~/testing/shop/stripe-shop.server"

const here = openStripeTest(openTestServer, { timeout: 1_000 })
let browser: TestBrowser
let checkout: string

beforeEach(async () => {
  here.stripe.calls.length = 0
  browser = await here.signedIn(here.ada)
  const cart = await fillCart(here.shop, here.ada, [{ variantId: here.tray, quantity: 2 }])
  checkout = (await startCheckout(here.shop, here.ada, cart, null)).id
})

const agree = () => expectInvariants(here.shop, { shelved: { [here.tray]: 10 }, gateway: stripeState(here.stripe) })
const leads = (answer: Response) => [answer.status, answer.headers.get("Location")]

async function secret(): Promise<string> {
  const answer = await browser.post("/process/payment/secret", { checkout })
  return (await answer.json()).clientSecret
}

/** Clicks the button without scripts; returns Stripe's page. */
async function openHostedPayment(): Promise<string> {
  const answer = await browser.post("/process/payment/hosted", { checkout })
  expect(answer.status).toBe(303)
  return answer.headers.get("Location") ?? ""
}

const pageId = (url: string) => url.split("/").at(-1) ?? ""

test("the page loads nothing of Stripe before the button is clicked, and the button works without scripts", async () => {
  const answer = await browser.get("/process/payment")
  const html = await answer.text()
  expect(html).toContain("Pay $135.00")
  expect(html).toContain('action="/process/payment/hosted"')
  expect(html).not.toContain("Test mode")
  expect(html).not.toContain("js.stripe.com")
  expect(here.stripe.calls).toEqual([])
})

test("the security policy allows Stripe's scripts and frames, and forms to its pages", async () => {
  const policy = (await browser.get("/process/payment")).headers.get("Content-Security-Policy") ?? ""
  expect(policy).toMatch(/script-src [^;]*https:\/\/js\.stripe\.com/)
  expect(policy).toMatch(/frame-src [^;]*https:\/\/js\.stripe\.com [^;]*https:\/\/hooks\.stripe\.com/)
  expect(policy).toMatch(/connect-src [^;]*https:\/\/api\.stripe\.com/)
  expect(policy).toMatch(/form-action [^;]*https:\/\/checkout\.stripe\.com/)
})

test("without scripts the shopper pays on Stripe's page and returns to the order", async () => {
  const url = await openHostedPayment()
  expect(url).toBe(here.stripe.account.session(pageId(url)).url)
  const paid = await fetch(url, { method: "POST", body: "outcome=pays", redirect: "manual" })
  const back = new URL(paid.headers.get("Location") ?? "")
  expect(back.origin).toBe(here.url)
  expect(leads(await browser.get(back.pathname + back.search))).toEqual([
    303,
    expect.stringMatching(/^\/success\?order=/),
  ])
  expect(await (await browser.get("/cart")).text()).toContain("No items on cart")
  await agree()
})

test("clicking again leads to the same page; returning unpaid leads to the payment page", async () => {
  const [one, other] = [await openHostedPayment(), await openHostedPayment()]
  expect(other).toBe(one)
  expect(here.stripe.account.session(pageId(one)).cancel_url).toBe(`${here.url}/process/payment`)
  expect((await browser.get("/process/payment")).status).toBe(200)
  const { success_url } = here.stripe.account.session(pageId(one))
  const { pathname, search } = new URL(success_url)
  expect(leads(await browser.get(pathname + search))).toEqual([303, "/process/payment"])
  expect(await (await browser.get("/process/payment")).text()).toContain("Issue processing the order")
})

test("with scripts the page requests one secret, pays, and returns to the order", async () => {
  const [one, other] = [await secret(), await secret()]
  expect(other).toBe(one)
  const [id = ""] = one.split("_secret_")
  here.stripe.cardholder.pay(id)
  const back = await browser.get(`/process/payment/return?payment_intent=${id}&redirect_status=succeeded`)
  expect(leads(back)).toEqual([303, expect.stringMatching(/^\/success\?order=/)])
  await agree()
})

test("a return that claims success without a payment creates no order", async () => {
  const [id = ""] = (await secret()).split("_secret_")
  const back = await browser.get(`/process/payment/return?payment_intent=${id}&redirect_status=succeeded`)
  expect(leads(back)).toEqual([303, "/process/payment"])
  expect(await countOrders(here.shop, here.ada)).toBe(0)
})

test("a return while the bank is still processing the payment says so", async () => {
  const [id = ""] = (await secret()).split("_secret_")
  here.stripe.account.intent(id).status = "processing"
  const back = await browser.get(`/process/payment/return?payment_intent=${id}&redirect_status=succeeded`)
  expect(leads(back)).toEqual([303, "/process/payment"])
  expect(await (await browser.get("/process/payment")).text()).toContain("Your bank is still processing your payment.")
})

test("someone else's payment in the address creates no order", async () => {
  const [id = ""] = (await secret()).split("_secret_")
  here.stripe.cardholder.pay(id)
  const mallory = await here.signedIn(await addBuyer(here.shop))
  const stolen = await mallory.get(`/process/payment/return?payment_intent=${id}`)
  expect(leads(stolen)).toEqual([303, "/order/confirm"])
  await agree()
})

test("a payment made in another tab leads every page to its order", async () => {
  const [id = ""] = (await secret()).split("_secret_")
  here.stripe.cardholder.pay(id)
  const answers = await Promise.all([
    browser.get("/process/payment"),
    browser.post("/process/payment/hosted", { checkout }),
    browser.get("/process/payment/return"),
  ])
  for (const answer of answers) expect(leads(answer)).toEqual([303, expect.stringMatching(/^\/success\?order=/)])
  expect(await (await browser.post("/process/payment/secret", { checkout })).json()).toMatchObject({ over: true })
  await agree()
})

test("when Stripe does not respond the payment page says so, and the shopper can retry", async () => {
  here.stripe.faults.plan(/sessions$/, 500, { times: 3 })
  expect(leads(await browser.post("/process/payment/hosted", { checkout }))).toEqual([303, "/process/payment"])
  expect(await (await browser.get("/process/payment")).text()).toContain("The payment service is not responding.")
  here.stripe.faults.end()
  expect(await openHostedPayment()).toMatch(/^http/)
})

test("the shop's own card form does not exist", async () => {
  const answer = await browser.post("/process/payment", { number: "4242424242424242", expiry: "12/99", cvc: "123" })
  expect(answer.status).toBe(404)
  expect(await countOrders(here.shop, here.ada)).toBe(0)
})
