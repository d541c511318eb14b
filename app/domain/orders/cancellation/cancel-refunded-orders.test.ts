import { describe, expect, test } from "vitest"
import { checkInvariants } from "~/domain/checkout/check-invariants.server"
import { newObjectId } from "~/domain/object-id.server"
import { unavailable } from "~/domain/shop-error"
import { stockOf, testAddress } from "~/testing/shop/buyers.server"
import { buy, openOrdersTest } from "~/testing/shop/test-orders.server"
import { openTestShop } from "~/testing/shop/test-shop.server"
import { migrate } from "~db/migrate.server"
import { openOldDatabase } from "~db/testing/test-old-database"
import { findOrder } from "../orders.server"
import { cancelIfRefunded, cancelRefundedOrders } from "./cancel-order.server"
import { refundOrder } from "./refund-order.server"

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
    expect(await shop.transaction((tx) => cancelIfRefunded(tx, id))).toBe(false)
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

test("an earlier release's orders that were refunded in full stay off the shelf, and nobody is written to", async () => {
  const old = await openOldDatabase("0007_growth")
  const [user, tray] = [newObjectId(new Date()), newObjectId(new Date())]
  await old.client.query(`
    insert into users (id, name, email, password_hash) values ('${user}', 'Ada', 'ada@earlier.test', '-');
    insert into products (id, name, category, price) values ('${tray}', 'Oak tray', 'Kitchen', 1000);
    insert into product_descriptions (product_id, description) values ('${tray}', 'For tea.');
    insert into stock_ledger (product_id, change, reason) values ('${tray}', 20, 'opening');`)
  const refunded = async (refund: "succeeded" | "requested", returned: number, deleted = "null") => {
    const [order, line, id] = [newObjectId(new Date()), newObjectId(new Date()), newObjectId(new Date())]
    await old.client.query(`
      insert into orders (id, user_id, user_name, user_email, payment_intent_id, payment_status, shipping_info,
        item_price, tax_price, shipping_price, total_price, deleted_at)
      values ('${order}', '${user}', 'Ada', 'ada@earlier.test', 'pi_${order}', 'succeeded', '${JSON.stringify(testAddress)}',
        3000, 300, 0, 3300, ${deleted});
      insert into order_lines (id, order_id, position, product_id, name, price, quantity, returned_quantity)
      values ('${line}', '${order}', 0, '${tray}', 'Oak tray', 1000, 3, ${returned});
      insert into stock_ledger (product_id, change, reason, order_id) values ('${tray}', -3, 'sale', '${order}');
      insert into stock_ledger (product_id, change, reason, order_id)
      select '${tray}', ${returned}, 'restock', '${order}' where ${returned} > 0;
      insert into refunds (id, order_id, payment_intent_id, amount, reason, status)
      values ('${id}', '${order}', 'pi_${order}', 3300, 'Refunded by the shop', '${refund}');`)
    return order
  }
  const withheld = await refunded("succeeded", 0)
  const halfBack = await refunded("succeeded", 1)
  const hidden = await refunded("succeeded", 0, "now()")
  const onItsWay = await refunded("requested", 0)
  await migrate(old.url)

  const upgraded = await openTestShop({}, { connectVia: async () => old.url })
  const { db } = upgraded.shop
  const before = await stockOf(upgraded.shop, tray)
  const statusOf = async (id: string) =>
    (await db.selectFrom("orders").select("status").where("id", "=", id).executeTakeFirstOrThrow()).status
  await cancelRefundedOrders(upgraded.shop)
  expect(await Promise.all([withheld, halfBack, hidden, onItsWay].map(statusOf))).toEqual([
    ...["Cancelled", "Cancelled", "Cancelled"],
    "Processing",
  ])
  expect(await db.selectFrom("mails").select("kind").execute()).toEqual([])

  await db.updateTable("refunds").set({ status: "succeeded" }).where("order_id", "=", onItsWay).execute()
  await cancelRefundedOrders(upgraded.shop)
  expect(await statusOf(onItsWay)).toBe("Cancelled")
  const customers = db.selectFrom("mails").select("text_body").where("kind", "=", "order-cancelled")
  expect(await customers.execute()).toEqual([{ text_body: expect.stringContaining(onItsWay) }])
  expect(await stockOf(upgraded.shop, tray)).toBe(before)
  expect(await checkInvariants(upgraded.shop)).toEqual([])
  await upgraded.close()
  await old.close()
})
