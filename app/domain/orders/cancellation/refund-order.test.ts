import { expect, test } from "vitest"
import { unavailable } from "~/domain/shop-error"
import { stockOf } from "~/testing/shop/buyers.server"
import { setRules } from "~/testing/shop/pricing-rules.server"
import { buy, openOrdersTest, shelve } from "~/testing/shop/test-orders.server"
import { refundable } from "../order"
import { findOrder } from "../orders.server"
import { reportRefund } from "./complete-refund.server"
import { refundOrder, refundWithConfirmation } from "./refund-order.server"

const here = openOrdersTest()

const atTheGateway = async (intentId: string) => {
  const rows = await here.shop.db
    .selectFrom("sandbox_refunds")
    .select("amount")
    .where("intent_id", "=", intentId)
    .execute()
  return rows.reduce((sum, row) => sum + row.amount, 0)
}

const lettersAbout = async (id: string) => {
  const rows = await here.shop.db
    .selectFrom("mails")
    .select("text_body")
    .where("kind", "=", "order-refunded")
    .where("text_body", "like", `%${id}%`)
    .orderBy("id")
    .execute()
  return rows.map((row) => row.text_body)
}

test("a full refund pays everything back and shows the order as not paid", async () => {
  const { shop, ada, mug, admin } = here
  const id = await buy(shop, ada, mug, 2)
  const before = await stockOf(shop, mug)
  expect(await refundOrder(shop, admin, id, { amount: "whole" })).toBe(4_700)
  const order = await findOrder(shop, ada, id)
  expect(order.payment.status).toBe("refunded")
  expect(refundable(order)).toBe(0)
  expect(order.refunds).toMatchObject([{ amount: 4_700, status: "succeeded" }])
  expect(await atTheGateway(order.payment.intentId)).toBe(4_700)
  expect(await stockOf(shop, mug)).toBe(before)
  await expect(refundOrder(shop, admin, id, { amount: 1 })).rejects.toThrow("This order has been refunded in full")
})

test("units are refunded at their price with tax, and return to stock only if asked to", async () => {
  const { shop, ada, mug, admin } = here
  const id = await buy(shop, ada, mug, 3)
  const before = await stockOf(shop, mug)
  const [line] = (await findOrder(shop, ada, id)).lines
  const units = [{ line: line?.id ?? "", quantity: 1 }]
  expect(await refundOrder(shop, admin, id, { units })).toBe(1_100)
  expect(await stockOf(shop, mug)).toBe(before)
  expect(await refundOrder(shop, admin, id, { units, restock: true })).toBe(1_100)
  expect(await stockOf(shop, mug)).toBe(before + 1)
  const order = await findOrder(shop, ada, id)
  expect(order.lines[0]?.returnedQuantity).toBe(1)
  expect(order.payment.status).toBe("succeeded")
  expect(order.refunded).toBe(2_200)
  const three = [{ line: line?.id ?? "", quantity: 3 }]
  await expect(refundOrder(shop, admin, id, { amount: 1, units: three, restock: true })).rejects.toThrow(
    "Only 2 of Mug can still be returned to stock",
  )
  expect(await refundOrder(shop, admin, id, { amount: "whole", restock: true })).toBe(5_800 - 2_200)
  expect(await stockOf(shop, mug)).toBe(before + 3)
})

test("the ledger says why the units are back in stock", async () => {
  const { shop, ada, mug, admin } = here
  const id = await buy(shop, ada, mug)
  await refundOrder(shop, admin, id, { amount: "whole", restock: true })
  const rows = await shop.db.selectFrom("stock_ledger").selectAll().where("order_id", "=", id).execute()
  expect(rows).toMatchObject([{ variant_id: mug, change: 1, reason: "restock", actor_id: admin.id }])
})

test("only paid amounts that are not refunded yet can be refunded", async () => {
  const { shop, ada, mug, admin } = here
  const id = await buy(shop, ada, mug)
  await expect(refundOrder(shop, admin, id, { amount: 3_601 })).rejects.toThrow("At most $36.00 can still be refunded")
  await expect(refundOrder(shop, admin, id, {})).rejects.toThrow("Enter an amount, or how many units are returned")
  await expect(refundOrder(shop, admin, id, { amount: 100, restock: true })).rejects.toThrow(
    "Enter how many units go back into stock",
  )
  await refundOrder(shop, admin, id, { amount: 1_000 })
  await expect(refundOrder(shop, admin, id, { amount: 2_601 })).rejects.toThrow("At most $26.00")
})

test("concurrent refunds never exceed the payment", async () => {
  const { shop, ada, mug, admin, other } = here
  const id = await buy(shop, ada, mug, 3)
  const tries = await Promise.allSettled(
    Array.from({ length: 12 }, (_, index) => refundOrder(shop, index % 2 ? admin : other, id, { amount: 1_000 })),
  )
  expect(tries.filter((one) => one.status === "fulfilled")).toHaveLength(5)
  const order = await findOrder(shop, ada, id)
  expect(order.refunded).toBe(5_000)
  expect(await atTheGateway(order.payment.intentId)).toBe(5_000)
})

