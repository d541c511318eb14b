import { sql } from "kysely"
import type { Tx } from "~/domain/shop"

/** Makes mails about some people mails about another, so that they are erased with that account. */
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
