import { sql } from "kysely"
import { moveToZone, type ZoneChange } from "~/domain/days/days-in.server"
import type { Tx } from "~/domain/shop"

/** Keeps the dates of all discounts when the shop's time zone changes. */
export async function moveDiscounts({ db }: Tx, change: ZoneChange): Promise<void> {
  await sql`lock table discounts in share row exclusive mode`.execute(db)
  const { rows } = await sql<{ moment: Date }>`
    select starts_at as moment from discounts where starts_at is not null
    union select ends_at from discounts where ends_at is not null`.execute(db)
  const before = rows.map(({ moment }) => moment)
  const after = before.map((moment) => moveToZone(moment, change))
  await sql`
    with moved as (select * from unnest(${before}::timestamptz[], ${after}::timestamptz[]) moved (before, after))
    update discounts set
      starts_at = (select after from moved where before = starts_at),
      ends_at = (select after from moved where before = ends_at)
    where starts_at is not null or ends_at is not null`.execute(db)
}
