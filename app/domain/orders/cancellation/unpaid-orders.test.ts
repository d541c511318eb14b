import { beforeAll, describe, expect, test } from "vitest"
import type { Member } from "~/domain/accounts/actor"
import { checkInvariants } from "~/domain/checkout/check-invariants.server"
import { reconcile } from "~/domain/checkout/reconciliation/reconcile.server"
import { syncRefunds } from "~/domain/checkout/reconciliation/sync-refunds.server"
import { ERASED_NAME } from "~/domain/erased-name"
import { listDocumentsOf } from "~/domain/invoices/find-documents.server"
import { issueDocuments } from "~/domain/invoices/issue-documents.server"
import type { PaymentGateway } from "~/domain/payments/gateway"
import { finishPayout } from "~/domain/payouts/payouts.server"
import { processAllRefunds, processDueRefunds } from "~/domain/refunds/process-due-refunds.server"
import { processRefund } from "~/domain/refunds/process-refund.server"
import { withdraw } from "~/domain/returns/file-withdrawal.server"
import { findWithdrawable } from "~/domain/returns/withdrawable.server"
import type { PaymentMethod } from "~/domain/settings/payment-methods"
import type { Shop } from "~/domain/shop"
import { addBuyer, stockOf } from "~/testing/shop/buyers.server"
import { openOrdersTest } from "~/testing/shop/test-orders.server"
import { allowWaysToPay, orderUnpaid } from "~/testing/shop/unpaid-orders.server"
import { advanceOrder } from "../advance-order.server"
import { anonymizeFinishedOrders } from "../anonymize-orders.server"
import { findOrder } from "../orders.server"
import { receivePayment } from "../receiving/receive-payment.server"
import { readUnpaid } from "../sales-by-day.server"
import { softDeleteOrder } from "../soft-delete-order.server"
import { cancelOrder, cancelOrderAsShop } from "./cancel-order.server"
import { refundOrder } from "./refund-order.server"

const here = openOrdersTest()

beforeAll(async () => {
  await allowWaysToPay(here.shop, here.admin, { invoiceNumbers: "I-{number}", creditNoteNumbers: "C-{number}" })
})

/** The buyer of each order, because a buyer may have only few that are unpaid */
const buyers = new Map<string, Member>()

async function place(quantity = 2, payment: PaymentMethod = "transfer"): Promise<string> {
  const buyer = await addBuyer(here.shop)
  const id = await orderUnpaid(here.shop, buyer, here.mug, { quantity, payment })
  buyers.set(id, buyer)
  return id
}

const buyerOf = (id: string) => buyers.get(id) as Member
const receive = (orderId: string, amount: number) =>
  here.shop.transaction((tx) =>
    receivePayment(tx, { orderId, amount, receivedAt: tx.now(), recordedBy: here.admin, bankLineId: null }),
  )
const order = (id: string) => findOrder(here.shop, here.admin, id)
const totalOf = async (id: string) => (await order(id)).totals.total
const refundsOf = async (id: string) => {
  const query = here.shop.db.selectFrom("refunds").select(["amount", "payout", "status"]).where("order_id", "=", id)
  return query.orderBy("refunds.id").execute()
}
const payoutsOf = (id: string) =>
  here.shop.db
    .selectFrom("payouts")
    .innerJoin("refunds", "refunds.id", "refund_id")
    .select(["payouts.id", "payouts.amount", "payouts.status", "payee_name", "payee_iban", "reference"])
    .where("order_id", "=", id)
    .execute()
const documentsOf = async (id: string) => {
  await issueDocuments(here.shop)
  return (await listDocumentsOf(here.shop, id)).documents.map(({ kind, total }) => [kind, total])
}
const lastMail = async (kind: string) => {
  const mails = here.shop.db.selectFrom("mails").select("text_body").where("kind", "=", kind)
  return (await mails.orderBy("created_at", "desc").limit(1).executeTakeFirstOrThrow()).text_body
}

