import { sql } from "kysely"
import type { LineItem } from "~/domain/catalog/line-item"
import { lockUser } from "../accounts/user-row.server"
import type { Queryable, Tx } from "../shop"
import { type Cart, cartFullError, MAX_CART_LINES } from "./cart"

/** The cart of an account: it outlives the browser, and sign-in merges it with the browser's. */
export async function readSavedCart(shop: Queryable, userId: string): Promise<Cart> {
  return shop.db
    .selectFrom("saved_cart_lines")
    .select(["product_id as variantId", "quantity"])
    .where("user_id", "=", userId)
    .orderBy("position")
    .orderBy("product_id")
    .execute()
}

/**
 * Adds a line, or changes its quantity.
 * @throws ShopError `invalid` at the 101st product, whatever another tab does meanwhile
 */
export async function saveCartLine(tx: Tx, userId: string, { variantId, quantity }: LineItem): Promise<void> {
  await lockUser(tx, userId)
  const { numAffectedRows } = await sql`
    insert into saved_cart_lines (user_id, product_id, quantity, position)
    select ${userId}, ${variantId}, ${quantity}::integer, coalesce(max(position), 0) + 1
    from saved_cart_lines where user_id = ${userId}
    having count(*) < ${MAX_CART_LINES}::integer or bool_or(product_id = ${variantId})
    on conflict (user_id, product_id) do update set quantity = excluded.quantity`.execute(tx.db)
  if (numAffectedRows === 0n) throw cartFullError()
}

export async function deleteCartLine(shop: Queryable, userId: string, variantId: string): Promise<void> {
  await shop.db
    .deleteFrom("saved_cart_lines")
    .where("user_id", "=", userId)
    .where("product_id", "=", variantId)
    .execute()
}

export async function deleteSavedCart(tx: Tx, userId: string): Promise<void> {
  await tx.db.deleteFrom("saved_cart_lines").where("user_id", "=", userId).execute()
}

/** Makes this the account's cart; products that exist no more are left out. */
export async function replaceSavedCart(tx: Tx, userId: string, cart: Cart): Promise<void> {
  await lockUser(tx, userId)
  await deleteSavedCart(tx, userId)
  const variantIds = cart.map(({ variantId }) => variantId)
  const quantities = cart.map(({ quantity }) => quantity)
  await sql`
    insert into saved_cart_lines (user_id, product_id, quantity, position)
    select ${userId}, products.id, wanted.quantity, wanted.position
    from unnest(${variantIds}::text[], ${quantities}::integer[]) with ordinality wanted (product, quantity, position)
    join products on products.id = wanted.product
    on conflict (user_id, product_id) do nothing`.execute(tx.db)
}

/** Takes what was bought out of the account's cart: units bought are subtracted, units added since stay. */
export async function removePurchased(tx: Tx, userId: string, bought: Cart): Promise<void> {
  await lockUser(tx, userId)
  for (const { variantId, quantity } of bought) {
    const line = tx.db.deleteFrom("saved_cart_lines").where("user_id", "=", userId).where("product_id", "=", variantId)
    const { numDeletedRows } = await line.where("quantity", "<=", quantity).executeTakeFirst()
    if (numDeletedRows > 0n) continue
    await tx.db
      .updateTable("saved_cart_lines")
      .set((row) => ({ quantity: row("quantity", "-", quantity) }))
      .where("user_id", "=", userId)
      .where("product_id", "=", variantId)
      .where("quantity", ">", quantity)
      .execute()
  }
}
