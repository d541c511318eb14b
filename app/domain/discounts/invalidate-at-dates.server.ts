import { sql } from "kysely"
import type { Shop } from "~/domain/shop"

/** Invalidates cached pages when an automatic discount begins or ends. Several processes may run it. */
export async function invalidateAtDiscountDates({ db }: Shop): Promise<void> {
  await sql`select note_discount_moments()`.execute(db)
}
