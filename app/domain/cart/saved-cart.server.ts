import { sql } from "kysely"
import type { Books } from "../shop"
import { type Cart, type CartEntry, cartIsFull, MOST_CART_LINES } from "./cart"

/** The cart of an account: it outlives the browser, and sign-in merges it with the browser's. */
export async function readSavedCart(books: Books, userId: string): Promise<Cart> {
  const rows = await books.db
    .selectFrom("saved_cart_lines")
    .select(["product_id", "quantity"])
    .where("user_id", "=", userId)
    .orderBy("position")
    .orderBy("product_id")
    .execute()
  return rows.map((row) => ({ product: row.product_id, quantity: row.quantity }))
}

/**
 * Adds a line, or changes its quantity.
 * @throws ShopError `invalid` at the 101st product, whatever another tab does meanwhile
 */
export async function saveLine(books: Books, userId: string, { product, quantity }: CartEntry): Promise<void> {
  await lockCart(books, userId)
  const { numAffectedRows } = await sql`
    insert into saved_cart_lines (user_id, product_id, quantity, position)
    select ${userId}, ${product}, ${quantity}::integer, coalesce(max(position), 0) + 1
    from saved_cart_lines where user_id = ${userId}
    having count(*) < ${MOST_CART_LINES}::integer or bool_or(product_id = ${product})
    on conflict (user_id, product_id) do update set quantity = excluded.quantity`.execute(books.db)
  if (numAffectedRows === 0n) throw cartIsFull()
}

/** Whoever changes a cart in more than one step comes one after the other. The lock ends with the transaction. */
async function lockCart(books: Books, userId: string): Promise<void> {
  await books.db.selectFrom("users").select("id").where("id", "=", userId).forNoKeyUpdate().execute()
}

export async function forgetLine(books: Books, userId: string, product: string): Promise<void> {
  await books.db
    .deleteFrom("saved_cart_lines")
    .where("user_id", "=", userId)
    .where("product_id", "=", product)
    .execute()
}

/** Makes this the account's cart; products that exist no more are left out. */
export async function replaceSavedCart(books: Books, userId: string, cart: Cart): Promise<void> {
  await lockCart(books, userId)
  await books.db.deleteFrom("saved_cart_lines").where("user_id", "=", userId).execute()
  if (cart.length === 0) return
  const known = await books.db
    .selectFrom("products")
    .select("id")
    .where(
      "id",
      "in",
      cart.map((line) => line.product),
    )
    .execute()
  const ids = new Set(known.map((row) => row.id))
  const lines = cart.filter((line) => ids.has(line.product))
  if (lines.length === 0) return
  await books.db
    .insertInto("saved_cart_lines")
    .values(
      lines.map(({ product, quantity }, position) => ({ user_id: userId, product_id: product, quantity, position })),
    )
    .onConflict((conflict) => conflict.columns(["user_id", "product_id"]).doNothing())
    .execute()
}

/** Takes what was bought out of the account's cart: units bought are subtracted, units added since stay. */
export async function forgetBought(books: Books, userId: string, bought: Cart): Promise<void> {
  await lockCart(books, userId)
  for (const { product, quantity } of bought) {
    const line = books.db.deleteFrom("saved_cart_lines").where("user_id", "=", userId).where("product_id", "=", product)
    const { numDeletedRows } = await line.where("quantity", "<=", quantity).executeTakeFirst()
    if (numDeletedRows > 0n) continue
    await books.db
      .updateTable("saved_cart_lines")
      .set((row) => ({ quantity: row("quantity", "-", quantity) }))
      .where("user_id", "=", userId)
      .where("product_id", "=", product)
      .where("quantity", ">", quantity)
      .execute()
  }
}
