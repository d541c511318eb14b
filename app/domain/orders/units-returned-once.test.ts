import { describe, expect, test } from "vitest"
import { checkInvariants } from "~/domain/checkout/check-invariants.server"
import type { GatewayRefund, PaymentGateway } from "~/domain/payments/gateway"
import { processAllRefunds } from "~/domain/refunds/process-due-refunds.server"
import { recordRefundResult } from "~/domain/refunds/process-refund.server"
import type { Shop } from "~/domain/shop"
import { ShopError, unavailable } from "~/domain/shop-error"
import fc from "~/testing/hostile/fast-check"
import { stockOf } from "~/testing/shop/buyers.server"
import { buy, openOrdersTest } from "~/testing/shop/test-orders.server"
import { advanceOrder } from "./advance-order.server"
import { cancelOrder } from "./cancellation/cancel-order.server"
import { refundOrder } from "./cancellation/refund-order.server"
import { findOrder } from "./orders.server"
import { restoreOrder, softDeleteOrder } from "./soft-delete-order.server"

const here = openOrdersTest()

const lineOf = async (id: string) => {
  const query = here.shop.db.selectFrom("order_lines").selectAll().where("order_id", "=", id)
  return query.executeTakeFirstOrThrow()
}

describe("units that an administrator did not restock", () => {
  test("stay out of stock when a full refund cancels the order", async () => {
    const before = await stockOf(here.shop, here.mug)
    const id = await buy(here.shop, here.ada, here.mug, 3)
    await refundOrder(here.shop, here.admin, id, { amount: "whole" })
    expect((await findOrder(here.shop, here.ada, id)).status).toBe("Cancelled")
    expect(await stockOf(here.shop, here.mug)).toBe(before - 3)
    expect((await findOrder(here.shop, here.ada, id)).lines).toMatchObject([
      { returnedQuantity: 0, writtenOffQuantity: 3 },
    ])
  })

  test("stay out of stock after a partial refund, and the others return with the cancellation", async () => {
    const before = await stockOf(here.shop, here.mug)
    const id = await buy(here.shop, here.ada, here.mug, 4)
    const { id: line } = await lineOf(id)
    await refundOrder(here.shop, here.admin, id, { units: [{ line, quantity: 1 }] })
    await refundOrder(here.shop, here.admin, id, { units: [{ line, quantity: 1 }], restock: true })
    await cancelOrder(here.shop, here.ada, id)
    expect(await stockOf(here.shop, here.mug)).toBe(before - 1)
    expect(await lineOf(id)).toMatchObject({ returned_quantity: 3, written_off_quantity: 1 })
  })

  test("stay out of stock when an amount was entered, immediately or with the last part, without naming units", async () => {
    const before = await stockOf(here.shop, here.mug)
    const atOnce = await buy(here.shop, here.ada, here.mug, 2)
    const { total_price: total } = await here.shop.db
      .selectFrom("orders")
      .select("total_price")
      .where("id", "=", atOnce)
      .executeTakeFirstOrThrow()
    await refundOrder(here.shop, here.admin, atOnce, { amount: total })
    const inParts = await buy(here.shop, here.ada, here.mug, 3)
    const { id: line } = await lineOf(inParts)
    await refundOrder(here.shop, here.admin, inParts, { units: [{ line, quantity: 1 }], restock: true })
    const { totals, refunded } = await findOrder(here.shop, here.ada, inParts)
    await refundOrder(here.shop, here.admin, inParts, {
      amount: totals.total - refunded,
      units: [{ line, quantity: 1 }],
    })
    expect((await findOrder(here.shop, here.ada, atOnce)).status).toBe("Cancelled")
    expect((await findOrder(here.shop, here.ada, inParts)).status).toBe("Cancelled")
    expect(await stockOf(here.shop, here.mug)).toBe(before - 4)
    expect(await lineOf(atOnce)).toMatchObject({ returned_quantity: 0, written_off_quantity: 2 })
    expect(await lineOf(inParts)).toMatchObject({ returned_quantity: 1, written_off_quantity: 2 })
  })

  test("return to stock when an administrator says so, and only once", async () => {
    const before = await stockOf(here.shop, here.mug)
    const id = await buy(here.shop, here.ada, here.mug, 2)
    const { id: line } = await lineOf(id)
    await refundOrder(here.shop, here.admin, id, { units: [{ line, quantity: 2 }] })
    const units = [{ line, quantity: 2 }]
    await expect(refundOrder(here.shop, here.admin, id, { units })).rejects.toThrow(
      "Only 0 of Mug can still be refunded",
    )
    await refundOrder(here.shop, here.admin, id, { amount: 100, units, restock: true })
    await expect(refundOrder(here.shop, here.admin, id, { amount: 100, units, restock: true })).rejects.toThrow(
      "Only 0 of Mug can still be returned to stock",
    )
    await cancelOrder(here.shop, here.ada, id)
    expect(await stockOf(here.shop, here.mug)).toBe(before)
    expect(await lineOf(id)).toMatchObject({ returned_quantity: 2, written_off_quantity: 0 })
  })

  /** A gateway whose refunds have this status, or that does not respond */
  const refunding = (status: GatewayRefund["status"] | null): Shop => {
    const resultOf = (refundId: string, intentId: string, amount: number): GatewayRefund => {
      if (status === null) throw unavailable("The payment service does not respond")
      const failure = status === "failed" ? "The card has expired" : null
      return { id: `re_${refundId}`, intentId, amount, refundId, status, failure, createdAt: new Date() }
    }
    const payments: PaymentGateway = {
      ...here.shop.payments,
      refund: async ({ refundId, intentId, amount }) => resultOf(refundId, intentId, amount),
      findRefund: async (id) => resultOf(id.slice(3), "", 0),
    }
    return { ...here.shop, payments }
  }

  test("return to stock when the gateway refuses the refund", async () => {
    const { shop, mug, ada, admin } = here
    const before = await stockOf(shop, mug)
    const id = await buy(shop, ada, mug, 2)
    await expect(refundOrder(refunding("failed"), admin, id, { amount: "whole" })).rejects.toThrow(
      "Nothing was refunded",
    )
    await cancelOrder(shop, ada, id)
    expect(await stockOf(shop, mug)).toBe(before)
  })

  test.each([
    ["while the gateway does not respond, or the process dies,", null],
    ["after it was pending", "pending"],
    ["after it had arrived", "succeeded"],
  ] as const)("stay out of stock as long as the refund has not failed: one that fails %s", async (_, first) => {
    const { shop, mug, ada, admin } = here
    const id = await buy(shop, ada, mug, 3)
    const { id: line } = await lineOf(id)
    await refundOrder(refunding(first), admin, id, { units: [{ line, quantity: 2 }] })
    expect(await lineOf(id)).toMatchObject({ written_off_quantity: 2 })
    const query = shop.db.selectFrom("refunds").selectAll().where("order_id", "=", id)
    const refund = await query.executeTakeFirstOrThrow()
    const settle = (status: "failed" | "succeeded") =>
      shop.transaction((tx) => recordRefundResult(tx, refund, { id: `re_${refund.id}`, status, failure: null }))
    await settle("failed")
    expect(await lineOf(id)).toMatchObject({ written_off_quantity: 0 })
    await settle("failed")
    await settle("succeeded")
    expect(await lineOf(id)).toMatchObject({ written_off_quantity: 2 })
    await settle("failed")
    await refundOrder(shop, admin, id, { units: [{ line, quantity: 3 }] })
    expect(await lineOf(id)).toMatchObject({ written_off_quantity: 3 })
  })

  test("are packed and sent when the refund of a whole order fails later", async () => {
    const { shop, mug, ada, admin } = here
    const id = await buy(shop, ada, mug, 2)
    await refundOrder(refunding(null), admin, id, { amount: "whole" })
    expect((await processAllRefunds(refunding("failed"))).waiting.join()).toContain("cannot refund it")
    await advanceOrder(shop, admin, id, "Shipped")
    expect(await lineOf(id)).toMatchObject({ written_off_quantity: 0 })
    await refundOrder(shop, admin, id, { amount: "whole" })
    expect(await lineOf(id)).toMatchObject({ written_off_quantity: 2 })
  })
})

