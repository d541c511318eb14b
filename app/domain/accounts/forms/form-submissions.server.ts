import { ago, DAY } from "~/domain/durations"
import type { Queryable, Shop, Tx } from "~/domain/shop"
import type { User } from "../user"

const KEY_RETENTION = DAY

/** Runs the work in a transaction, unless its form was already submitted. */
export type Submission = (work: (tx: Tx) => Promise<unknown>) => Promise<unknown>

/** Runs `work` once per key; a concurrent submission waits for the first. */
export async function runOnce(
  shop: Shop,
  user: Pick<User, "id">,
  key: string,
  work: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  await shop.transaction(async (tx) => {
    const first = await tx.db
      .insertInto("form_submissions")
      .values({ key, user_id: user.id, created_at: tx.now() })
      .onConflict((conflict) => conflict.column("key").doNothing())
      .returning("key")
      .executeTakeFirst()
    if (first) await work(tx)
  })
}

export async function sweepFormSubmissions({ db, now }: Queryable): Promise<void> {
  const since = ago({ now }, KEY_RETENTION)
  await db.deleteFrom("form_submissions").where("created_at", "<", since).execute()
}
