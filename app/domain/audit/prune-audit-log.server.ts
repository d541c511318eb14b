import { sql } from "kysely"
import { addYears } from "~/domain/days/calendar"
import { daysOf, todayOf } from "~/domain/days/shop-days.server"
import { emit } from "~/domain/events/emit.server"
import type { Shop, Tx } from "~/domain/shop"

const BATCH = 10_000

/** Deletes entries older than the configured years; the database keeps the last year anyway. */
export async function pruneAuditLog(shop: Shop, signal?: AbortSignal): Promise<void> {
  const years = Number(shop.settings.current.auditYears)
  if (years < 1) return
  const before = daysOf(shop).startOf(addYears(todayOf(shop), -years))
  let entries = BATCH
  while (entries === BATCH && !signal?.aborted) entries = await shop.transaction((tx) => pruneSome(tx, before))
}

async function pruneSome(tx: Tx, before: Date): Promise<number> {
  await sql`select set_config('counter.prunes_audit_log', 'on', true)`.execute(tx.db)
  const old = tx.db
    .selectFrom("audit_log")
    .select("id")
    .where("at", "<", sql<Date>`least(${before}, now() - interval '1 year')`)
    .orderBy("at")
    .limit(BATCH)
  const { numDeletedRows } = await tx.db.deleteFrom("audit_log").where("id", "in", old).executeTakeFirstOrThrow()
  const entries = Number(numDeletedRows)
  if (entries > 0) await emit(tx, "audit.pruned", { entries, before })
  return entries
}
