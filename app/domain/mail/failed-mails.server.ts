import { type NotNull, sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import { recordAudit } from "~/domain/audit/audit-log.server"
import type { Shop } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"
import { findPeopleOf } from "./erase-mails.server"
import { triggerDelivery } from "./outbox.server"

/** A mail that was given up. */
export interface FailedMail {
  id: string
  kind: string
  recipient: string
  subject: string
  reason: string
  failedAt: Date
}

const MAX_SHOWN = 50

/** The mails that could not be sent, newest first, fifty at the most, and how many there are. */
export async function listFailedMails(
  shop: Shop,
  _staff: Staff<"attention.settle">,
): Promise<{ mails: FailedMail[]; count: number }> {
  const failed = shop.db.selectFrom("mails").where("failed_at", "is not", null)
  const [mails, { count }] = await Promise.all([
    failed
      .select(["id", "kind", "recipient", "subject", "failed_at as failedAt"])
      .select(sql<string>`coalesce(last_error, '')`.as("reason"))
      .$narrowType<{ failedAt: NotNull }>()
      .orderBy("failed_at", "desc")
      .limit(MAX_SHOWN)
      .execute(),
    failed.select((row) => row.fn.countAll<number>().as("count")).executeTakeFirstOrThrow(),
  ])
  return { mails, count }
}

/** Sends a mail that was given up once more. @throws ShopError `notFound` when it has not failed */
export async function retryMail(shop: Shop, admin: Staff<"attention.settle">, id: string): Promise<void> {
  await shop.transaction(async (tx) => {
    const mail = await tx.db
      .updateTable("mails")
      .set({ failed_at: null, due_at: tx.now(), created_at: tx.now() })
      .where("id", "=", id)
      .where("failed_at", "is not", null)
      .returning(["kind", "recipient"])
      .executeTakeFirst()
    if (!mail) throw notFound("There is no failed email with this ID")
    await triggerDelivery(tx)
    const [person] = await findPeopleOf(tx, id)
    await recordAudit(tx, admin, "mail.retry", id, {
      // The owner's own addresses are no customer's, and nobody's account that could be erased.
      after: { kind: mail.kind, ...(person && { recipient: mail.recipient }) },
      ...(person && { personal: { of: person, fields: ["recipient"] } }),
    })
  })
}
