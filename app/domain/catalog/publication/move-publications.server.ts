import { sql } from "kysely"
import { moveToZone, type ZoneChange } from "~/domain/days/days-in.server"
import type { Tx } from "~/domain/shop"

/** The number of products per statement */
const BATCH = 2_000

interface DatedProduct {
  id: string
  published_from: Date | null
  published_until: Date | null
}

/** Keeps the publication days of all products when the shop's time zone changes. */
export async function movePublications({ db }: Tx, change: ZoneChange): Promise<void> {
  const move = (moment: Date | null) => moment && moveToZone(moment, change)
  for (let last = ""; ; ) {
    const { rows } = await sql<DatedProduct>`
      select id, published_from, published_until from products
      where (published_from is not null or published_until is not null) and id > ${last}
      order by id limit ${BATCH} for no key update`.execute(db)
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    const [from, until] = [rows.map((row) => move(row.published_from)), rows.map((row) => move(row.published_until))]
    await sql`
      update products set published_from = moved.published_from, published_until = moved.published_until
      from unnest(${ids}::text[], ${from}::timestamptz[], ${until}::timestamptz[])
        moved (id, published_from, published_until)
      where products.id = moved.id`.execute(db)
    last = ids.at(-1) ?? ""
  }
}
