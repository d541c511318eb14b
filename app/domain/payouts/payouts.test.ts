import { expect, test } from "vitest"
import { newObjectId } from "~/domain/object-id.server"
import { requestRefund } from "~/domain/refunds/refunds.server"
import { buy, openOrdersTest } from "~/testing/shop/test-orders.server"
import { cancelPayout, finishPayout, requestPayout } from "./payouts.server"

const here = openOrdersTest()

const iban = "NL91ABNA0417164300"
const excess = {
  refundId: null,
  bankLineId: null,
  amount: 500,
  currency: "USD",
  payee: { name: "Ada Buyer", iban },
  reference: "Order #1, paid too much",
}

const request = (payout: Partial<Parameters<typeof requestPayout>[1]> = {}) =>
  here.shop.transaction((tx) => requestPayout(tx, { ...excess, ...payout }))

const finish = (id: string) => here.shop.transaction((tx) => finishPayout(tx, { id, actor: here.admin }))
const cancel = (id: string) => here.shop.transaction((tx) => cancelPayout(tx, { id, actor: here.admin }))

const rowOf = (id: string) =>
  here.shop.db.selectFrom("payouts").selectAll().where("id", "=", id).executeTakeFirstOrThrow()

/** Requests the refund of a new order, and its payout. */
async function refundByPayout() {
  const { shop, ada, mug } = here
  const order = await shop.db
    .selectFrom("orders")
    .select(["id", "payment_intent_id", "total_price"])
    .where("id", "=", await buy(shop, ada, mug))
    .executeTakeFirstOrThrow()
  return shop.transaction(async (tx) => {
    const amount = order.total_price
    const asked = { amount, reason: "Broken", requestedBy: here.admin.id, units: null, writtenOff: null }
    const refund = await requestRefund(tx, order, asked)
    return { refund, payout: await requestPayout(tx, { ...excess, refundId: refund.id, amount, payee: null }) }
  })
}

test("a payout waits until it is marked as paid, once", async () => {
  const id = await request({ payee: { name: "Ada Buyer", iban: "nl91 abna 0417 1643 00" } })
  expect(await rowOf(id)).toMatchObject({ status: "open", payee_iban: iban, amount: 500 })
  await finish(id)
  expect(await rowOf(id)).toMatchObject({ status: "done", done_by: here.admin.id })
  await expect(finish(id)).rejects.toThrow("This payout is already paid or cancelled")
  await expect(cancel(id)).rejects.toThrow("cannot be cancelled")
})

test("an account with a typing error counts as unknown", async () => {
  expect(await rowOf(await request({ payee: { name: "Ada", iban: "NL91ABNA0417164301" } }))).toMatchObject({
    payee_name: "Ada",
    payee_iban: null,
  })
})

test("the refund of an order succeeds once its payout is paid", async () => {
  const { refund, payout } = await refundByPayout()
  await expect(cancel(payout)).rejects.toThrow("which the customer has been promised")
  await finish(payout)
  const query = here.shop.db.selectFrom("refunds").select(["status", "settled_at"]).where("id", "=", refund.id)
  expect(await query.executeTakeFirstOrThrow()).toEqual({ status: "succeeded", settled_at: expect.any(Date) })
})

test("a cancelled payout cannot be paid", async () => {
  const id = await request()
  await cancel(id)
  await expect(finish(id)).rejects.toThrow("already paid or cancelled")
  await expect(finish(newObjectId(here.shop.now()))).rejects.toThrow("There is no such payout")
})

test("two people who mark a payout as paid at once mark it once", async () => {
  const { payout } = await refundByPayout()
  const outcomes = await Promise.allSettled([finish(payout), finish(payout), finish(payout)])
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
  const entries = here.shop.db.selectFrom("audit_log").select("id").where("subject_id", "=", payout)
  expect(await entries.execute()).toHaveLength(1)
})
