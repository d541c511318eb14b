import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { readSavedCart, replaceSavedCart } from "~/domain/cart/saved-cart.server"
import type { Shop } from "~/domain/shop"
import { addBuyer, addProduct, countOrders, stockOf } from "~/testing/shop/buyers.server"
import { offerMethods, sellInEuros } from "~/testing/shop/online-methods.server"
import { startCheckout } from "../hold/start-checkout.server"
import { handleWebhookEvent } from "../reconciliation/handle-webhook-event.server"
import { reconcile } from "../reconciliation/reconcile.server"
import { finishOwnPayment, finishPayment } from "../settlement/finish-payment.server"
import { openSecondProcess } from "../testing/second-process.server"
import { openStripeCheckoutTest } from "../testing/stripe-checkout.server"
import { findPaymentStep, openOwnPayment, openPayment } from "./checkout-payment.server"

const here = openStripeCheckoutTest()
let second: Shop

beforeAll(async () => {
  second = openSecondProcess(here)
  await sellInEuros(here.shop)
  await offerMethods(here.shop, "paypal twint sepa_debit")
})
afterAll(() => second?.db.destroy())
beforeEach(async () => {
  const cart = [{ variantId: here.tray, quantity: 2 }]
  await here.shop.transaction((tx) => replaceSavedCart(tx, here.ada.id, cart))
})

const told = (id: string, shop = here.shop) => handleWebhookEvent(shop, { about: "payment", id })
const cartOf = async () => (await readSavedCart(here.shop, here.ada.id)).map(({ variantId }) => variantId)
const mailsTo = async (kind: string) => {
  const mails = here.shop.db.selectFrom("mails").select("subject").where("recipient", "=", here.ada.email)
  return (await mails.where("kind", "=", kind).execute()).length
}
const statusOf = async (checkoutId: string) => {
  const checkout = here.shop.db.selectFrom("checkouts").select("status").where("id", "=", checkoutId)
  return (await checkout.executeTakeFirstOrThrow()).status
}

/** An intent that the buyer approved by a debit, whose bank has not decided yet */
async function debit(quantity = 2) {
  const checkout = await here.confirmed(quantity)
  const { id } = await openPayment(here.shop, checkout, "intent")
  here.stripe.cardholder.choose(id, "sepa_debit")
  here.stripe.cardholder.approve(id)
  return { id, checkout }
}

test("Stripe is asked for the methods that the owner ticked, and leaves out those of other currencies", async () => {
  const { id, record } = await openPayment(here.shop, await here.confirmed(), "intent")
  expect(record.methods).toEqual(["card", "paypal", "twint", "sepa_debit"])
  expect(here.stripe.account.intent(id).payment_method_types).toEqual(["card", "paypal", "sepa_debit"])
  const page = await openPayment(here.shop, await here.confirmed(1), "hosted")
  expect(here.stripe.account.session(page.id).payment_method_types).toEqual(["card", "paypal", "sepa_debit"])
  here.clock.advance({ minutes: 16 })
  await here.agree()
})

test("an open payment keeps its methods when the owner changes them", async () => {
  const checkout = await here.confirmed()
  here.stripe.faults.plan(/POST \/v1\/payment_intents$/, "reset", { times: 9, afterwards: true })
  await expect(openOwnPayment(here.shop, here.ada, "intent")).rejects.toMatchObject({ kind: "unavailable" })
  here.stripe.faults.end()
  await offerMethods(here.shop, "")
  await openOwnPayment(here.shop, here.ada, "intent")
  expect(here.intentsOf(checkout)).toMatchObject([{ payment_method_types: ["card", "paypal", "sepa_debit"] }])
  await offerMethods(here.shop, "paypal twint sepa_debit")
  here.clock.advance({ minutes: 16 })
  await here.agree()
})

describe("a method that redirects, with the browser closed", () => {
  test("before the bank's page: the units come back", async () => {
    const { id } = await openPayment(here.shop, await here.confirmed(), "intent")
    here.stripe.cardholder.choose(id, "paypal")
    here.clock.advance({ minutes: 16 })
    await here.agree()
    expect(await stockOf(here.shop, here.tray)).toBe(10)
    expect(() => here.stripe.cardholder.approve(id)).toThrow()
  })

  test("after the approval: the order is placed without it", async () => {
    const { id } = await openPayment(here.shop, await here.confirmed(), "intent")
    here.stripe.cardholder.choose(id, "paypal")
    here.stripe.cardholder.approve(id)
    await here.agree()
    expect(await countOrders(here.shop, here.ada)).toBe(1)
    const payment = here.shop.db.selectFrom("payments").select("method").where("gateway_id", "=", id)
    expect(await payment.executeTakeFirst()).toEqual({ method: "paypal" })
  })

  test("and the webhook first, twice, in two processes, before a late return that comes twice", async () => {
    const { id } = await openPayment(here.shop, await here.confirmed(), "intent")
    here.stripe.cardholder.choose(id, "paypal")
    here.stripe.cardholder.approve(id)
    await Promise.all([told(id), told(id, second), told(id, second)])
    here.clock.advance({ minutes: 90 })
    const returns = await Promise.all([1, 2].map(() => finishOwnPayment(here.shop, here.ada, id)))
    expect(returns.map(({ kind }) => kind)).toEqual(["ordered", "ordered"])
    expect(await countOrders(here.shop, here.ada)).toBe(1)
    await here.agree()
  })

  test("and a bank that refuses lets the buyer choose again", async () => {
    const { id } = await openPayment(here.shop, await here.confirmed(), "intent")
    here.stripe.cardholder.choose(id, "paypal")
    here.stripe.cardholder.approve(id, false)
    expect(await finishOwnPayment(here.shop, here.ada, id)).toEqual({
      kind: "unpaid",
      status: "requires_payment_method",
    })
    here.stripe.cardholder.pay(id)
    expect(await finishOwnPayment(here.shop, here.ada, id)).toMatchObject({ kind: "ordered" })
    await here.agree()
  })
})

