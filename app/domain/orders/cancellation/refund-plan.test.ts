import { describe, expect, test } from "vitest"
import { sum } from "~/domain/money/money"
import { addedTax, amountOf } from "~/domain/pricing/charges"
import { ShopError } from "~/domain/shop-error"
import fc from "~/testing/hostile/fast-check"
import {
  countRestocked,
  outstanding,
  planCancellation,
  planRefund,
  planReturn,
  type RefundPlan,
  type ReturnedParts,
  type Sold,
} from "./refund-plan.server"
import type { RefundRequest } from "./refund-requests.server"
import type { SoldLine } from "./sale.server"

const mug: SoldLine = {
  ...{ id: "mug", variantId: "blue mug", name: "Mug", price: 1_000, quantity: 3 },
  ...{ adjustments: [], taxes: [{ name: "VAT", rate: 100_000, amount: 300 }] },
  ...{ returnedQuantity: 0, writtenOffQuantity: 0, exemption: null, coming: 0 },
}
const bowl: SoldLine = { ...mug, id: "bowl", variantId: "bowl", name: "Bowl", quantity: 1, taxes: [] }

/** Includes shipping for $5.00 */
function sale(lines: SoldLine[] = [mug, bowl], order: Partial<Sold["order"]> = {}): Sold {
  const goods = sum(lines.map((line) => amountOf(line) + addedTax(line.taxes)))
  return {
    order: { status: "Processing", currency: "USD", total_price: goods + 500, refunded_amount: 0, ...order },
    lines,
  }
}

const of = (line: string, quantity: number) => ({ line, quantity })
const unitsIn = ({ units }: RefundPlan) => units.map(({ variantId, ...unit }) => unit)

describe("a refund of units", () => {
  test("is their price with tax, and restocks them or writes them off", () => {
    const units = [of("mug", 2), of("bowl", 0)]
    const back = planRefund(sale(), { units, restock: true })
    expect([back.amount, back.next, unitsIn(back)]).toEqual([
      ...[2_200, "report"],
      [{ line: "mug", restocked: 2, writtenOff: 0, recovered: 0 }],
    ])
    expect(back.credited).toMatchObject([{ line: "mug", quantity: 2, amount: 2_200, taxes: [{ amount: 200 }] }])
    expect(unitsIn(planRefund(sale(), { units }))).toEqual([{ line: "mug", restocked: 0, writtenOff: 2, recovered: 0 }])
  })

  test("restocks units that were written off before, which ends the write-off", () => {
    const sold = sale([{ ...mug, returnedQuantity: 1, writtenOffQuantity: 1 }])
    expect(unitsIn(planRefund(sold, { amount: 100, units: [of("mug", 2)], restock: true }))).toEqual([
      { line: "mug", restocked: 2, writtenOff: 0, recovered: 1 },
    ])
  })

  test("is limited to the outstanding amount", () => {
    expect(planRefund(sale([mug], { refunded_amount: 3_000 }), { units: [of("mug", 3)] }).amount).toBe(800)
  })
})

describe("a refund of the outstanding amount", () => {
  test("cancels an unshipped order, and writes off every unit that is not restocked", () => {
    const sold = sale([{ ...mug, writtenOffQuantity: 1 }, bowl], { refunded_amount: 1_100 })
    const whole = planRefund(sold, { amount: "whole" })
    expect([whole.amount, whole.next, whole.credited]).toEqual([3_700, "cancel", null])
    expect(unitsIn(whole)).toEqual([
      { line: "mug", restocked: 0, writtenOff: 2, recovered: 0 },
      { line: "bowl", restocked: 0, writtenOff: 1, recovered: 0 },
    ])
    expect(unitsIn(planRefund(sold, { amount: "whole", restock: true }))).toEqual([
      { line: "mug", restocked: 3, writtenOff: 0, recovered: 1 },
      { line: "bowl", restocked: 1, writtenOff: 0, recovered: 0 },
    ])
  })

  test("does the same as an amount, and also writes off the units that it does not name", () => {
    const typed = planRefund(sale(), { amount: 4_800, units: [of("mug", 1)] })
    expect([typed.next, unitsIn(typed)]).toEqual(["cancel", unitsIn(planRefund(sale(), { amount: "whole" }))])
  })

  test("leaves a shipped order unchanged", () => {
    expect(planRefund(sale([mug], { status: "Shipped" }), { amount: "whole" }).next).toBe("report")
  })
})

