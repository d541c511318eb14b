import { sql } from "kysely"
import { roundTrigger } from "~/domain/jobs/jobs.server"
import { newObjectId } from "~/domain/object-id.server"
import type { Tx } from "~/domain/shop"
import { type Email, renderEmail } from "./email"
import { isMailAddress } from "./mail-address"
import { countMail, mailClassOf, recipientKey } from "./mail-bounds.server"
import { seal } from "./sealed-mails.server"

/**
 * Skips a mail if its recipient has had too many of its class within the hour.
 * @param about the ids of the users named in it: it is deleted with their accounts, once sent
 * @param dedupeKey of mails with the same key only the first is ever sent
 */
export async function queueMail(
  tx: Tx,
  to: string,
  { kind, agreedText, ...content }: Email,
  about: readonly string[],
  dedupeKey?: string,
): Promise<void> {
  if (!isMailAddress(to)) return
  const mailClass = mailClassOf(kind)
  if (mailClass !== null && !(await countMail(tx, to, mailClass))) {
    tx.log.warn(
      { account: recipientKey(to).slice(0, 12), kind },
      "an email was skipped: its recipient got too many within the hour",
    )
    return
  }
  const { subject, text, html } = renderEmail(tx.identity, content)
  const id = newObjectId(tx.now())
  const mail = {
    id,
    dedupe_key: dedupeKey ?? null,
    kind,
    recipient: to,
    subject,
    ...seal(tx, id, { text_body: text, html_body: html }),
    agreed_text_digest: agreedText ?? null,
    created_at: tx.now(),
    due_at: tx.now(),
  }
  await tx.db
    .with("mail", (db) =>
      db
        .insertInto("mails")
        .values(mail)
        .onConflict((conflict) => conflict.column("dedupe_key").doNothing())
        .returning("id"),
    )
    .with("people", (db) =>
      db
        .insertInto("mail_people")
        .columns(["mail_id", "user_id"])
        .expression(db.selectFrom("mail").select(["id", sql<string>`unnest(${about}::text[])`.as("user_id")])),
    )
    .selectFrom("mail")
    .select(roundTrigger("deliver-mail"))
    .execute()
}
