import { sql } from "kysely"
import { expect } from "vitest"
import type { StripeServer } from "~/adapters/testing/stripe-server"
import { checkInvariants } from "~/domain/checkout/check-invariants.server"
import { issueDocuments } from "~/domain/invoices/issue-documents.server"
import type { Shop } from "~/domain/shop"
import type { MailServer } from "./mail-server.server"
import { PARTIAL_REFUND, type StripeLoad } from "./stripe-load.server"

export async function expectNothingLost({ db }: Shop, load: StripeLoad, stripe: StripeServer): Promise<void> {
  const rows = await db.selectFrom("orders").select(["id", "status", "payment_intent_id"]).execute()
  const intents = rows.map((order) => order.payment_intent_id)
  expect(new Set(intents).size).toBe(rows.length)
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(load.orders))
  expect(new Set(load.orders).size).toBe(load.orders.length)
  const status = new Map(rows.map((order) => [order.id, order.status]))
  expect(load.cancelled.map((order) => status.get(order))).toEqual(load.cancelled.map(() => "Cancelled"))
  expect(load.refunded.map((order) => stripe.account.refundedOf(load.intents.get(order) ?? ""))).toEqual(
    load.refunded.map(() => PARTIAL_REFUND),
  )
  for (const { id, status, amount } of stripe.account.intents.values()) {
    if (status === "succeeded") expect([0, PARTIAL_REFUND, amount]).toContain(stripe.account.refundedOf(id))
  }
}

/** Returns contradictions in the books, and what buyers and staff saw but the database lacks, while they continue. */
export async function findLosses({ db, media: _, ...rest }: Shop, load: StripeLoad): Promise<string[]> {
  const [orders, cancelled, refunded] = [[...load.orders], [...load.cancelled], [...load.refunded]]
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (snapshot) => {
      const found = await checkInvariants({ ...rest, db: snapshot })
      const rows = await snapshot.selectFrom("orders").select(["id", "status", "payment_intent_id"]).execute()
      const status = new Map(rows.map((order) => [order.id, order.status]))
      const intents = new Set(rows.map((order) => order.payment_intent_id))
      if (intents.size < rows.length) found.push("a payment has two orders")
      for (const order of orders) if (!status.has(order)) found.push(`order ${order} is lost`)
      for (const order of cancelled)
        if (status.get(order) !== "Cancelled") found.push(`order ${order} is not cancelled`)
      const refunds = await snapshot.selectFrom("refunds").select(["order_id", "amount"]).execute()
      for (const order of refunded) {
        const amounts = refunds.filter(({ order_id }) => order_id === order).map(({ amount }) => amount)
        if (amounts.join() !== String(PARTIAL_REFUND))
          found.push(`the refunds of order ${order} are ${amounts.join() || "lost"}`)
      }
      return found
    })
}

export async function expectInvoicesWithoutGaps(shop: Shop): Promise<void> {
  await issueDocuments(shop)
  const { rows } = await sql<{ series: string; numbers: number[] }>`
    select series, array_agg(sequence_number order by sequence_number) as numbers
    from billing_documents group by series`.execute(shop.db)
  expect(rows.length).toBeGreaterThan(0)
  for (const { numbers } of rows) expect(numbers).toEqual(numbers.map((_, index) => index + 1))
}

/** A mail may be sent again, but with the same Message-ID, so that mail programs show it once. */
export async function expectMailsOnce({ db }: Shop, { mails }: MailServer): Promise<void> {
  // A mail that was being sent during the failure is due again half a minute later.
  await db.updateTable("mails").set({ due_at: sql`now()` }).where("sent_at", "is", null).execute()
  const rows = () => db.selectFrom("mails").select(["id", "sent_at"]).execute()
  const isSent = async () => (await rows()).every(({ sent_at }) => sent_at !== null)
  await expect.poll(isSent, { timeout: 30_000 }).toBe(true)
  expect(new Set(mails.map(({ id }) => id)).size).toBe((await rows()).length)
}