describe("an order that was never paid", () => {
  test("is cancelled without a refund, a document or a promise of money, and its units return", async () => {
    const before = await stockOf(here.shop, here.mug)
    const id = await place(3)
    await cancelOrder(here.shop, buyerOf(id), id)
    expect(await order(id)).toMatchObject({ status: "Cancelled", payment: { status: "awaiting" }, refunded: 0 })
    expect([await refundsOf(id), await documentsOf(id)]).toEqual([[], []])
    expect(await stockOf(here.shop, here.mug)).toBe(before)
    expect(await lastMail("order-cancelled")).toContain("You do not have to pay for it.")
    expect(await lastMail("order-cancelled")).not.toContain("refund")
    expect(await checkInvariants(here.shop)).toEqual([])
  })

  test("has its invoice once it is shipped, and a return of all its units ends the claim with a credit note", async () => {
    const id = await place(2, "delivery")
    const total = await totalOf(id)
    expect(await documentsOf(id)).toEqual([])
    await advanceOrder(here.shop, here.admin, id, "Shipped")
    expect(await documentsOf(id)).toEqual([["invoice", total]])
    expect(await refundOrder(here.shop, here.admin, id, { amount: "whole", restock: true })).toBe(0)
    expect(await documentsOf(id)).toEqual([
      ["invoice", total],
      ["credit-note", total],
    ])
    expect(await refundsOf(id)).toEqual([{ amount: total, payout: "waived", status: "succeeded" }])
    expect([await payoutsOf(id), (await order(id)).payment.status]).toEqual([[], "refunded"])
    expect(await lastMail("order-refunded")).toContain("You do not have to pay")
    expect(await checkInvariants(here.shop)).toEqual([])
  })

  test("cannot be deleted while it keeps its units", async () => {
    const id = await place()
    await expect(softDeleteOrder(here.shop, here.admin, id)).rejects.toThrow("cancel it, or mark it as paid")
    await cancelOrderAsShop(here.shop, here.admin, id, { reason: "Test", restock: true })
    await softDeleteOrder(here.shop, here.admin, id)
  })
})

describe("money that arrived by transfer", () => {
  test("is the only amount that staff read as refunded, and the rest of the order is not left as unpaid", async () => {
    const before = await readUnpaid(here.shop)
    const id = await place()
    const total = await totalOf(id)
    expect(await readUnpaid(here.shop)).toBe(before + total)
    await receive(id, 1_000)
    expect(await readUnpaid(here.shop)).toBe(before + total - 1_000)
    expect(await cancelOrderAsShop(here.shop, here.admin, id, { reason: "Test", restock: true })).toBe(1_000)
    expect(await readUnpaid(here.shop)).toBe(before)
    const partly = await place(2, "delivery")
    await receive(partly, 1_000)
    await advanceOrder(here.shop, here.admin, partly, "Shipped")
    expect(await refundOrder(here.shop, here.admin, partly, { amount: "whole" })).toBe(1_000)
  })

  test("is paid back by hand when the order is cancelled, part or whole", async () => {
    for (const part of [1_000, null]) {
      const id = await place()
      const paid = part ?? (await totalOf(id))
      await receive(id, paid)
      await cancelOrder(here.shop, buyerOf(id), id)
      expect(await refundsOf(id)).toEqual([{ amount: paid, payout: "bank", status: "requested" }])
      const [payout] = await payoutsOf(id)
      const { number } = await order(id)
      expect(payout).toMatchObject({
        ...{ amount: paid, status: "open", payee_name: buyerOf(id).name, payee_iban: null },
        reference: `Refund of order #${number}`,
      })
      expect(await lastMail("order-cancelled")).toContain("to your bank account")
      await here.shop.transaction((tx) => finishPayout(tx, { id: payout?.id ?? "", actor: here.admin }))
      expect(await refundsOf(id)).toMatchObject([{ status: "succeeded" }])
      const documents = part === null ? ["invoice", "credit-note"] : []
      expect((await documentsOf(id)).map(([kind]) => kind)).toEqual(documents)
      expect(await checkInvariants(here.shop)).toEqual([])
    }
  })

  test("a full refund before shipping cancels the order at once, although its payout waits", async () => {
    const id = await place()
    await receive(id, await totalOf(id))
    await refundOrder(here.shop, here.admin, id, { amount: "whole", restock: true })
    expect(await order(id)).toMatchObject({ status: "Cancelled", payment: { status: "refunded" } })
    expect(await payoutsOf(id)).toMatchObject([{ status: "open" }])
    expect(await checkInvariants(here.shop)).toEqual([])
  })

  test("a withdrawal first reduces what is due, and an order without anything due is paid", async () => {
    const id = await place(4)
    await receive(id, 4_000)
    const { lines, available } = await findWithdrawable(here.shop, buyerOf(id), id)
    const units = [{ line: lines[0]?.id ?? "", quantity: 3 }]
    await withdraw(here.shop, buyerOf(id), id, { name: "Ada", email: "ada@shop.test", reason: "", units, available })
    const total = await totalOf(id)
    expect(await refundsOf(id)).toEqual([
      { amount: total - 4_000, payout: "waived", status: "succeeded" },
      { amount: 3_300 - (total - 4_000), payout: "bank", status: "requested" },
    ])
    expect((await order(id)).payment.status).toBe("succeeded")
    expect(await documentsOf(id)).toEqual([
      ["invoice", total],
      ["credit-note", total - 4_000],
    ])
    expect(await checkInvariants(here.shop)).toEqual([])
  })
})

