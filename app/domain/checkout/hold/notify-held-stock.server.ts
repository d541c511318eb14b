import { sql } from "kysely"
import { isPublic } from "~/domain/catalog/publication/publication.server"
import { emit } from "~/domain/events/emit.server"
import type { Events } from "~/domain/events/event"
import type { Shop } from "~/domain/shop"
import { countedStock } from "./counted-stock.server"

/** Notifies the owner if unpaid checkouts hold a third of all counted units. */
export async function notifyHeldStock(shop: Shop): Promise<void> {
  const held = await readHeldStock(shop, shop.now())
  if (held.units === 0) return
  const shelved = await countShelvedUnits(shop, 2 * held.units)
  if (shelved <= 2 * held.units) await shop.transaction((tx) => emit(tx, "stock.mostly-held", { ...held, shelved }))
}

type HeldStock = Omit<Events["stock.mostly-held"], "shelved">

async function readHeldStock({ db }: Shop, now: Date): Promise<HeldStock> {
  const { rows } = await sql<HeldStock>`
    select coalesce(sum(units), 0)::float8 as units, count(*)::integer as members,
      (array_agg(account order by units desc))[1] as largest
    from (select case when not bool_or(is_guest) then user_id end as account, sum(quantity) as units
      from checkouts join checkout_lines on checkout_id = checkouts.id join users on users.id = user_id
        join variants on variants.id = variant_id and uncounted_units is null
      where status = 'held' and hold_expires_at > ${now} group by user_id) holders`.execute(db)
  return rows[0] as HeldStock
}

/** Stops counting above `most`. */
async function countShelvedUnits({ db }: Shop, most: number): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    select coalesce(sum(stock), 0)::float8 as units
    from (select ${countedStock} as stock from products where ${isPublic} and ${countedStock} > 0 limit ${most + 1}) shelved`.execute(
    db,
  )
  return rows[0]?.units ?? 0
}
