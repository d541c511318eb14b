import { createHash } from "node:crypto"
import { sql } from "kysely"
import { ago, HOUR } from "~/domain/durations"
import type { Queryable, Tx } from "~/domain/shop"

/** The number of mails of each class to one recipient within an hour: thirty in all */
export const MAILS_AN_HOUR = 10

type MailClass = "asked" | "notice" | "security"

/**
 * Mails about orders and money, and those to owners, have no limit here, because each follows from an action that has
 * one.
 */
const UNBOUNDED = /^(order|payment|refund|return|withdrawal|owner)-/

const classes: Record<string, MailClass> = {
  welcome: "asked",
  "account-closed": "asked",
  "password-reset": "asked",
  "sign-in-link": "asked",
  "email-verification": "asked",
  "order-claim": "asked",
  "order-links": "asked",
  "recovery-codes-issued": "asked",
  // This mail has its own limit, so that a flood of other mails cannot suppress the link that undoes a change.
  "email-changed": "security",
}

/** A hash, because the counts outlive an account */
export function recipientKey(to: string): string {
  return createHash("sha256").update(to.trim().toLowerCase()).digest("base64url")
}

export function mailClassOf(kind: string): MailClass | null {
  return classes[kind] ?? (UNBOUNDED.test(kind) ? null : "notice")
}

/**
 * Counts a mail that has a limit, exactly, across all processes. Returns false beyond the limit. The recipient's row
 * stays locked until the transaction ends.
 */
export async function countMail(tx: Tx, to: string, mailClass: MailClass): Promise<boolean> {
  const now = tx.now()
  const recent = sql`select at from unnest(mail_counts.queued_at) at where at > ${ago(tx, HOUR)}`
  const counted = await tx.db
    .insertInto("mail_counts")
    .values({ recipient_key: recipientKey(to), class: mailClass, queued_at: [now], newest_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(["recipient_key", "class"])
        .doUpdateSet({ queued_at: sql<Date[]>`array(${recent}) || excluded.queued_at`, newest_at: now })
        .where(sql<boolean>`(select count(*) from (${recent}) recent) < ${MAILS_AN_HOUR}`),
    )
    .returning("class")
    .executeTakeFirst()
  return counted !== undefined
}

/** Returns whether another mail of the kind would be sent now. */
export async function hasMailLeft(shop: Queryable, to: string, kind: string): Promise<boolean> {
  const mailClass = mailClassOf(kind)
  if (mailClass === null) return true
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from mail_counts, unnest(queued_at) at
    where recipient_key = ${recipientKey(to)} and class = ${mailClass} and at > ${ago(shop, HOUR)}`.execute(shop.db)
  return (rows[0]?.count ?? 0) < MAILS_AN_HOUR
}

export async function sweepMailCounts(shop: Queryable): Promise<void> {
  await shop.db.deleteFrom("mail_counts").where("newest_at", "<", ago(shop, HOUR)).execute()
}
