import { expect, test } from "vitest"
import { refundInSandbox } from "~/adapters/sandbox-refund.server"
import { confirmInSandbox } from "~/domain/checkout/api/confirm-in-sandbox.server"
import { openApiPayment } from "~/domain/checkout/api/open-api-payment.server"
import { placeApiOrder } from "~/domain/checkout/api/place-api-order.server"
import { syncRefundsOf } from "~/domain/checkout/reconciliation/sync-refunds.server"
import type { Cents } from "~/domain/money/money"
import { rulesAt } from "~/domain/pricing/local-rules"
import { quote, quoteAt } from "~/domain/pricing/quote"
import { defaultRules } from "~/domain/pricing/rules"
import { ShopError } from "~/domain/shop-error"
import fc from "~/testing/hostile/fast-check"
import { addBuyer, addProduct, goodCard, testAddress } from "~/testing/shop/buyers.server"
import { openOrdersTest } from "~/testing/shop/test-orders.server"
import { refundOrder } from "./cancellation/refund-order.server"
import type { RefundRequest } from "./cancellation/refund-requests.server"
import { type Order, priceOfUnits, refundable } from "./order"
import { findOrder } from "./orders.server"

const atHome = rulesAt(defaultRules, defaultRules.home, "2026-12-24")

const here = openOrdersTest()

type Basket = { price: Cents; quantity: number }[]

const basketOf = (price: fc.Arbitrary<Cents>, { lines, units }: { lines: number; units: number }) =>
  fc.array(fc.record({ price, quantity: fc.integer({ min: 1, max: units }) }), { minLength: 1, maxLength: lines })

/** The amount charged by a client that adds up in floating point, next to the shop's total */
const centDifference = fc.constantFrom(-1, 0, 1)

test("the prices of parts add up to the amount charged for the goods, however and in whatever order they are divided", () => {
  const basket = basketOf(fc.integer({ min: 10, max: 2_000_000 }), { lines: 8, units: 12 })
  const parts = fc.array(fc.record({ line: fc.nat(7), quantity: fc.integer({ min: 1, max: 12 }) }), { maxLength: 40 })
  fc.assert(
    fc.property(basket, centDifference, parts, (basket, cent, parts) => {
      const quoted = quote(basket, atHome)
      const { lines: charged, totals } = quoteAt(quoted, quoted.totals.total + cent) ?? quoted
      const lines = charged.map((line, index) => {
        return { ...line, id: String(index), name: "Mug", returnedQuantity: 0, writtenOffQuantity: 0 }
      })
      const rest = lines.map(({ quantity }, line) => ({ line, quantity }))
      const paid = [...parts, ...rest].map(({ line, quantity }) => {
        const price = priceOfUnits(lines, [{ line: String(line), quantity }])
        const of = lines[line]
        if (of) of.writtenOffQuantity = Math.min(of.quantity, of.writtenOffQuantity + quantity)
        return price
      })
      expect(Math.min(...paid)).toBeGreaterThanOrEqual(0)
      expect(paid.reduce((sum, price) => sum + price, 0)).toBe(totals.total - totals.shipping)
    }),
    { numRuns: 2_000 },
  )
})

/** Buys like an API client, which charges the shop's total or a cent more or less. */
async function order(basket: Basket, cent: number): Promise<Order> {
  const { shop } = here
  const buyer = await addBuyer(shop)
  const products = await Promise.all(basket.map(({ price }) => addProduct(shop, { name: "Mug", price })))
  const orderedItems = basket.map(({ quantity }, index) => ({ variantId: products[index] ?? "", quantity }))
  const amount = quote(basket, atHome).totals.total + cent
  const client_secret = await openApiPayment(shop, buyer, [], {
    amount,
    orderedItems,
    shippingInfo: { ...testAddress, suburb: testAddress.city },
  })
  const { intentId } = await confirmInSandbox(shop, { client_secret, card: goodCard }, buyer.id)
  return placeApiOrder(shop, buyer, { paymentInfo: { id: intentId ?? "" } })
}

