import type { Selectable } from "kysely"
import type { MailsTable } from "~db/schema"
import type { Shop } from "../shop"
import { MailRefused } from "./mailer"

const MINUTE = 60_000
/** While one process sends a mail, no other may; a process that dies meanwhile gives it back this way. */
const LEASE = 2 * MINUTE
const GIVE_UP_AFTER = 3 * 24 * 60 * MINUTE
const KEPT_FOR = 90 * 24 * 60 * MINUTE

/** Mails whose words are a secret: once SMTP has them, the books forget them. */
const SECRET_KINDS = new Set(["password-reset"])

type Outcome = "sent" | "refused" | "postponed" | "not due"

/** Sends one mail unless it has left already, another process is at it, or it waits for its next try. */
export async function deliverMail(shop: Shop, id: string): Promise<Outcome> {
  const mail = await claim(shop, id)
  if (!mail) return "not due"
  try {
    await shop.mailer.send({
      id: mail.id,
      recipient: mail.recipient,
      subject: mail.subject,
      text: mail.text_body,
      html: mail.html_body,
    })
  } catch (error) {
    return keepFor(shop, mail, error as Error)
  }
  await close(shop, mail, { sent_at: shop.now(), last_error: null })
  return "sent"
}

/**
 * Sends what is due: first tries that a stopped process left behind, and tries after a failure. When the mail server
 * does not answer, the rest waits for the next minute.
 */
export async function deliverDueMails(shop: Shop): Promise<void> {
  const due = await shop.db
    .selectFrom("mails")
    .select("id")
    .where("sent_at", "is", null)
    .where("failed_at", "is", null)
    .where("due_at", "<=", shop.now())
    .orderBy("due_at")
    .limit(100)
    .execute()
  for (const { id } of due) {
    if ((await deliverMail(shop, id)) === "postponed") return
  }
}

/** Forgets mails of which nobody will ask any more. */
export async function sweepMails(shop: Shop): Promise<void> {
  await shop.db.deleteFrom("mails").where("created_at", "<", before(shop, KEPT_FOR)).execute()
}

async function claim(shop: Shop, id: string): Promise<Selectable<MailsTable> | undefined> {
  return shop.db
    .updateTable("mails")
    .set((row) => ({ attempts: row("attempts", "+", 1), due_at: new Date(shop.now().getTime() + LEASE) }))
    .where("id", "=", id)
    .where("sent_at", "is", null)
    .where("failed_at", "is", null)
    .where("due_at", "<=", shop.now())
    .returningAll()
    .executeTakeFirst()
}

/** After a failed try: half a minute, one, two, four, then every five minutes, for three days. */
async function keepFor(shop: Shop, mail: Selectable<MailsTable>, error: Error): Promise<Outcome> {
  const last_error = error.message.slice(0, 500)
  const final = error instanceof MailRefused || mail.created_at < before(shop, GIVE_UP_AFTER)
  shop.log.warn({ err: error, mail: mail.id, kind: mail.kind, attempts: mail.attempts, final }, "a mail was not taken")
  if (final) {
    await close(shop, mail, { failed_at: shop.now(), last_error })
    return "refused"
  }
  const pause = Math.min(2 ** (mail.attempts - 2), 5) * MINUTE
  await shop.db
    .updateTable("mails")
    .set({ due_at: new Date(shop.now().getTime() + pause), last_error })
    .where("id", "=", mail.id)
    .execute()
  return "postponed"
}

type Closing = { sent_at: Date; last_error: null } | { failed_at: Date; last_error: string }

async function close(shop: Shop, mail: Selectable<MailsTable>, closing: Closing): Promise<void> {
  const forgets = "sent_at" in closing && shop.mailer.kind === "smtp" && SECRET_KINDS.has(mail.kind)
  await shop.db
    .updateTable("mails")
    .set({ ...closing, ...(forgets && { text_body: "", html_body: "" }) })
    .where("id", "=", mail.id)
    .execute()
}

function before(shop: Shop, milliseconds: number): Date {
  return new Date(shop.now().getTime() - milliseconds)
}
