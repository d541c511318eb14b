import { afterEach, beforeAll, expect, test } from "vitest"
import { startCheckout } from "~/domain/checkout/hold/start-checkout.server"
import { payWithCard } from "~/domain/checkout/payment/checkout-payment.server"
import { orderIdOf } from "~/domain/checkout/payment/payment-outcome"
import { type Cents, sum } from "~/domain/money/money"
import { cancelOrderAsShop } from "~/domain/orders/cancellation/cancel-order.server"
import { refundOrder } from "~/domain/orders/cancellation/refund-order.server"
import { findOrder } from "~/domain/orders/orders.server"
import { softDeleteOrder } from "~/domain/orders/soft-delete-order.server"
import { everywhere } from "~/domain/pricing/places"
import { defaultRules, type TaxRate, type TaxRules } from "~/domain/pricing/rules"
import { changeSettings } from "~/domain/settings/change-settings.server"
import { emptyFacts } from "~/domain/settings/settings"
import { reportTaxes } from "~/domain/taxes/tax-report.server"
import { goodCard } from "~/testing/shop/buyers.server"
import { expectInvariants } from "~/testing/shop/expect-invariants.server"
import { setRules } from "~/testing/shop/pricing-rules.server"
import { buy, openOrdersTest, shelve } from "~/testing/shop/test-orders.server"
import type { DocumentContents, DocumentTax } from "./billing-document"
import { issueDocuments } from "./issue-documents.server"

const here = openOrdersTest()
let goods: { lamp: string; book: string; stamp: string }
beforeAll(async () => {
  const facts = { ...emptyFacts, invoiceNumbers: "T-{number}", creditNoteNumbers: "C-{number}" }
  await changeSettings(here.shop, here.admin, { snapshot: 0, facts })
  await here.shop.settings.renew()
  const of = (name: string, price: Cents, taxClass: string) =>
    shelve(here.shop, here.admin, { name, price, taxClass, stock: 10_000 })
  goods = {
    lamp: await of("Lamp", 999, "standard"),
    book: await of("Book", 10_700, "reduced"),
    stamp: await of("Stamp", 155, "zero"),
  }
})
afterEach(() => setRules(here.shop))

const rate = (name: string, percent: number, more: Partial<TaxRate> = {}): TaxRate => {
  const rate = Math.round(percent * 10_000)
  return { place: everywhere, name, rate, taxClass: "standard", from: null, onShipping: true, ...more }
}
const vat = [rate("VAT", 19), rate("VAT", 7, { taxClass: "reduced" })]
const sales = [
  rate("State", 5.75),
  rate("County", 1.75, { onShipping: false }),
  rate("State", 2, { taxClass: "reduced" }),
]

const setTaxes = (taxes: Partial<TaxRules>) =>
  setRules(here.shop, {
    zones: defaultRules.zones.map((zone) => ({
      ...zone,
      methods: zone.methods.map((one) => ({ ...one, steps: [{ from: 0, to: null, price: 495 }], freeAbove: null })),
    })),
    taxes: { ...defaultRules.taxes, shipping: "like-goods", ...taxes },
  })

async function order(cart: Partial<Record<keyof typeof goods, number>>): Promise<string> {
  const lines = Object.entries(cart).map(([name, quantity]) => {
    return { variantId: goods[name as keyof typeof goods], quantity }
  })
  await startCheckout(here.shop, here.ada, lines, null)
  return orderIdOf(await payWithCard(here.shop, here.ada, goodCard)) ?? ""
}

const refund = async (id: string, amount: Cents | "whole") => refundOrder(here.shop, here.admin, id, { amount })
async function refundUnits(id: string, product: keyof typeof goods, quantity = 1) {
  const { lines } = await findOrder(here.shop, here.ada, id)
  const line = lines.find(({ productId }) => productId === goods[product])?.id ?? ""
  await refundOrder(here.shop, here.admin, id, { units: [{ line, quantity }] })
}

interface Documents {
  kind: string
  order_id: string
  total: Cents
  contents: DocumentContents
}

async function documents(of?: string): Promise<Documents[]> {
  await issueDocuments(here.shop)
  const { rows } = await here.pool.query(
    "select * from billing_documents order by issued_at, kind desc, sequence_number",
  )
  return rows.filter(({ order_id }) => of === undefined || order_id === of)
}

const report = () => reportTaxes(here.shop, here.admin, { from: "", to: "" })

const textOf = ({ name, rate }: { name: string; rate: number }) => (name ? `${name} ${rate / 10_000}` : "untaxed")

/** Net amount and tax by rate, of one kind of documents */
function byRate(all: Documents[], kind: string): Record<string, [Cents, Cents]> {
  const sums: Record<string, [Cents, Cents]> = {}
  for (const tax of all.filter((one) => one.kind === kind).flatMap(({ contents }) => contents.taxes)) {
    const known = sums[textOf(tax)] ?? [0, 0]
    sums[textOf(tax)] = [known[0] + tax.net, known[1] + tax.amount]
  }
  return sums
}

