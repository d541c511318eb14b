import { describe, expect, test } from "vitest"
import { unavailable } from "~/domain/shop-error"
import { stockOf } from "~/testing/shop/buyers.server"
import { buy, openOrdersTest } from "~/testing/shop/test-orders.server"
import { findOrder } from "../orders.server"
import { cancelIfRefunded, cancelRefundedOrders } from "./cancel-refunded-orders.server"
import { refundOrder } from "./refund-order.server"
import { lockSale } from "./sale.server"

const here = openOrdersTest()

const mailsAbout = async (id: string) => {
  const mails = here.shop.db.selectFrom("mails").select("kind").where("text_body", "like", `%${id}%`)
  return (await mails.where("kind", "<>", "order-confirmed").execute()).map(({ kind }) => kind)
}

describe("while it is not certain that the money went back", () => {
  test("an order is neither cancelled nor is anything said that may not come true", async () => {
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

  test("the background says nothing between a refund's being asked for and its refusal", async () => {
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
