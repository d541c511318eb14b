import { beforeAll, describe, expect, test } from "vitest"
import { reconcile } from "~/domain/checkout/reconciliation/reconcile.server"
import { otherMethods } from "~/domain/payments/online-methods"
import { pageText } from "~/testing/pages/page-text"
import { hiddenFields, openWebCheckoutTest } from "~/testing/pages/web-checkout.server"
import { countOrders, stockOf } from "~/testing/shop/buyers.server"
import { expectInvariants } from "~/testing/shop/expect-invariants.server"
import { offerMethods, sellInEuros } from "~/testing/shop/online-methods.server"
import { anAdmin } from "~/testing/shop/people.server"

const here = openWebCheckoutTest()

beforeAll(async () => {
  await sellInEuros(here.shop)
  await offerMethods(here.shop, otherMethods.join(" "))
})

const agree = () => expectInvariants(here.shop, { shelved: { [here.tray]: 10 } })

/** Chooses a method without scripts; returns the response to the button. */
async function choose(method: string): Promise<Response> {
  await here.confirm()
  const { html } = await here.page(`/process/payment?by=${method}`)
  expect(html).toContain('action="/process/payment/method"')
  return here.browser.post("/process/payment/method", hiddenFields(html))
}

async function answer(answer: string): Promise<Response> {
  const { html } = await here.page("/process/payment/bank")
  return here.browser.post("/process/payment/bank", { ...hiddenFields(html), answer })
}

test("as shipped there is no choice, and only cards", async () => {
  await offerMethods(here.shop, "")
  await here.confirm()
  const { html } = await here.page("/process/payment?by=paypal")
  expect(html).not.toContain("How do you want to pay?")
  expect(html).toContain("Card number")
  await offerMethods(here.shop, otherMethods.join(" "))
  here.clock.advance({ minutes: 16 })
  await agree()
})

test("the choice has the methods of the currency and the country, and cards first", async () => {
  await here.confirm()
  const { html } = await here.page("/process/payment")
  const text = pageText(html)
  for (const name of ["Card", "PayPal", "Klarna", "Test wallet", "Test voucher"]) expect(text).toContain(name)
  for (const name of ["TWINT", "BLIK", "iDEAL"]) expect(text).not.toContain(name)
  expect(html).toMatch(/type="radio" name="by"[^>]*checked=""[^>]*value="card"|value="card"[^>]*checked=""/)
  expect(html).toContain("Card number")
  here.clock.advance({ minutes: 16 })
  await agree()
})

describe("the test page of a method", () => {
  test("approves: the order is placed, and knows the method", async () => {
    expect((await choose("paypal")).headers.get("Location")).toBe("/process/payment/bank")
    const { html } = await here.page("/process/payment/bank")
    expect(pageText(html)).toContain("PayPal test page")
    expect((await answer("approve")).headers.get("Location")).toMatch(/^\/success\?order=/)
    const payment = here.shop.db.selectFrom("payments").select("method").where("user_id", "=", here.ada.id)
    expect(await payment.executeTakeFirst()).toEqual({ method: "paypal" })
    await agree()
  })

  test("declines: the buyer can choose again", async () => {
    await choose("paypal")
    const { says } = await here.leads(await answer("decline"))
    expect(says).toBe("The payment was not approved. Nothing was charged.")
    await choose("klarna")
    expect((await answer("approve")).headers.get("Location")).toMatch(/^\/success\?order=/)
    await agree()
  })

  test("approves later: the page says so, and the order is placed after two minutes", async () => {
    await choose("paypal")
    const { location, html } = await here.leads(await answer("approve-later"))
    expect(location).toBe("/process/payment")
    expect(pageText(html)).toContain("Your bank is still processing your payment.")
    here.clock.advance({ minutes: 3 })
    expect((await here.browser.get("/process/payment")).headers.get("Location")).toMatch(/^\/success\?order=/)
    await agree()
  })

  test("fails later, with the browser closed: the units are back after two minutes", async () => {
    await choose("paypal")
    await answer("fail-later")
    expect(await stockOf(here.shop, here.tray)).toBe(8)
    here.clock.advance({ minutes: 3 })
    await reconcile(here.shop)
    expect(await stockOf(here.shop, here.tray)).toBe(10)
    expect(await countOrders(here.shop, here.ada)).toBe(0)
    await agree()
  })

  test("of a method that the shop does not offer here cannot be opened", async () => {
    await here.confirm()
    const { html } = await here.page("/process/payment?by=paypal")
    const refused = await here.browser.post("/process/payment/method", { ...hiddenFields(html), method: "twint" })
    expect((await here.leads(refused)).says).toBe("Please choose another way to pay.")
    here.clock.advance({ minutes: 16 })
    await agree()
  })
})

describe("an order paid by a method", () => {
  async function ordered(method: string): Promise<string> {
    await choose(method)
    const placed = (await answer("approve")).headers.get("Location") ?? ""
    return placed.slice(-24)
  }
  const refund = async (id: string, fields: object) => {
    const admin = await here.signedIn(await anAdmin(here.shop))
    const { html } = await here.page(`/admin/order/${id}/refund`, admin)
    const answered = await admin.post(`/admin/order/${id}/refund`, { snapshot: 0, ...fields })
    return { form: pageText(html), status: answered.status, text: pageText(await answered.text()) }
  }

  test("that is refunded only as a whole says so before, and is", async () => {
    const id = await ordered("test_wallet")
    const part = await refund(id, { amount: "10.00" })
    expect(part.form).toContain("The payment service refunds such payments only as a whole.")
    expect(part).toMatchObject({
      status: 400,
      text: expect.stringContaining("Please pay the customer in another way."),
    })
    expect((await refund(id, { whole: "yes", restock: "on" })).status).toBe(303)
    await agree()
  })

  test("that cannot be refunded says so before", async () => {
    const id = await ordered("test_voucher")
    const whole = await refund(id, { whole: "yes" })
    expect(whole.form).toContain("The payment service cannot refund such payments.")
    expect(whole.status).toBe(400)
    await agree()
  })

  test("whose refusal comes from the payment service is an item in Attention", async () => {
    const id = await ordered("test_voucher")
    const order = await here.shop.db.selectFrom("orders").selectAll().where("id", "=", id).executeTakeFirstOrThrow()
    await here.browser.post(`/order/${id}/cancel`, {})
    const admin = await here.signedIn(await anAdmin(here.shop))
    const { html } = await here.page("/admin/attention", admin)
    expect(pageText(html)).toContain("Payments by Test voucher cannot be refunded")
    expect(html).toContain(order.payment_intent_id)
  })
})