async function reported(net: "net" | "refundedNet", tax: "tax" | "refundedTax") {
  const { rows } = await report()
  const sums: Record<string, [Cents, Cents]> = {}
  for (const row of rows) {
    const known = sums[textOf(row)] ?? [0, 0]
    const [one, other] = [row[net], row[tax]]
    expect(Math.min(one, other)).toBeGreaterThanOrEqual(0)
    if (one || other) sums[textOf(row)] = [known[0] + one, known[1] + other]
  }
  return sums
}

/** Expects the report of all orders to equal the sum of all documents. */
async function expectSame(): Promise<void> {
  const all = await documents()
  expect(await reported("net", "tax")).toEqual(byRate(all, "invoice"))
  expect(await reported("refundedNet", "refundedTax")).toEqual(byRate(all, "credit-note"))
  for (const { total, contents } of all) {
    const parts = contents.parts ?? []
    const tax = sum(contents.taxes.map(({ amount }) => amount))
    expect(sum(parts.map(({ net }) => net)) + tax).toBe(total)
    for (const row of contents.taxes) {
      expect(row.net).toBeLessThanOrEqual(total)
      expect(row.reason !== undefined).toBe(row.name === "")
    }
  }
}

const amounts = (taxes: DocumentTax[] = []) => taxes.map(({ rate, net, amount }) => [rate / 10_000, net, amount])

test("documents and the report divide shipping among rates, and state why a part is untaxed", async () => {
  await setTaxes({ included: true, rates: vat })
  const [invoice] = await documents(await order({ lamp: 1, stamp: 1 }))
  // 4.95 × 9.99 ÷ 11.54 = 4.285 of the shipping: 14.28 × 19 ÷ 119 = 2.28
  expect(invoice?.contents.taxes).toEqual([
    { name: "VAT", rate: 190_000, net: 1_200, amount: 228 },
    { name: "", rate: 0, net: 221, amount: 0, reason: "Goods that are not taxed" },
  ])
  await setTaxes({ rates: [] })
  const [untaxed] = await documents(await order({ lamp: 1 }))
  expect(untaxed?.contents.taxes).toMatchObject([
    { net: 1_494, reason: "No tax is charged at the place of delivery: Illinois, United States" },
  ])
  await expectSame()
})

test("a refund of units is the same in its credit note and in the report", async () => {
  await setTaxes({ included: false, shipping: "none", rates: vat })
  const id = await order({ lamp: 10, book: 1 })
  await refundUnits(id, "lamp", 10)
  const [, note] = await documents(id)
  // 99.90 × 19 % = 18.981
  expect(amounts(note?.contents.taxes)).toEqual([[19, 9_990, 1_898]])
  await expectSame()
})

test("they agree for any order that is refunded in parts, cancelled or deleted", async () => {
  const kinds: Partial<TaxRules>[] = [
    { included: true, rates: vat },
    { included: false, rates: vat },
    { included: true, rates: vat, shipping: { taxClass: "reduced" } },
    { included: false, rates: sales },
    { included: true, rates: sales },
  ]
  for (const taxes of kinds) {
    await setTaxes(taxes)
    const [one, two, three] = [
      await order({ lamp: 3, book: 1, stamp: 2 }),
      await order({ lamp: 1, book: 2 }),
      await order({ lamp: 7 }),
    ] as const
    for (const amount of [1, 5_000, 3, 777]) {
      await refund(one, amount)
      await expectSame()
    }
    await refundUnits(one, "lamp", 2)
    await refund(two, 11_111)
    await refundUnits(two, "book")
    await expectSame()
    await softDeleteOrder(here.shop, here.admin, three)
    await cancelOrderAsShop(here.shop, here.admin, two, { reason: "Gone", restock: true })
    await refund(one, "whole")
    await expectSame()
    await softDeleteOrder(here.shop, here.admin, one)
    await expectSame()
    for (const id of [one, two]) {
      const all = await documents(id)
      expect(byRate(all, "credit-note")).toEqual(byRate(all, "invoice"))
    }
  }
  await expectInvariants(here.shop)
})

test("an order from before its shipping parts were stored gets documents that add up and agree with the report", async () => {
  await setTaxes({ included: true, rates: vat })
  const id = await order({ lamp: 1, book: 1 })
  const before = await report()
  await here.pool.query("update orders set shipping_parts = null where id = $1", [id])
  expect((await report()).rows).toEqual(before.rows)
  const [invoice] = await documents(id)
  // 4.95 in proportion to 9.99 and 107.00 is 0.42 and 4.53.
  expect(amounts(invoice?.contents.taxes)).toEqual([
    [19, 875, 166],
    [7, 10_423, 730],
  ])
  await expectSame()
})

test("a deleted order without an invoice is in no sum", async () => {
  const before = await report()
  await changeSettings(here.shop, here.admin, {
    snapshot: 1,
    facts: { ...here.shop.settings.current, invoiceNumbers: "" },
  })
  await here.shop.settings.renew()
  const id = await buy(here.shop, here.ada, goods.lamp)
  await refund(id, 100)
  await issueDocuments(here.shop)
  expect((await report()).totals.orders).toBe(before.totals.orders + 1)
  await softDeleteOrder(here.shop, here.admin, id)
  expect(await report()).toEqual(before)
})
