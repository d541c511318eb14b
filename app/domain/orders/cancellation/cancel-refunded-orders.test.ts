import { describe, expect, test } from "vitest"
import { syncRefunds } from "~/domain/checkout/reconciliation/sync-refunds.server"
import type { GatewayRefund, PaymentGateway } from "~/domain/payments/gateway"
import { processAllRefunds } from "~/domain/refunds/process-due-refunds.server"
import { unavailable } from "~/domain/shop-error"
import { stockOf } from "~/testing/shop/buyers.server"
import { buy, openOrdersTest } from "~/testing/shop/test-orders.server"
import { findOrder } from "../orders.server"
import { restoreOrder, softDeleteOrder } from "../soft-delete-order.server"
import { cancelIfRefunded, cancelRefundedOrders } from "./cancel-refunded-orders.server"
import { refundOrder } from "./refund-order.server"
import { lockSale } from "./sale.server"

const here = openOrdersTest()

const mailsAbout = async (id: string) => {
  const mails = here.shop.db.selectFrom("mails").select("kind").where("text_body", "like", `%${id}%`)
  return (await mails.where("kind", "<>", "order-confirmed").execute()).map(({ kind }) => kind)
}

describe("while a refund may still fail", () => {
  test("the order is not cancelled, and no message says so", async () => {
    const { shop, ada, mug, admin } = here
    const down = { ...shop.payments, refund: () => Promise.reject(unavailable("The gateway does not answer")) }
    const id = await buy(shop, ada, mug, 2)
    const before = await stockOf(shop, mug)
    await refundOrder({ ...shop, payments: down }, admin, id, { amount: "whole" })
    await cancelRefundedOrders(shop)
    expect(await shop.transaction(async (tx) => cancelIfRefunded(tx, await lockSale(tx, id)))).toBe(false)
    expect(await findOrder(shop, ada, id)).toMatchObject({ status: "Processing", payment: { status: "refunded" } })
    expect(await mailsAbout(id)).toEqual([])

    await shop.db.updateTable("refunds").set({ status: "succeeded" }).where("order_id", "=", id).execute()
    await Promise.all([cancelRefundedOrders(shop), cancelRefundedOrders(shop)])
    expect((await findOrder(shop, ada, id)).status).toBe("Cancelled")
    expect(await mailsAbout(id)).toEqual(["order-cancelled"])
    expect(await stockOf(shop, mug)).toBe(before)
  })

  test("background work sends no message between the request and the refusal of a refund", async () => {
    const { shop, ada, mug, admin } = here
    const id = await buy(shop, ada, mug)
    const refund: typeof shop.payments.refund = async ({ intentId, amount, refundId }) => {
      await cancelRefundedOrders(shop)
      const failed = { status: "failed", failure: "The card has expired", createdAt: new Date() } as const
      return { id: `re_${refundId}`, intentId, amount, refundId, ...failed }
    }
    const refusing = { ...shop, payments: { ...shop.payments, refund } }
    await expect(refundOrder(refusing, admin, id, { amount: "whole" })).rejects.toThrow("Nothing was refunded")
    expect(await findOrder(shop, ada, id)).toMatchObject({ status: "Processing", refunded: 0 })
    expect(await mailsAbout(id)).toEqual([])
  })
})

describe("while the gateway processes a full refund", () => {
  /** A gateway that runs something in the shop before it responds */
  const during = (work: (refund: GatewayRefund) => Promise<void>) => {
    const refund: PaymentGateway["refund"] = async (asked) => {
      const result = await here.shop.payments.refund(asked)
      await work(result)
      return result
    }
    return { ...here.shop, payments: { ...here.shop.payments, refund } }
  }

  test("its webhook may record the refund first: the order is still cancelled, once, and its customer is notified", async () => {
    const { shop, ada, mug, admin } = here
    const before = await stockOf(shop, mug)
    const id = await buy(shop, ada, mug, 2)
    const early = during((result) => syncRefunds(shop, [result]))
    expect(await refundOrder(early, admin, id, { amount: "whole", restock: true })).toBe(4_700)
    expect(await findOrder(shop, ada, id)).toMatchObject({ status: "Cancelled", refunds: [{ status: "succeeded" }] })
    expect(await stockOf(shop, mug)).toBe(before)
    expect(await mailsAbout(id)).toEqual(["order-cancelled"])
    const entries = shop.db.selectFrom("audit_log").select(["action", "actor_id"]).where("subject_id", "=", id)
    expect(await entries.orderBy("id").execute()).toEqual([
      { action: "order.refund-requested", actor_id: admin.id },
      { action: "order.cancelled", actor_id: admin.id },
    ])
  })

  test("reconciliation may cancel the order first, and a deleted one is unchanged", async () => {
    const { shop, ada, mug, admin } = here
    const reconciled = await buy(shop, ada, mug)
    const cancelling = during(async (result) => {
      await syncRefunds(shop, [result])
      await cancelRefundedOrders(shop)
    })
    await refundOrder(cancelling, admin, reconciled, { amount: "whole" })
    expect((await findOrder(shop, ada, reconciled)).status).toBe("Cancelled")
    expect(await mailsAbout(reconciled)).toEqual(["order-cancelled"])

    const deleted = await buy(shop, ada, mug)
    await refundOrder(
      during(() => softDeleteOrder(shop, admin, deleted)),
      admin,
      deleted,
      { amount: "whole" },
    )
    await restoreOrder(shop, admin, deleted)
    expect(await findOrder(shop, ada, deleted)).toMatchObject({
      status: "Processing",
      refunds: [{ status: "succeeded" }],
    })
    await cancelRefundedOrders(shop)
    expect((await findOrder(shop, ada, deleted)).status).toBe("Cancelled")
  })

  test("a result that cannot be recorded is left to reconciliation, and no failure is reported", async () => {
    const { shop, ada, mug, admin } = here
    const id = await buy(shop, ada, mug)
    const { transaction } = shop
    let isDown = false
    const failing = {
      ...during(async () => {
        isDown = true
      }),
      transaction: (work: Parameters<typeof transaction>[0]) =>
        isDown ? Promise.reject(unavailable("The database does not respond")) : transaction(work),
    } as typeof shop
    expect(await refundOrder(failing, admin, id, { amount: "whole" })).toBe(3_600)
    expect(await findOrder(shop, ada, id)).toMatchObject({ status: "Processing", refunds: [{ status: "requested" }] })
    await processAllRefunds(shop)
    await cancelRefundedOrders(shop)
    expect(await findOrder(shop, ada, id)).toMatchObject({ status: "Cancelled", refunds: [{ status: "succeeded" }] })
    expect(await mailsAbout(id)).toEqual(["order-cancelled"])
  })
})
