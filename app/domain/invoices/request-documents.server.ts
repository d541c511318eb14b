import { sql } from "kysely"
import { roundTrigger } from "~/domain/jobs/jobs.server"
import type { Tx } from "~/domain/shop"

/** Queues a job that issues the missing documents of the order. */
export async function requestDocuments(tx: Tx, orderId: string): Promise<void> {
  await tx.db
    .with("request", (db) =>
      db
        .insertInto("billing_document_requests")
        .values({ order_id: orderId, requested_at: tx.now() })
        // Waits for a running job for the order, which may already have read the refunds.
        .onConflict((conflict) =>
          conflict
            .column("order_id")
            .doUpdateSet((row) => ({ requested_at: row.ref("billing_document_requests.requested_at") })),
        )
        .returning("order_id"),
    )
    .selectFrom("request")
    .select(roundTrigger("issue-documents"))
    .execute()
}

export async function requestInvoice(tx: Tx, orderId: string): Promise<void> {
  if (tx.settings.current.invoiceNumbers !== "") await requestDocuments(tx, orderId)
}

/** Without an invoice there is no document to correct. */
export async function requestCreditNotes(tx: Tx, orderId: string): Promise<void> {
  const { rows } = await sql`select from billing_documents where order_id = ${orderId} and kind = 'invoice'
    union all select from billing_document_requests where order_id = ${orderId}`.execute(tx.db)
  if (rows.length > 0) await requestDocuments(tx, orderId)
}
