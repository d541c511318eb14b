import { addJob } from "../jobs.server"
import { newObjectId } from "../object-id.server"
import type { Tx } from "../shop"
import { type Email, renderEmail } from "./email"
import { isMailAddress } from "./mail-address"

/**
 * Promises a mail, in the transaction of what it reports: it leaves if that happened, and only then. An address that
 * cannot receive anything, such as that of a deleted account, gets nothing.
 * @param about the ids of the users whom it names: it is deleted with their accounts, once it has left
 * @param dedupeKey of mails with the same key only the first is ever sent
 */
export async function queueMail(
  tx: Tx,
  to: string,
  { kind, ...content }: Email,
  about: readonly string[],
  dedupeKey?: string,
): Promise<void> {
  if (!isMailAddress(to)) return
  const { subject, text, html } = renderEmail(tx.identity, content)
  const mail = await tx.db
    .insertInto("mails")
    .values({
      id: newObjectId(tx.now()),
      dedupe_key: dedupeKey ?? null,
      kind,
      recipient: to,
      subject,
      text_body: text,
      html_body: html,
      created_at: tx.now(),
      due_at: tx.now(),
    })
    .onConflict((conflict) => conflict.column("dedupe_key").doNothing())
    .returning("id")
    .executeTakeFirst()
  if (!mail) return
  const people = about.map((user_id) => ({ mail_id: mail.id, user_id }))
  if (people.length > 0) await tx.db.insertInto("mail_people").values(people).execute()
  await triggerDelivery(tx)
}

/** Has due mails sent as soon as the transaction is done; without it they leave within seconds. */
export async function triggerDelivery(tx: Tx): Promise<void> {
  await addJob(tx, "deliver-mail", {}, { maxAttempts: 1 })
}
