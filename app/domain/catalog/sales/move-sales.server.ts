import { sql } from "kysely"
import { moveToZone, type ZoneChange } from "~/domain/days/days-in.server"
import type { Tx } from "~/domain/shop"

/** The number of variants per statement */
const BATCH = 2_000

interface DatedVariant {
  id: string
  sale_from: Date | null
  sale_until: Date | null
}

/** Keeps the days of all sales when the shop's time zone changes. Locks all variants before it locks a product. */
export async function moveSales({ db }: Tx, change: ZoneChange): Promise<void> {
  const move = (moment: Date | null) => moment && moveToZone(moment, change)
  const { rows: all } = await sql<DatedVariant>`
    select id, sale_from, sale_until from variants where sale_from is not null or sale_until is not null
    order by id for no key update`.execute(db)
  for (let start = 0; start < all.length; start += BATCH) {
    const rows = all.slice(start, start + BATCH)
    const ids = rows.map(({ id }) => id)
    const [from, until] = [rows.map((row) => move(row.sale_from)), rows.map((row) => move(row.sale_until))]
    await sql`
      update variants set sale_from = moved.sale_from, sale_until = moved.sale_until
      from unnest(${ids}::text[], ${from}::timestamptz[], ${until}::timestamptz[]) moved (id, sale_from, sale_until)
      where variants.id = moved.id`.execute(db)
  }
}
