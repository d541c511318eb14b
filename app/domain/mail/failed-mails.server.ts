import { type NotNull, sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import { emit } from "~/domain/events/emit.server"
import { addJob } from "~/domain/jobs/jobs.server"
import type { Shop } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"
import { findPeopleOf } from "./mail-people.server"

export interface FailedMail {
  id: string
  kind: string
  recipient: string
  subject: string
  reason: string
  failedAt: Date
}

const MAX_SHOWN = 50

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

export async function retryMail(shop: Shop, staff: Staff<"attention.settle">, id: string): Promise<void> {
  await shop.transaction(async (tx) => {
    const mail = await tx.db
      .updateTable("mails")
      .set({ failed_at: null, due_at: tx.now(), created_at: tx.now() })
      .where("id", "=", id)
      .where("failed_at", "is not", null)
      .returning(["kind", "recipient"])
      .executeTakeFirst()
    if (!mail) throw notFound("There is no failed email with this ID")
    await addJob(tx, "deliver-mail", {}, { maxAttempts: 1 })
    const [person] = await findPeopleOf(tx, id)
    // A mail without a person was for the owner.
    const after = { kind: mail.kind, ...(person && { recipient: mail.recipient }) }
    await emit(tx, "mail.retried", { actor: staff, id, after, customerId: person })
  })
}
