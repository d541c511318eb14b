import { sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import type { StoredUnits } from "~/domain/inventory/counting"
import { insertMovements } from "~/domain/inventory/stock.server"
import type { Tx } from "~/domain/shop"

interface CountingChange {
  uncounted: boolean
  /** The change of the sum of its movements */
  units: number
  note?: string
}

/** The caller has locked the variant. */
export async function switchCounting(
  tx: Tx,
  admin: Staff<"stock.correct">,
  row: StoredUnits & { id: string },
  { uncounted, units, note }: CountingChange,
): Promise<void> {
  if (uncounted === (row.uncountedUnits !== null)) return
  if (uncounted) await sellUncounted(tx, [row.id])
  else {
    await insertMovements(tx, [{ variant: row.id, change: units, reason: "correction", actorId: admin.id, note }])
    await countUnits(tx, [row.id])
  }
}

export async function sellUncounted(tx: Tx, variants: readonly string[]): Promise<void> {
  await sql`
    update variants set uncounted_units = 0, updated_at = ${tx.now()}
    where id = any(${variants}) and uncounted_units is null`.execute(tx.db)
}

/** The sum of the variants' movements becomes their stock. */
export async function countUnits(tx: Tx, variants: readonly string[]): Promise<void> {
  await sql`
    update variants set uncounted_units = null, updated_at = ${tx.now()}
    where id = any(${variants}) and uncounted_units is not null`.execute(tx.db)
}