test.each<[string, RefundRequest, string?]>([
  ["This order has since been refunded", { amount: 1, snapshot: 0 }],
  ["Enter an amount, or how many units are returned", {}, "amount"],
  ["At most $43.00 can still be refunded", { amount: 4_301 }, "amount"],
  ["Enter how many units go back into stock", { amount: 1, restock: true }, "units"],
  ["This order has no such item", { units: [of("lid", 1)] }, "units"],
  ["Only 3 of Mug were ordered", { units: [of("mug", 4)] }, "units"],
  ["Only 2 of Mug can still be returned to stock", { amount: 1, units: [of("mug", 3)], restock: true }, "units"],
  ["Only 1 of Mug can still be refunded", { amount: 1, units: [of("mug", 2)] }, "units"],
  ["Please list each item only once", { amount: 1, units: [of("mug", 0), of("mug", 1)] }, "units"],
])("a refund is refused: %s", (message, request, field) => {
  const sold = sale([{ ...mug, returnedQuantity: 1, writtenOffQuantity: 1 }, bowl], { refunded_amount: 500 })
  const plan = () => planRefund(sold, { snapshot: 500, ...request })
  expect(plan).toThrow(message)
  expect(plan).toThrow(expect.objectContaining({ field }))
})

test("nothing is refunded twice, and a free order cannot be refunded", () => {
  expect(() => planRefund(sale([mug], { refunded_amount: 3_800 }), { amount: "whole" })).toThrow("refunded in full")
  expect(() => planRefund(sale([mug], { total_price: 0 }), { amount: "whole" })).toThrow("nothing to pay")
})

test("a cancellation refunds the rest, and leaves units written off", () => {
  const sold = sale([{ ...mug, returnedQuantity: 1, writtenOffQuantity: 1 }], { refunded_amount: 1_000 })
  const plan = planCancellation(sold, true)
  expect([plan.amount, plan.next, plan.isProvisional]).toEqual([2_800, "nothing", false])
  expect(unitsIn(plan)).toEqual([{ line: "mug", restocked: 1, writtenOff: 0, recovered: 0 }])
  expect(unitsIn(planCancellation(sold, false))).toEqual([{ line: "mug", restocked: 0, writtenOff: 1, recovered: 0 }])
})

test("a return restocks some units and writes off others, for their price or for an amount entered by staff", () => {
  const parts = [{ line: "mug", restocked: 2, writtenOff: 1 }]
  const plan = planReturn(sale([mug], { status: "Shipped" }), parts)
  expect([plan.amount, plan.next, plan.isProvisional]).toEqual([3_300, "report", false])
  expect(unitsIn(plan)).toEqual([{ line: "mug", restocked: 2, writtenOff: 1, recovered: 0 }])
  expect(planReturn(sale([mug]), parts, 3_800)).toMatchObject({ amount: 3_800, next: "cancel" })
})

type Act =
  | { kind: "refund"; request: RefundRequest }
  | { kind: "cancel"; restock: boolean }
  | { kind: "return"; parts: ReturnedParts[]; amount?: number }

const count = fc.integer({ min: 0, max: 4 })
const ids = ["0", "1", "2"]
const anAmount = fc.option(fc.integer({ min: 0, max: 30_000 }), { nil: undefined })
const aLine = fc.record({ price: fc.integer({ min: 0, max: 9_999 }), quantity: fc.integer({ min: 1, max: 4 }) })
const tax = fc.integer({ min: 0, max: 3_000 })
const aSale = fc
  .record({ lines: fc.array(fc.tuple(aLine, tax), { minLength: 1, maxLength: 3 }), isSent: fc.boolean() })
  .map(({ lines, isSent }) => {
    const taxed = (amount: number) => [{ name: "VAT", rate: 100_000, amount }]
    const sold = lines.map(([line, amount], at) => ({ ...mug, ...line, id: `${at}`, taxes: taxed(amount) }))
    return sale(sold, { status: isSent ? "Shipped" : "Processing" })
  })
const someUnits = fc
  .subarray(ids)
  .chain((some) => fc.tuple(...some.map((line) => count.map((units) => of(line, units)))))
