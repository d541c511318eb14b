import { sql } from "kysely"
import type { Admin } from "../accounts/user"
import { recordAudit } from "../audit/audit-log.server"
import type { Shop } from "../shop"
import { notFound } from "../shop-error"

/** A mail that was given up. */
export interface FailedMail {
  id: string
  kind: string
  recipient: string
  subject: string
  reason: string
  failedAt: Date
}

const MOST_SHOWN = 50

/** The mails that could not be sent, newest first, fifty at the most, and how many there are. */
export async function listFailedMails(shop: Shop, _admin: Admin): Promise<{ mails: FailedMail[]; count: number }> {
  const failed = shop.db.selectFrom("mails").where("failed_at", "is not", null)
  const [rows, { count }] = await Promise.all([
    failed
      .select(["id", "kind", "recipient", "subject", "last_error", "failed_at"])
      .orderBy("failed_at", "desc")
      .limit(MOST_SHOWN)
      .execute(),
    failed.select((row) => row.fn.countAll<number>().as("count")).executeTakeFirstOrThrow(),
  ])
  const mails = rows.map(({ last_error, failed_at, ...mail }): FailedMail => {
    return { ...mail, reason: last_error ?? "", failedAt: failed_at ?? new Date(0) }
  })
  return { mails, count }
}

/** Sends a mail that was given up once more. @throws ShopError `notFound` when it has not failed */
export async function retryMail(shop: Shop, admin: Admin, id: string): Promise<void> {
  await shop.transaction(async (books) => {
    const mail = await books.db
      .updateTable("mails")
      .set({ failed_at: null, due_at: books.now(), created_at: books.now() })
      .where("id", "=", id)
      .where("failed_at", "is not", null)
      .returning(["id", "kind", "recipient"])
      .executeTakeFirst()
    if (!mail) throw notFound("There is no failed mail of this id")
    await sql`select graphile_worker.add_job('deliver-mail', ${JSON.stringify({ id })}::json,
      queue_name => 'mail', max_attempts => 3)`.execute(books.db)
    const after = { kind: mail.kind, recipient: mail.recipient }
    await recordAudit(books, admin, { action: "mail.retry", subjectKind: "mail", subjectId: id, after })
  })
}
