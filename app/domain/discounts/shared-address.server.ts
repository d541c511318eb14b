import { sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import type { Shop } from "~/domain/shop"

export interface SharedAddress {
  /** The code, or the name of an automatic discount */
  discount: string
  orders: { id: string; number: number }[]
}

const MOST = 5
/** Limits the newest orders that are compared: a page must not read all orders of a popular discount. */
const COMPARED = 2_000

/** Returns the newest orders by other people to the same address, with a discount that is limited per customer. */
export async function findSharedAddresses(
  { db }: Shop,
  _staff: Staff<"orders.see">,
  order: { id: string; discounts: readonly unknown[] },
): Promise<SharedAddress[]> {
  if (order.discounts.length === 0) return []
  const { rows } = await sql<SharedAddress>`
    select coalesce(code, name) as discount, shared.orders
    from orders mine join discount_uses used on used.checkout_id = mine.checkout_id
    join discounts on discounts.id = discount_id and (first_order or max_uses_per_person is not null)
    cross join lateral (
      select json_agg(json_build_object('id', id, 'number', number)) as orders from (
        select orders.id, number from (
          select checkout_id from discount_uses where discount_id = discounts.id
          order by checkout_id desc limit ${COMPARED}) other
        join orders on orders.checkout_id = other.checkout_id
        where orders.user_id <> mine.user_id
          and orders.status <> 'Cancelled' and orders.deleted_at is null
          and ${addressOf("orders")} = ${addressOf("mine")}
        order by number desc limit ${MOST}) newest) shared
    where mine.id = ${order.id} and shared.orders is not null
    order by discount`.execute(db)
  return rows
}

/** Returns an address without case, spaces and punctuation. */
function addressOf(table: "orders" | "mine") {
  const info = sql.ref(`${table}.shipping_info`)
  const text = sql`text_key(concat_ws(' ', ${info}->>'address', ${info}->>'pinCode', ${info}->>'country'))`
  return sql`regexp_replace(${text}, '[[:space:][:punct:]]+', '', 'g')`
}
