import { sql } from "kysely"
import type { LineItem } from "~/domain/catalog/line-item"
import type { Queryable, Shop, Tx } from "~/domain/shop"
import { compileOnce, preparedStatement } from "~db/prepared-statements.server"
import { type Cart, cartFullError, MAX_CART_LINES } from "./cart"

export async function readSavedCart(shop: Queryable, userId: string): Promise<Cart> {
  return selectCart(shop.db, { userId })
}

const selectCart = compileOnce((db, { userId }: { userId: string }) =>
  db
    .selectFrom("saved_cart_lines")
    .modifyFront(preparedStatement)
    .select(["variant_id as variantId", "quantity"])
    .where("user_id", "=", userId)
    .orderBy("position")
    .orderBy("variant_id"),
)

/** Throws `invalid` at the 101st product, also if tabs add products in parallel. */
export async function saveCartLine(shop: Queryable, userId: string, { variantId, quantity }: LineItem): Promise<void> {
  const { rows } = await sql<{ saved: boolean }>`
    ${preparedStatement} select save_cart_line(${userId}, ${variantId}, ${quantity}, ${MAX_CART_LINES}) as saved`.execute(
    shop.db,
  )
  if (!rows[0]?.saved) throw cartFullError()
}

export async function saveCartLines(shop: Shop, userId: string, lines: readonly LineItem[]): Promise<void> {
  const [first, ...others] = lines
  if (!first) return
  if (others.length === 0) return saveCartLine(shop, userId, first)
  await shop.transaction(async (tx) => {
    for (const line of lines) await saveCartLine(tx, userId, line)
  })
}

export async function deleteCartLine(shop: Queryable, userId: string, variantId: string): Promise<void> {
  await shop.db
    .deleteFrom("saved_cart_lines")
    .where("user_id", "=", userId)
    .where("variant_id", "=", variantId)
    .execute()
}

export async function deleteSavedCart(tx: Tx, userId: string): Promise<void> {
  await tx.db.deleteFrom("saved_cart_lines").where("user_id", "=", userId).execute()
}

/** Omits variants that no longer exist; the caller holds the user's lock. */
export async function replaceSavedCart(tx: Tx, userId: string, cart: Cart): Promise<void> {
  const variantIds = cart.map(({ variantId }) => variantId)
  const quantities = cart.map(({ quantity }) => quantity)
  await sql`
    with removed as (
      delete from saved_cart_lines where user_id = ${userId} and variant_id <> all(${variantIds}::text[]))
    insert into saved_cart_lines (user_id, variant_id, quantity, position)
    select ${userId}, variants.id, wanted.quantity, wanted.position
    from unnest(${variantIds}::text[], ${quantities}::integer[]) with ordinality wanted (variant, quantity, position)
    join variants on variants.id = wanted.variant
    on conflict (user_id, variant_id) do update set quantity = excluded.quantity, position = excluded.position`.execute(
    tx.db,
  )
}

/** Subtracts the units bought and keeps those added since; the caller holds the user's lock. */
export async function removePurchased(tx: Tx, userId: string, bought: Cart): Promise<void> {
  const variantIds = bought.map(({ variantId }) => variantId)
  const quantities = bought.map(({ quantity }) => quantity)
  await sql`
    with bought as (select * from unnest(${variantIds}::text[], ${quantities}::integer[]) as bought (id, quantity)),
      kept as (update saved_cart_lines line set quantity = line.quantity - bought.quantity from bought
        where user_id = ${userId} and variant_id = bought.id and line.quantity > bought.quantity)
    delete from saved_cart_lines line using bought
    where user_id = ${userId} and variant_id = bought.id and line.quantity <= bought.quantity`.execute(tx.db)
}