describe("a payment that the bank is processing", () => {
  test("keeps its units for days, and becomes an order once it is approved", async () => {
    const { id, checkout } = await debit()
    await told(id)
    expect(await statusOf(checkout.id)).toBe("processing")
    for (let days = 0; days < 5; days++) {
      here.clock.advance({ minutes: 24 * 60 })
      expect((await reconcile(here.shop)).waiting).toEqual([expect.stringContaining("still processing")])
    }
    expect(await stockOf(here.shop, here.tray)).toBe(8)
    here.stripe.cardholder.decide(id, true)
    await told(id)
    expect(await countOrders(here.shop, here.ada)).toBe(1)
    expect(await Promise.all(["debit-processing", "order-confirmed", "order-payment-failed"].map(mailsTo))).toEqual([
      1, 1, 0,
    ])
    await here.agree()
  })

  test("is told to its buyer, who can order something else, and keeps that cart", async () => {
    const { id, checkout } = await debit()
    expect(await findPaymentStep(here.shop, here.ada)).toMatchObject({
      kind: "processing",
      checkout: { id: checkout.id },
    })
    expect(await cartOf()).toEqual([])
    await expect(openOwnPayment(here.shop, here.ada, "hosted")).rejects.toThrow("still processing")
    const cup = await addProduct(here.shop, { price: 6_000, stock: 3 })
    const cart = [
      { variantId: here.tray, quantity: 1 },
      { variantId: cup, quantity: 1 },
    ]
    await here.shop.transaction((tx) => replaceSavedCart(tx, here.ada.id, cart))
    const other = await startCheckout(here.shop, here.ada, [{ variantId: cup, quantity: 1 }], null)
    const card = await openPayment(here.shop, other, "intent")
    expect(await findPaymentStep(here.shop, here.ada)).toMatchObject({ kind: "open", checkout: { id: other.id } })
    here.stripe.cardholder.decide(id, true)
    await told(id)
    here.stripe.cardholder.pay(card.id)
    await told(card.id)
    expect(await countOrders(here.shop, here.ada)).toBe(2)
    expect(await cartOf()).toEqual([here.tray])
    await here.agree()
  })

  test("that no one has reported yet does not stop its buyer from ordering something else", async () => {
    const { id, checkout } = await debit()
    const cup = await addProduct(here.shop, { price: 6_000, stock: 3 })
    const other = await startCheckout(here.shop, here.ada, [{ variantId: cup, quantity: 1 }], null)
    expect(await Promise.all([checkout, other].map((one) => statusOf(one.id)))).toEqual(["processing", "held"])
    here.stripe.cardholder.decide(id, true)
    here.clock.advance({ minutes: 61 })
    await here.agree()
    expect(await countOrders(here.shop, here.ada)).toBe(1)
  })

  test("gives the units and the cart back when it fails, tells the buyer by email, and can no longer be paid", async () => {
    const { id } = await debit()
    await told(id)
    here.clock.advance({ minutes: 60 * 24 * 3 })
    here.stripe.cardholder.decide(id, false)
    await Promise.all([told(id), told(id, second), reconcile(second)])
    expect(await stockOf(here.shop, here.tray)).toBe(10)
    expect(await cartOf()).toEqual([here.tray])
    expect(await mailsTo("order-payment-failed")).toBe(1)
    expect(() => here.stripe.cardholder.pay(id)).toThrow("canceled")
    await expect(findPaymentStep(here.shop, here.ada)).rejects.toThrow("Your bank did not make the payment")
    await here.agree()
  })

  test("whose process ended between the cancellation and the release gives its units back", async () => {
    const { id } = await debit()
    await told(id)
    here.stripe.cardholder.decide(id, false)
    here.stripe.account.cancelIntent(id)
    const cancelled = { status: "cancelled" as const, closed_at: here.shop.now() }
    await here.shop.db.updateTable("payments").set(cancelled).where("gateway_id", "=", id).execute()
    here.clock.advance({ minutes: 16 })
    await here.agree()
    expect(await stockOf(here.shop, here.tray)).toBe(10)
    expect(await mailsTo("order-payment-failed")).toBe(1)
  })

  test("that fails on the hosted page gives the units back too", async () => {
    const page = await openPayment(here.shop, await here.confirmed(), "hosted")
    const { payment_intent: intent } = here.stripe.cardholder.payOnPageBy(page.id, "sepa_debit")
    await told(page.id)
    await told(intent ?? "")
    here.stripe.cardholder.decide(intent ?? "", false)
    await told(intent ?? "")
    expect(await stockOf(here.shop, here.tray)).toBe(10)
    expect(await mailsTo("order-payment-failed")).toBe(1)
    await here.agree()
  })

  test("that succeeds on the hosted page becomes an order, with its events in any order", async () => {
    const page = await openPayment(here.shop, await here.confirmed(), "hosted")
    const { payment_intent: intent } = here.stripe.cardholder.payOnPageBy(page.id, "sepa_debit")
    here.stripe.cardholder.decide(intent ?? "", true)
    await Promise.all([told(intent ?? ""), told(page.id, second), told(page.id), told(intent ?? "", second)])
    expect(await countOrders(here.shop, here.ada)).toBe(1)
    await here.agree()
  })

  test("with lost events is read once an hour, a card once a minute", async () => {
    const { id } = await debit()
    const ben = await addBuyer(here.shop)
    const slow = await startCheckout(here.shop, ben, [{ variantId: here.tray, quantity: 1 }], null)
    const card = await openPayment(here.shop, slow, "intent")
    await reconcile(here.shop)
    const reads = async () => {
      here.stripe.calls.length = 0
      for (let minutes = 0; minutes < 10; minutes++) {
        here.clock.advance({ minutes: 1 })
        await reconcile(here.shop)
      }
      return [id, card.id].map(
        (one) => here.stripe.calls.filter((call) => call === `GET /v1/payment_intents/${one}`).length,
      )
    }
    expect(await reads()).toEqual([0, 10])
    here.clock.advance({ minutes: 60 })
    here.stripe.cardholder.decide(id, true)
    await here.agree()
    expect(await countOrders(here.shop, here.ada)).toBe(1)
  })

  test("for two weeks needs attention, and still keeps its units", async () => {
    const { id } = await debit()
    await told(id)
    const incidents = () =>
      here.shop.db.selectFrom("payment_incidents").select("detail").where("payment_intent_id", "=", id).execute()
    here.clock.advance({ minutes: 13 * 24 * 60 })
    await reconcile(here.shop)
    expect(await incidents()).toEqual([])
    here.clock.advance({ minutes: 2 * 24 * 60 })
    await reconcile(here.shop)
    expect(await incidents()).toEqual([{ detail: expect.stringContaining("more than 14 days") }])
    expect(await stockOf(here.shop, here.tray)).toBe(8)
    here.stripe.cardholder.decide(id, false)
    here.clock.advance({ minutes: 61 })
    await here.agree()
    expect(await stockOf(here.shop, here.tray)).toBe(10)
  })

  test("limits how many others may wait for banks at the same time", async () => {
    const ids: string[] = []
    for (let round = 0; round < 3; round++) {
      const { id } = await debit(1)
      await told(id)
      ids.push(id)
    }
    await expect(debit(1)).rejects.toMatchObject({ kind: "tooMany" })
    for (const id of ids) here.stripe.cardholder.decide(id, false)
    here.clock.advance({ minutes: 61 })
    await here.agree()
    expect(await stockOf(here.shop, here.tray)).toBe(10)
  })

  test("counts towards the share of a product that a buyer may reserve", async () => {
    const { id } = await debit(4)
    await told(id)
    await expect(here.confirmed(4)).rejects.toThrow("You can reserve at most 5")
    here.stripe.cardholder.decide(id, false)
    here.clock.advance({ minutes: 61 })
    await here.agree()
  })
})