test("a double click refunds once", async () => {
  const { shop, ada, mug, admin } = here
  const id = await buy(shop, ada, mug, 3)
  const press = () => refundOrder(shop, admin, id, { amount: 1_000, snapshot: 0 })
  const tries = await Promise.allSettled([press(), press(), press()])
  expect(tries.filter((one) => one.status === "fulfilled")).toHaveLength(1)
  expect((await findOrder(shop, ada, id)).refunded).toBe(1_000)
  await expect(press()).rejects.toThrow("This order has since been refunded: please check it again")
})

test("a refund that the gateway cannot take now is stored and waits", async () => {
  const down = { ...here.shop.payments, refund: () => Promise.reject(unavailable("The gateway does not answer")) }
  const shop = { ...here.shop, payments: down }
  const id = await buy(shop, here.ada, here.mug)
  await refundOrder(shop, here.admin, id, { amount: "whole" })
  const order = await findOrder(shop, here.ada, id)
  expect(order.refunds).toMatchObject([{ status: "requested", amount: 3_600 }])
  expect(order.payment.status).toBe("refunded")
  await expect(refundOrder(here.shop, here.admin, id, { amount: 1 })).rejects.toThrow("refunded in full")
})

test("a failed refund pays nothing back and can be made again", async () => {
  const { shop, ada, mug, admin } = here
  const { payments } = shop
  const failing: typeof payments.refund = async ({ intentId, amount, refundId }) => {
    const failed = { status: "failed", failure: "The card has expired", createdAt: new Date() } as const
    return { id: `re_${refundId}`, intentId, amount, refundId, ...failed }
  }
  const id = await buy(shop, ada, mug)
  const refused = refundOrder({ ...shop, payments: { ...payments, refund: failing } }, admin, id, { amount: "whole" })
  await expect(refused).rejects.toThrow(
    "Nothing was refunded, because the payment service refused: The card has expired",
  )
  const order = await findOrder(shop, ada, id)
  expect(order.refunded).toBe(0)
  expect(order.payment.status).toBe("succeeded")
  expect(await lettersAbout(id)).toEqual([])
  expect(await refundOrder(shop, admin, id, { amount: "whole" })).toBe(3_600)
})

test("the customer is notified of a refund once, even if the process dies right after it", async () => {
  const { shop, pool } = here
  const waiting = async () =>
    (await pool.query(`select count(*)::int from graphile_worker.jobs where task_identifier = 'notify-refund'`)).rows[0]
      .count
  const before = await waiting()
  const id = await buy(shop, here.ada, here.mug)
  await refundOrder(shop, here.admin, id, { amount: 500 })
  expect(await waiting()).toBe(before + 1)
  const [refund] = (await findOrder(shop, here.ada, id)).refunds
  await reportRefund(shop, refund?.id ?? "")
  expect(await lettersAbout(id)).toHaveLength(1)
})

test("each refund is mailed to the customer and recorded in the audit log", async () => {
  const { shop, ada, mug, admin } = here
  const id = await buy(shop, ada, mug)
  await refundOrder(shop, admin, id, { amount: 500, reason: "A scratch" })
  await refundOrder(shop, admin, id, { amount: 700 })
  const letters = await lettersAbout(id)
  expect(letters).toHaveLength(2)
  expect(letters.map((letter) => /Refund {2}(\S+)/.exec(letter)?.[1]).sort()).toEqual(["$5.00", "$7.00"])
  const entries = await shop.db.selectFrom("audit_log").selectAll().where("subject_id", "=", id).orderBy("id").execute()
  expect(entries).toMatchObject([
    {
      action: "order.refund-requested",
      before: { refunded: 0 },
      after: { refunded: 500, restocked: 0 },
      personal_after: { reason: "A scratch" },
    },
    { action: "order.refund-requested", before: { refunded: 500 }, after: { refunded: 1_200 } },
  ])
})

test.each([
  ["EUR", 50_000],
  ["INR", 4_000_000],
  ["HUF", 17_500_000],
] as const)("the limit of a large refund depends on the shop's currency (%s)", async (currency, largest) => {
  const { shop, admin, ada } = here
  await setRules(shop, { currency })
  try {
    const id = await buy(shop, ada, await shelve(shop, admin, { price: 20_000_000 }))
    const refund = (amount: number, confirmed?: number) =>
      refundWithConfirmation(shop, admin, id, { amount }, confirmed)
    expect(await refund(largest + 1)).toEqual({ amountToConfirm: largest + 1 })
    expect(await refund(largest + 1, largest)).toEqual({ amountToConfirm: largest + 1 })
    expect(await refund(largest)).toEqual({ refunded: largest })
  } finally {
    await setRules(shop)
  }
})
