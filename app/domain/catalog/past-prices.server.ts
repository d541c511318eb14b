import { ago, DAY } from "~/domain/durations"
import type { Queryable } from "~/domain/shop"

/** One day more than the trigger reads when a sale begins, because clocks differ */
const RETENTION_DAYS = 31

export async function deletePastPrices(shop: Queryable): Promise<void> {
  const before = ago(shop, RETENTION_DAYS * DAY)
  await shop.db.deleteFrom("past_prices").where("ended_at", "<", before).execute()
}
