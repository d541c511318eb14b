import { sql } from "kysely"
import { ago, DAY } from "~/domain/durations"
import type { Queryable, Tx } from "~/domain/shop"

const hasEnded = sql<boolean>`(sent_at is not null or failed_at is not null)`

export async function findPeopleOf({ db }: Queryable, mailId: string): Promise<string[]> {
  const people = await db.selectFrom("mail_people").select("user_id").where("mail_id", "=", mailId).execute()
  return people.map(({ user_id }) => user_id)
}

/** Mails that have yet to be sent are deleted afterwards. */
export async function deleteMailsAbout({ db }: Queryable, userId: string): Promise<void> {
  const about = db.selectFrom("mail_people").select("mail_id").where("user_id", "=", userId)
  await db.deleteFrom("mails").where("id", "in", about).where(hasEnded).execute()
}

/** Deletes mails sent to an address before there was an account, such as an invitation. */
export async function deleteMailsTo({ db }: Queryable, email: string): Promise<void> {
  await db.deleteFrom("mails").where(sql<boolean>`lower(recipient) = lower(${email})`).where(hasEnded).execute()
}

/** Returns whether it deleted the mail. */
export async function deleteOfErased({ db }: Queryable, mailId: string): Promise<boolean> {
  const erased = db
    .selectFrom("mail_people")
    .leftJoin("users", "users.id", "mail_people.user_id")
    .select("mail_id")
    .where("mail_id", "=", mailId)
    .where((row) => row.or([row("users.id", "is", null), row("erased_at", "is not", null)]))
  const { numDeletedRows } = await db.deleteFrom("mails").where("id", "in", erased).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Deletes mails that were sent while an account that they name was being erased. */
export async function sweepMailsOfErased(shop: Queryable): Promise<void> {
  const erased = shop.db
    .selectFrom("mail_people")
    .innerJoin("users", "users.id", "mail_people.user_id")
    .select("mail_id")
    .where("erased_at", ">", ago(shop, DAY))
  await shop.db.deleteFrom("mails").where("id", "in", erased).where(hasEnded).execute()
}

/** Reassigns mails about some people to another, so that they are erased with that account. */
export async function reassignMails({ db }: Tx, from: string[], to: string): Promise<void> {
  const mails = db.selectFrom("mail_people").where("user_id", "in", from)
  await db
    .insertInto("mail_people")
    .columns(["mail_id", "user_id"])
    .expression(mails.select(["mail_id", sql<string>`${to}`.as("user_id")]).distinct())
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db.deleteFrom("mail_people").where("user_id", "in", from).execute()
}
