import type { Queryable } from "~/domain/shop"

/** Returns whether the shop was on standby. */
export async function goLive({ db, log }: Queryable): Promise<boolean> {
  const ended = await db.deleteFrom("standby").returning("since").executeTakeFirst()
  if (ended) log.warn({ since: ended.since }, "the restored copy is live: it sends emails and processes payments")
  return ended !== undefined
}
