import { addJob } from "../jobs.server"
import { newObjectId } from "../object-id.server"
import type { Tx } from "../shop"
import { isMailAddress } from "./mail-address"
import type { RenderedEmail } from "./render-email"

interface MailInput {
  /** What it is about, such as `welcome` or `order-shipped`. */
  kind: string
  to: string
  message: RenderedEmail
  /** Of mails with the same key only the first is ever sent. */
  dedupeKey?: string
}

/**
 * Promises a mail, in the transaction of what it reports: it leaves if that happened, and only then. An address that
 * cannot receive anything, such as that of a deleted account, gets nothing.
 */
export async function queueMail(tx: Tx, { kind, to, message, dedupeKey }: MailInput): Promise<void> {
  if (!isMailAddress(to)) return
  const mail = await tx.db
    .insertInto("mails")
    .values({
      id: newObjectId(tx.now()),
      dedupe_key: dedupeKey ?? null,
      kind,
      recipient: to,
      subject: message.subject,
      text_body: message.text,
      html_body: message.html,
      created_at: tx.now(),
      due_at: tx.now(),
    })
    .onConflict((conflict) => conflict.column("dedupe_key").doNothing())
    .returning("id")
    .executeTakeFirst()
  if (!mail) return
  await triggerDelivery(tx)
}

/** Has due mails sent as soon as the transaction is done; without it they leave within seconds. */
export async function triggerDelivery(tx: Tx): Promise<void> {
  await addJob(tx, "deliver-mail", {}, { maxAttempts: 1 })
}
