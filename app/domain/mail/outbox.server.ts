import { addJob } from "../jobs.server"
import { newObjectId } from "../object-id.server"
import type { Tx } from "../shop"
import { type Email, renderEmail } from "./email"
import { isMailAddress } from "./mail-address"

/**
 * Promises a mail, in the transaction of what it reports: it leaves if that happened, and only then. An address that
 * cannot receive anything, such as that of a deleted account, gets nothing.
 * @param dedupeKey of mails with the same key only the first is ever sent
 */
export async function queueMail(tx: Tx, to: string, { kind, ...content }: Email, dedupeKey?: string): Promise<void> {
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
  if (mail) await triggerDelivery(tx)
}

/** Has due mails sent as soon as the transaction is done; without it they leave within seconds. */
export async function triggerDelivery(tx: Tx): Promise<void> {
  await addJob(tx, "deliver-mail", {}, { maxAttempts: 1 })
}
