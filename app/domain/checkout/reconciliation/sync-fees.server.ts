import { sql } from "kysely"
import { DAY, HOUR } from "~/domain/durations"
import type { GatewayFee } from "~/domain/payments/gateway"
import type { Shop } from "~/domain/shop"

const CURSOR = "fees"
/** The gateway may write an entry of its ledger after its time, and its clock and the shop's may differ. */
const OVERLAP = HOUR
/** The time span that is read at once; halved if a list has more entries than fit */
const LONGEST_WINDOW = 7 * DAY
const SHORTEST_WINDOW = HOUR
/** The limit of one round; the next one continues. */
const MAX_WINDOWS = 12
/** The limit of the shortest window */
const MAX_LISTS = 50

/**
 * Stores what the payment service took since the last round, and at first since the first payment. A list that fails is
 * read again in the next round.
 */
export async function syncFees(shop: Shop, signal?: AbortSignal): Promise<void> {
  const end = shop.now().getTime()
  let start = await readCursor(shop)
  let window = LONGEST_WINDOW
  for (let windows = 0; start !== null && start < end && windows < MAX_WINDOWS && !signal?.aborted; windows++) {
    const [from, until] = [new Date(start - OVERLAP), new Date(Math.min(start + window, end))]
    const { fees, cutAt } = await shop.payments.feesBetween(from, until)
    await storeFees(shop, fees)
    if (cutAt !== null && window > SHORTEST_WINDOW) {
      window /= 2
      continue
    }
    if (cutAt !== null) await storeEarlier(shop, from, cutAt)
    start = until.getTime()
    await writeCursor(shop, until)
  }
}

/** Stores the rest of a window, list by list. @throws Error if there are too many entries */
async function storeEarlier(shop: Shop, from: Date, cutAt: Date): Promise<void> {
  let last = cutAt
  for (let lists = 0; lists < MAX_LISTS; lists++) {
    const { fees, cutAt: next } = await shop.payments.feesBetween(from, last)
    await storeFees(shop, fees)
    if (next === null) return
    if (next >= last) break
    last = next
  }
  throw new Error(`the payment service has too many entries before ${last.toISOString()}`)
}

async function storeFees({ db }: Shop, fees: readonly GatewayFee[]): Promise<void> {
  if (fees.length === 0) return
  const rows = fees.map(({ intentId, createdAt, ...fee }) => ({ ...fee, intent_id: intentId, created_at: createdAt }))
  await db
    .insertInto("gateway_fees")
    .values(rows)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute()
}

/** Returns null before the first payment. */
async function readCursor({ db }: Shop): Promise<number | null> {
  const { rows } = await sql<{ moment: Date | null }>`
    select coalesce(
      (select seen_until from gateway_cursors where name = ${CURSOR}),
      (select min(created_at) from payments where status = 'succeeded')) as moment`.execute(db)
  return rows[0]?.moment?.getTime() ?? null
}

async function writeCursor({ db }: Shop, seen_until: Date): Promise<void> {
  await db
    .insertInto("gateway_cursors")
    .values({ name: CURSOR, seen_until })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ seen_until }))
    .execute()
}