test("an order of a closed account keeps its name until it is paid or ended, and its money is paid back", async () => {
  const id = await place()
  await receive(id, 1_000)
  await here.shop.db.updateTable("users").set({ erased_at: here.shop.now() }).where("id", "=", buyerOf(id).id).execute()
  const nameAfterSweep = async () => {
    await here.shop.transaction(anonymizeFinishedOrders)
    return (await order(id)).user.name
  }
  expect(await nameAfterSweep()).toBe(buyerOf(id).name)
  await cancelOrderAsShop(here.shop, here.admin, id, { reason: "Test", restock: true })
  expect(await nameAfterSweep()).toBe(buyerOf(id).name)
  const [payout] = await payoutsOf(id)
  await here.shop.transaction((tx) => finishPayout(tx, { id: payout?.id ?? "", actor: here.admin }))
  expect(await nameAfterSweep()).toBe(ERASED_NAME)
  expect(await payoutsOf(id)).toMatchObject([{ status: "done", payee_name: ERASED_NAME, payee_iban: null }])
})

describe("the payment service", () => {
  const used: string[] = []
  const refuse = (name: string) => () => {
    used.push(name)
    throw new Error("never")
  }
  /** Records every attempt to refund there. */
  const watched = (): Shop => {
    const payments: PaymentGateway = {
      ...here.shop.payments,
      refund: refuse("refund"),
      findRefund: refuse("findRefund"),
    }
    return Object.assign(Object.create(here.shop) as Shop, {
      payments: Object.assign(Object.create(here.shop.payments) as PaymentGateway, payments),
    })
  }

  test("is never asked to refund what it did not take, in any of the ways to refund", async () => {
    const shop = watched()
    const ids = [await place(), await place(2, "delivery")]
    for (const id of ids) {
      await receive(id, await totalOf(id))
      await refundOrder(shop, here.admin, id, { amount: 500 })
      await cancelOrderAsShop(shop, here.admin, id, { reason: "Test", restock: true })
    }
    await processDueRefunds(shop)
    await processAllRefunds(shop)
    await reconcile(shop)
    for (const { id } of await shop.db.selectFrom("refunds").select("id").where("payout", "is not", null).execute())
      await processRefund(shop, id)
    expect(used).toEqual([])
  })

  test("cannot report a refund of such an order, even with its payment id or the refund's", async () => {
    const id = await place()
    await receive(id, await totalOf(id))
    await refundOrder(here.shop, here.admin, id, { amount: 500 })
    const own = await here.shop.db
      .selectFrom("refunds")
      .selectAll()
      .where("order_id", "=", id)
      .executeTakeFirstOrThrow()
    const forged = {
      intentId: own.payment_intent_id,
      createdAt: here.shop.now(),
      failure: null,
      status: "succeeded" as const,
    }
    await syncRefunds(here.shop, [
      { ...forged, id: "re_1", refundId: own.id, amount: 500 },
      { ...forged, id: "re_2", refundId: null, amount: 700 },
    ])
    expect(await refundsOf(id)).toEqual([{ amount: 500, payout: "bank", status: "requested" }])
  })

  test("the database refuses a refund by it, and a payout of an order that it took", async () => {
    const id = await place()
    const insert = (payout: string | null) =>
      here.pool.query(
        `insert into refunds (id, order_id, payment_intent_id, amount, reason, payout) values ($1, $2, 'x', 100, 'x', $3)`,
        ["a".repeat(24), id, payout],
      )
    await expect(insert(null)).rejects.toThrow("with payment method transfer has the payout")
    await here.pool.query("update orders set payment_method = 'online', payment_status = 'succeeded' where id = $1", [
      id,
    ])
    await expect(insert("bank")).rejects.toThrow("with payment method online has the payout bank")
    await here.pool.query("update orders set payment_method = 'transfer', payment_status = 'awaiting' where id = $1", [
      id,
    ])
  })
})