const find = ({ id }: Order) => findOrder(here.shop, here.admin, id)

/** The amount refunded; 0 if the shop refused with a message */
async function refund({ id }: Order, request: RefundRequest): Promise<Cents> {
  try {
    return await refundOrder(here.shop, here.admin, id, request)
  } catch (error) {
    expect(error).toBeInstanceOf(ShopError)
    return 0
  }
}

/** Refunds in the gateway's dashboard. */
async function refundOutside(bought: Order, amount: Cents): Promise<Cents> {
  const { intentId } = bought.payment
  if (amount > refundable(await find(bought))) return 0
  await refundInSandbox(here.shop.db, { intentId, amount, refundId: crypto.randomUUID(), refusals: 0 }, here.shop.now())
  await syncRefundsOf(here.shop, intentId)
  return amount
}

test("any sequence of refunds adds up exactly to the whole, in the shop and outside of it", async () => {
  const amount = fc.integer({ min: 1, max: 900 })
  const restock = fc.boolean()
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ line: fc.nat(2), quantity: fc.integer({ min: 1, max: 3 }), restock }) },
    fc.record({ amount }),
    fc.record({ outside: amount }),
  )
  const basket = basketOf(fc.integer({ min: 10, max: 20_000 }), { lines: 3, units: 3 })
  await fc.assert(
    fc.asyncProperty(basket, centDifference, fc.array(step, { maxLength: 6 }), async (basket, cent, steps) => {
      const bought = await order(basket, cent)
      const { subTotal, tax, shipping, total } = bought.totals
      let amounts = 0
      for (const step of steps) {
        if ("amount" in step) amounts += await refund(bought, step)
        else if ("outside" in step) amounts += await refundOutside(bought, step.outside)
        else {
          const line = bought.lines[step.line]?.id ?? ""
          await refund(bought, { units: [{ line, quantity: step.quantity }], restock: step.restock })
        }
      }
      for (const { id: line, quantity } of bought.lines) {
        for (let unit = 0; unit < quantity; unit++) await refund(bought, { units: [{ line, quantity: 1 }] })
      }
      const { refunded } = await find(bought)
      expect(refunded).toBe(Math.min(total, subTotal + tax + amounts))
      if (refunded < total)
        expect(await refund(bought, { amount: Math.max(0, shipping - amounts) })).toBe(total - refunded)
      expect(await find(bought)).toMatchObject({ refunded: total, payment: { status: "refunded" } })
    }),
    { numRuns: 20 },
  )
})

test("three units refunded one by one and then the shipping make up the whole order", async () => {
  const bought = await order([{ price: 3_333, quantity: 3 }], 0)
  const [line] = bought.lines
  const parts = []
  for (let unit = 0; unit < 3; unit++) {
    parts.push(await refundOrder(here.shop, here.admin, bought.id, { units: [{ line: line?.id ?? "", quantity: 1 }] }))
  }
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(10_999)
  await refundOrder(here.shop, here.admin, bought.id, { amount: 2_500 })
  expect(await find(bought)).toMatchObject({ refunded: 13_499, payment: { status: "refunded" } })
})

test("units that have been written off are not refunded again when they return to stock", async () => {
  const bought = await order([{ price: 1_000, quantity: 3 }], 0)
  const units = (quantity: number) => [{ line: bought.lines[0]?.id ?? "", quantity }]
  const pay = (request: RefundRequest) => refundOrder(here.shop, here.admin, bought.id, request)
  expect(await pay({ units: units(2) })).toBe(2_200)
  expect(await pay({ units: units(2), restock: true })).toBe(1_100)
  await expect(pay({ units: units(1), restock: true })).rejects.toThrow("Only 0 of Mug can still be refunded")
  expect(await pay({ units: units(1), restock: true, amount: 100 })).toBe(100)
})
