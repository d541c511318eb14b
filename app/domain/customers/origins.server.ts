import { sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import type { Queryable, Shop, Tx } from "~/domain/shop"
import type { ImportedCustomer } from "./import/imported-customer"

/** Where an account came from, with what the other shop said about it */
export interface CustomerOrigin {
  source: string
  note: string
  /** Consent to marketing emails; null if the file did not state it */
  consent: boolean | null
  /** A day such as `2026-12-28`, or null */
  consentOn: string | null
  consentSource: string
  importedAt: Date
  invitedAt: Date | null
}

export const consentDay = sql<string | null>`mail_consent_on::text`

/** An account as an import created it: without a password, and with an address that no one has proved */
export const isUnclaimed = sql<boolean>`(users.password_hash = '' and users.email_verified_at is null
  and users.deleted_at is null and not users.is_guest
  and exists (select from customer_origins made where made.user_id = users.id and made.is_new))`

export async function listOrigins(
  { db }: Shop,
  _staff: Staff<"customers.see">,
  userId: string,
): Promise<CustomerOrigin[]> {
  return db
    .selectFrom("customer_origins")
    .select(["source", "note", "mail_consent as consent", consentDay.as("consentOn")])
    .select(["mail_consent_source as consentSource", "imported_at as importedAt", "invited_at as invitedAt"])
    .where("user_id", "=", userId)
    .orderBy("imported_at")
    .execute()
}

/** Writes what the file says; the rest stays as it is. */
export async function writeOrigin(
  tx: Tx,
  { userId, source, isNew }: { userId: string; source: string; isNew: boolean },
  { sourceKey, note, consent, consentOn, consentSource }: Partial<ImportedCustomer>,
): Promise<void> {
  const values = {
    ...(sourceKey !== undefined && { source_key: sourceKey }),
    ...(note !== undefined && { note }),
    ...(consent !== undefined && { mail_consent: consent }),
    ...(consentOn !== undefined && { mail_consent_on: consentOn }),
    ...(consentSource !== undefined && { mail_consent_source: consentSource }),
    imported_at: tx.now(),
  }
  await tx.db
    .insertInto("customer_origins")
    .values({ mail_consent: null, ...values, user_id: userId, source, is_new: isNew })
    .onConflict((conflict) => conflict.columns(["user_id", "source"]).doUpdateSet(values))
    .execute()
}

export async function deleteOrigin(tx: Tx, userId: string, source: string): Promise<void> {
  await tx.db.deleteFrom("customer_origins").where("user_id", "=", userId).where("source", "=", source).execute()
}

/** Deletes what imports have stored about an account. */
export async function deleteImportedData({ db }: Queryable, userId: string): Promise<void> {
  await db.deleteFrom("customer_origins").where("user_id", "=", userId).execute()
  await db.deleteFrom("customer_import_rows").where("user_id", "=", userId).execute()
}

/** Deletes rows with an address, such as those that were refused. */
export async function deleteImportedRowsOf({ db }: Queryable, email: string): Promise<void> {
  if (email === "") return
  await db.deleteFrom("customer_import_rows").where(sql<boolean>`lower(email) = lower(${email})`).execute()
}