type Refund = { kind: "refund"; units: number; whole: boolean; restock: boolean }
type Act = Refund | { kind: "cancel" } | { kind: "ship" } | { kind: "hide" }

const refund: fc.Arbitrary<Refund> = fc.record({
  kind: fc.constant("refund" as const),
  units: fc.integer({ min: 1, max: 3 }),
  whole: fc.boolean(),
  restock: fc.boolean(),
})
const other = fc.constantFrom<Act>({ kind: "cancel" }, { kind: "ship" }, { kind: "hide" })
const act = fc.oneof<fc.WeightedArbitrary<Act>[]>({ weight: 4, arbitrary: refund }, { weight: 3, arbitrary: other })

async function perform(id: string, line: string, step: Act): Promise<void> {
  const { shop, ada, admin } = here
  if (step.kind === "cancel") return cancelOrder(shop, ada, id)
  if (step.kind === "ship") return advanceOrder(shop, admin, id, "Shipped")
  if (step.kind === "hide") {
    await softDeleteOrder(shop, admin, id)
    return restoreOrder(shop, admin, id)
  }
  const { units, whole, restock } = step
  const what = whole ? { amount: "whole" as const } : { units: [{ line, quantity: units }] }
  await refundOrder(shop, admin, id, { ...what, restock })
}

/** A refusal is a valid outcome; anything else is an error. */
function refused(error: unknown): void {
  if (!(error instanceof ShopError)) throw error
}

describe("any actions on an order, in sequence or concurrently", () => {
  test.each([
    ["one after the other", false],
    ["at once", true],
  ])(
    "no unit returns twice, and a cancelled order's units have all returned or are written off (%s)",
    async (_, atOnce) => {
      const run = async (acts: Act[]) => {
        const before = await stockOf(here.shop, here.mug)
        const id = await buy(here.shop, here.ada, here.mug, 3)
        const { id: line } = await lineOf(id)
        if (atOnce) await Promise.all(acts.map((step) => perform(id, line, step).catch(refused)))
        else for (const step of acts) await perform(id, line, step).catch(refused)
        const { returned_quantity } = await lineOf(id)
        expect(await stockOf(here.shop, here.mug)).toBe(before - 3 + returned_quantity)
        expect(await checkInvariants(here.shop)).toEqual([])
      }
      await fc.assert(fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 5 }), run), { numRuns: 25 })
    },
    180_000,
  )
})
