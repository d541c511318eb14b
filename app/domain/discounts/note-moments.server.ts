import { sql } from "kysely"
import type { Shop } from "../shop"

/** Ends what is kept when an automatic discount begins or ends, in any number of processes at once. */
export async function noteDiscountMoments({ db }: Shop): Promise<void> {
  await sql`select note_discount_moments()`.execute(db)
}