test("whatever banks do and whoever reports it, in two processes, each unit is sold once and each payment has an order or its money back", async () => {
  for (let round = 0; round < 12; round++) {
    const buyer = await addBuyer(here.shop)
    const checkout = await startCheckout(here.shop, buyer, [{ variantId: here.tray, quantity: 1 }], null)
    const isHosted = round % 3 === 0
    const opened = await openPayment(here.shop, checkout, isHosted ? "hosted" : "intent")
    let id = opened.id
    if (isHosted) id = here.stripe.cardholder.payOnPageBy(opened.id, "sepa_debit").payment_intent ?? ""
    else {
      here.stripe.cardholder.choose(id, "sepa_debit")
      here.stripe.cardholder.approve(id)
    }
    const reports = [
      () => told(id),
      () => told(opened.id, second),
      () => finishOwnPayment(second, buyer, null),
      () => reconcile(here.shop),
    ]
    const some = reports.filter(() => Math.random() < 0.5)
    const deciding = async () => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20))
      here.stripe.cardholder.decide(id, round % 2 === 0)
    }
    await Promise.all([deciding(), ...some.map((report) => report())])
    await Promise.all([told(id), told(opened.id, second), finishPayment(here.shop, id)])
    expect(await countOrders(here.shop, buyer)).toBe(round % 2 === 0 ? 1 : 0)
  }
  here.clock.advance({ minutes: 61 })
  await here.agree(10)
})
