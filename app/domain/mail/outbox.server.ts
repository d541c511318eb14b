import { sql } from "kysely"
import { newObjectId } from "../object-id.server"
import type { Books } from "../shop"
import type { Letter } from "./letter"
import { isMailAddress } from "./mail-address"

export interface NewMail {
  /** What it is about, such as `welcome` or `order-shipped`. */
  kind: string
  to: string
  letter: Letter
  /** Of mails with the same key only the first is ever sent. */
  dedupeKey?: string
}

/**
 * Promises a mail, in the transaction of what it reports: it leaves if that happened, and only then. An address that
 * cannot receive anything, such as that of a deleted account, gets nothing.
 */
export async function queueMail(books: Books, { kind, to, letter, dedupeKey }: NewMail): Promise<void> {
  if (!isMailAddress(to)) return
  const mail = await books.db
    .insertInto("mails")
    .values({
      id: newObjectId(books.now()),
      dedupe_key: dedupeKey ?? null,
      kind,
      recipient: to,
      subject: letter.subject,
      text_body: letter.text,
      html_body: letter.html,
      created_at: books.now(),
      due_at: books.now(),
    })
    .onConflict((conflict) => conflict.column("dedupe_key").doNothing())
    .returning("id")
    .executeTakeFirst()
  if (!mail) return
  await sql`select graphile_worker.add_job('deliver-mail', ${JSON.stringify({ id: mail.id })}::json,
    queue_name => 'mail', max_attempts => 3)`.execute(books.db)
}
