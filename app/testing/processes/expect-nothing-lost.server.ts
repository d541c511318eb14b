import { sql } from "kysely"
import { expect } from "vitest"
import type { StripeServer } from "~/adapters/testing/stripe-server"
import { issueDocuments } from "~/domain/invoices/issue-documents.server"
import type { Shop } from "~/domain/shop"
import type { MailServer } from "./mail-server.server"
import type { StripeLoad } from "./stripe-load.server"

export async function expectNothingLost({ db }: Shop, load: StripeLoad, stripe: StripeServer): Promise<void> {
  const rows = await db.selectFrom("orders").select(["id", "status", "payment_intent_id"]).execute()
  const intents = rows.map((order) => order.payment_intent_id)
  expect(new Set(intents).size).toBe(rows.length)
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(load.orders))
  expect(new Set(load.orders).size).toBe(load.orders.length)
  const status = new Map(rows.map((order) => [order.id, order.status]))
  expect(load.cancelled.map((order) => status.get(order))).toEqual(load.cancelled.map(() => "Cancelled"))
  for (const { id, status, amount } of stripe.account.intents.values()) {
    if (status === "succeeded") expect([0, amount]).toContain(stripe.account.refundedOf(id))
  }
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
