import { sql } from "kysely"
import type { Shop } from "~/domain/shop"

/** Ends kept pages when an automatic discount begins or ends; may run in several processes at once. */
export async function invalidateAtDiscountDates({ db }: Shop): Promise<void> {
  await sql`select note_discount_moments()`.execute(db)
}
