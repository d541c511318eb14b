import { ago, DAY } from "../durations"
import type { Queryable } from "../shop"

/** A day more than the database looks back when a sale begins: no two clocks are the same. */
const RETENTION_DAYS = 31

/** Forgets prices that ended so long ago that no sale to come has to name them. */
export async function deletePastPrices(shop: Queryable): Promise<void> {
  const before = ago(shop, RETENTION_DAYS * DAY)
  await shop.db.deleteFrom("past_prices").where("ended_at", "<", before).execute()
}