const someParts = fc
  .subarray(ids)
  .chain((some) =>
    fc.tuple(...some.map((line) => fc.record({ line: fc.constant(line), restocked: count, writtenOff: count }))),
  )
const anAct: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    kind: fc.constant("refund" as const),
    request: fc.record({
      amount: fc.oneof(anAmount, fc.constant("whole" as const)),
      units: someUnits,
      restock: fc.boolean(),
    }),
  }),
  fc.record({ kind: fc.constant("cancel" as const), restock: fc.boolean() }),
  fc.record({ kind: fc.constant("return" as const), parts: someParts, amount: anAmount }),
)

function planOf(sold: Sold, act: Act): RefundPlan | null {
  const left = sold.order.total_price - sold.order.refunded_amount
  try {
    if (act.kind === "refund") return planRefund(sold, act.request)
    if (act.kind === "return") return planReturn(sold, act.parts, act.amount && Math.min(act.amount, left))
    return sold.order.status === "Processing" ? planCancellation(sold, act.restock) : null
  } catch (error) {
    if (error instanceof ShopError) return null
    throw error
  }
}

/** The database's state afterwards */
function applyPlan({ order, lines }: Sold, { amount, units }: RefundPlan, act: Act): Sold {
  return {
    order: {
      ...order,
      refunded_amount: order.refunded_amount + amount,
      status: act.kind === "cancel" ? "Cancelled" : order.status,
    },
    lines: lines.map((line) => {
      const unit = units.find((unit) => unit.line === line.id)
      if (!unit) return line
      return {
        ...line,
        returnedQuantity: line.returnedQuantity + unit.restocked,
        writtenOffQuantity: line.writtenOffQuantity + unit.writtenOff - unit.recovered,
      }
    }),
  }
}

/** The requested units or amount; null for the rest */
function askedUnits(act: Act, plan: RefundPlan): number | null {
  if (act.kind === "return") return sum(act.parts.map(({ restocked, writtenOff }) => restocked + writtenOff))
  if (act.kind === "cancel" || act.request.amount === "whole") return null
  if (plan.next === "cancel" && !act.request.restock) return null
  return sum((act.request.units ?? []).map(({ quantity }) => quantity))
}

test("any sequence of refunds stays within the paid amount and sold units, and accounts for every unit", () => {
  const run = (first: Sold, acts: Act[]) => {
    let sold = first
    for (const act of acts) {
      const plan = planOf(sold, act)
      if (plan === null) continue
      const before = sold
      sold = applyPlan(sold, plan, act)
      expect(plan.amount).toBeGreaterThanOrEqual(0)
      expect(sold.order.refunded_amount).toBeLessThanOrEqual(sold.order.total_price)
      const asked = askedUnits(act, plan)
      const returned = sum(plan.units.map(({ restocked, writtenOff }) => restocked + writtenOff))
      if (asked !== null) expect(returned).toBe(asked)
      const back = (lines: Sold["lines"]) => sum(lines.map((line) => line.returnedQuantity))
      expect(back(sold.lines) - back(before.lines)).toBe(countRestocked(plan.units))
      for (const line of sold.lines) {
        expect(Math.min(line.returnedQuantity, line.writtenOffQuantity, outstanding(line))).toBeGreaterThanOrEqual(0)
      }
      const isOver = sold.order.status === "Cancelled" || (plan.next === "cancel" && act.kind === "refund")
      if (isOver && askedUnits(act, plan) === null) expect(sum(sold.lines.map(outstanding))).toBe(0)
    }
  }
  fc.assert(fc.property(aSale, fc.array(anAct, { minLength: 1, maxLength: 8 }), run), { numRuns: 2_000 })
})

test("units refunded one by one add up exactly to the price of their lines", () => {
  fc.assert(
    fc.property(aSale, ({ order, lines }) => {
      let sold: Sold = { order: { ...order, status: "Shipped" }, lines }
      const each = lines.flatMap(({ id, quantity }) => Array.from({ length: quantity }, () => [of(id, 1)]))
      for (const units of each) {
        const act: Act = { kind: "return", parts: units.map(({ line }) => ({ line, restocked: 1, writtenOff: 0 })) }
        sold = applyPlan(sold, planReturn(sold, act.parts), act)
      }
      expect(sold.order.refunded_amount).toBe(order.total_price - 500)
    }),
  )
})
