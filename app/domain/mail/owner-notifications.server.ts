import { type NotNull, sql } from "kysely"
import { ago, MINUTE } from "~/domain/durations"
import { deleteInBatches } from "~/domain/jobs/delete-in-batches.server"
import { roundTrigger } from "~/domain/jobs/jobs.server"
import { newObjectId } from "~/domain/object-id.server"
import type { Shop, Tx } from "~/domain/shop"
import { type Email, renderEmail } from "./email"
import { queueMail } from "./outbox.server"
import {
  closedAccountEmail,
  closedAccountMessage,
  digestEmail,
  notificationEmail,
  type OwnerNotification,
  ownerMailKinds,
} from "./owner-emails"

/** The number of single mails in `WINDOW` milliseconds; more are collected in one mail. */
const MAX_SINGLE_EMAILS = 10
const WINDOW = 10 * MINUTE
const MAX_IN_DIGEST = 500

/** @param key of notifications with the same key, only the first is ever sent */
export async function notifyOwner(
  tx: Tx,
  key: string,
  notification: OwnerNotification,
  about: readonly string[] = [],
): Promise<void> {
  const [id, contents] = [newObjectId(tx.now()), JSON.stringify(notification)]
  await tx.db
    .with("notification", (db) =>
      db
        .insertInto("owner_notifications")
        .values({ id, key, contents, created_at: tx.now(), person_ids: [...about] })
        .onConflict((conflict) => conflict.column("key").doNothing())
        .returning("id"),
    )
    .selectFrom("notification")
    .select(roundTrigger("notify-owner"))
    .execute()
}

/** Queues single mails, up to ten in ten minutes; more wait ten minutes, and are sent as one. */
export async function queueOwnerEmails(shop: Shop): Promise<void> {
  await shop.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('notify-owner'))`.execute(tx.db)
    const pending = await readPending(tx)
    const [oldest] = pending
    if (!oldest) return
    const since = ago(tx, WINDOW)
    const singleEmailsLeft = Math.max(0, MAX_SINGLE_EMAILS - (await countSent(tx, since)))
    if (pending.length > singleEmailsLeft && oldest.created_at <= since) {
      const digest = digestEmail(
        tx.identity,
        pending.map(({ contents }) => contents),
      )
      return queueForOwners(tx, digest, `owners-${oldest.id}`, pending)
    }
    for (const one of pending.slice(0, singleEmailsLeft)) {
      await queueForOwners(tx, notificationEmail(one.contents), `owner-${one.id}`, [one])
    }
  })
}

/** Removes a person's name from waiting messages to the owner; each still links to its record. */
export async function anonymizeNotifications(tx: Tx, userId: string): Promise<void> {
  await tx.db
    .updateTable("owner_notifications")
    .set({
      contents: sql<string>`jsonb_build_object('summary', 'Closed account: ' || (contents -> 'action' ->> 'label'),
        'paragraphs', ${JSON.stringify([closedAccountMessage])}::jsonb, 'action', contents -> 'action')`,
    })
    .where("sent_at", "is", null)
    .where(sql<boolean>`${userId} = any(person_ids)`)
    .execute()
  const { subject, text, html } = renderEmail(tx.identity, closedAccountEmail)
  await tx.db
    .updateTable("mails")
    .set({ subject, text_body: text, html_body: html, sealed: null })
    .where("kind", "in", ownerMailKinds)
    .where("sent_at", "is", null)
    .where("failed_at", "is", null)
    .where("id", "in", tx.db.selectFrom("mail_people").select("mail_id").where("user_id", "=", userId))
    .execute()
}

export async function deleteOldNotifications({ db }: Shop, before: Date): Promise<void> {
  await deleteInBatches((most) => {
    const old = db
      .selectFrom("owner_notifications")
      .select("id")
      .where("sent_at", "<", before)
      .orderBy("sent_at")
      .limit(most)
    return db.deleteFrom("owner_notifications").where("id", "in", old).executeTakeFirstOrThrow()
  })
}

async function readPending(tx: Tx) {
  return tx.db
    .selectFrom("owner_notifications")
    .select(["id", "contents", "created_at", "person_ids"])
    .where("sent_at", "is", null)
    .$narrowType<{ contents: NotNull }>()
    .orderBy("created_at")
    .orderBy("id")
    .limit(MAX_IN_DIGEST)
    .execute()
}

async function countSent(tx: Tx, since: Date): Promise<number> {
  const { count } = await tx.db
    .selectFrom("owner_notifications")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("sent_at", ">", since)
    .executeTakeFirstOrThrow()
  return count
}

async function queueForOwners(
  tx: Tx,
  email: Email,
  key: string,
  notifications: { id: string; person_ids: string[] }[],
): Promise<void> {
  const ids = notifications.map(({ id }) => id)
  const about = [...new Set(notifications.flatMap(({ person_ids }) => person_ids))]
  for (const to of tx.owners) await queueMail(tx, to, email, about, `${key}-${to}`)
  await tx.db
    .updateTable("owner_notifications")
    .set({ sent_at: tx.now(), contents: null })
    .where(sql<boolean>`id = any(${ids})`)
    .execute()
}
