import { sql } from "kysely"
import type { Shop } from "~/domain/shop"

/** Deletes invoices and credit notes that no longer need to be kept; a credit note is deleted before its invoice. */
export async function deleteExpiredDocuments({ db }: Shop): Promise<void> {
  const expired = sql<boolean>`kept_until < shop_day()`
  await db.deleteFrom("billing_documents").where(expired).where("kind", "=", "credit-note").execute()
  await db
    .deleteFrom("billing_documents")
    .where(expired)
    .where(sql<boolean>`not exists (select from billing_documents note where note.invoice_id = billing_documents.id)`)
    .execute()
}
