import { setTimeout as sleep } from "node:timers/promises"
import { type Selectable, sql } from "kysely"
import { ago, DAY, HOUR, MINUTE } from "~/domain/durations"
import { emit } from "~/domain/events/emit.server"
import { deleteInBatches } from "~/domain/jobs/delete-in-batches.server"
import type { Shop } from "~/domain/shop"
import { findStandby } from "~/domain/standby.server"
import type { Tables } from "~db/schema"
import { agreedTextColumn } from "./agreed-text-column.server"
import { type AgreedText, withAgreedText } from "./email"
import { sweepMailCounts } from "./mail-bounds.server"
import { deleteOfErased } from "./mail-people.server"
import { MailRefused } from "./mailer"
import { type Bodies, SECRET, sealMails, unseal } from "./sealed-mails.server"

/** Longer than a mailer takes; a mail waits this long if its process was killed while sending. */
const LEASE = MINUTE / 2
const CONCURRENCY = 5
/** Milliseconds */
const PROBE_TIME = 1_000
const GIVE_UP_AFTER = 3 * DAY
const RETENTION = 90 * DAY

type Outcome = "sent" | "refused" | "postponed"

/** Sends one mail first: if the mail server does not respond, the others wait for the next round. */
export async function deliverDueMails(shop: Shop, signal?: AbortSignal): Promise<void> {
  if (await findStandby(shop)) return
  let serverResponds = true
  const next = async () => {
    if (!serverResponds || signal?.aborted) return false
    const outcome = await deliverNext(shop)
    if (outcome === "postponed") serverResponds = false
    return outcome !== null && serverResponds
  }
  const first = next()
  if (!(await Promise.race([first, sleep(PROBE_TIME, true)]))) return
  const deliverUntilDone = async () => {
    while (await next());
  }
  await Promise.all([first, ...Array.from({ length: CONCURRENCY }, deliverUntilDone)])
}

export async function sweepMails(shop: Shop, signal?: AbortSignal): Promise<void> {
  const { db } = shop
  await sweepMailCounts(shop)
  await sealMails(shop)
  const before = ago(shop, RETENTION)
  await deleteInBatches((most) => {
    const old = db.selectFrom("mails").select("id").where("created_at", "<", before).orderBy("created_at").limit(most)
    return db.deleteFrom("mails").where("id", "in", old).executeTakeFirstOrThrow()
  }, signal)
}

async function deliverNext(shop: Shop): Promise<Outcome | null> {
  const mail = await claimNext(shop)
  if (!mail) return null
  let bodies: Bodies | null
  try {
    bodies = unseal(shop, mail)
    if (!bodies) throw new MailRefused("Its links cannot be decrypted: their secret is no longer in SESSION_SECRET")
    const { id, recipient, subject, agreedText } = mail
    const whole = withAgreedText({ text: bodies.text_body, html: bodies.html_body }, agreedText)
    await shop.mailer.send({ id, recipient, subject, ...whole })
  } catch (error) {
    return recordFailedAttempt(shop, mail, error as Error)
  }
  await markSent(shop, mail, bodies)
  return "sent"
}

/**
 * A lease ends by the database's clock: a process that was suspended has an outdated time until it measures again. No
 * mail is postponed by an hour, so one that is due later was written while the database's clock was ahead.
 */
async function claimNext(
  shop: Shop,
): Promise<(Selectable<Tables["mails"]> & { agreedText: AgreedText | null }) | undefined> {
  const now = shop.now()
  const latest = sql<Date>`greatest(${now}, clock_timestamp())`
  const after = (milliseconds: number) => sql<Date>`${latest} + ${milliseconds} * interval '1 ms'`
  return shop.db
    .updateTable("mails")
    .set((row) => ({ attempts: row("attempts", "+", 1), due_at: after(LEASE) }))
    .where("id", "=", (row) =>
      row
        .selectFrom("mails")
        .select("id")
        .where("sent_at", "is", null)
        .where("failed_at", "is", null)
        .where((mail) => mail.or([mail("due_at", "<=", now), mail("due_at", ">", after(HOUR))]))
        .orderBy("due_at")
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .returning(agreedTextColumn.as("agreedText"))
    .executeTakeFirst()
}

/** Retries after half a minute, one, two, four, then every five minutes, for three days. */
async function recordFailedAttempt(shop: Shop, mail: Selectable<Tables["mails"]>, error: Error): Promise<Outcome> {
  const last_error = error.message.slice(0, 500)
  const final = error instanceof MailRefused || mail.created_at < ago(shop, GIVE_UP_AFTER)
  shop.log.warn(
    { err: error, mail: mail.id, kind: mail.kind, attempts: mail.attempts, final },
    "an email was not accepted",
  )
  if (final) {
    await shop.transaction(async (tx) => {
      await tx.db.updateTable("mails").set({ failed_at: tx.now(), last_error }).where("id", "=", mail.id).execute()
      await emit(tx, "mail.failed", { mail, reason: last_error })
      await deleteOfErased(tx, mail.id)
    })
    return "refused"
  }
  const delay = Math.min(2 ** (mail.attempts - 2), 5) * MINUTE
  await shop.db
    .updateTable("mails")
    .set({ due_at: new Date(shop.now().getTime() + delay), last_error })
    .where("id", "=", mail.id)
    .execute()
  return "postponed"
}

/** Deletes the secrets of links once SMTP has accepted the mail: the rest of the database has only their hashes. */
async function markSent(shop: Shop, mail: Selectable<Tables["mails"]>, bodies: Bodies): Promise<void> {
  if (await deleteOfErased(shop, mail.id)) return
  const withoutSecrets = (body: "text_body" | "html_body") =>
    sql<string>`regexp_replace(${sql.ref(body)}, ${SECRET}, '/…', 'g')`
  const forgotten = { text_body: withoutSecrets("text_body"), html_body: withoutSecrets("html_body") }
  const kept = shop.mailer.kind === "smtp" ? forgotten : mail.sealed && bodies
  await shop.db
    .updateTable("mails")
    .set({ sent_at: shop.now(), last_error: null, sealed: null, ...kept })
    .where("id", "=", mail.id)
    .execute()
}
