import { UNDO_DAYS } from "../audit/audit"
import type { Books, Shop } from "../shop"

/**
 * Removes for good what was deleted more than thirty days ago and no order needs. Orders themselves stay in the books,
 * unseen: they stand for money that was paid. May run in any number of processes at once.
 */
export async function sweepRemovals(shop: Shop): Promise<void> {
  const before = new Date(shop.now().getTime() - UNDO_DAYS * 24 * 60 * 60 * 1000)
  const reviews = await shop.db.deleteFrom("reviews").where("deleted_at", "<", before).executeTakeFirst()
  const products = await sweepProducts(shop, before)
  await shop.db.deleteFrom("product_imports").where("created_at", "<", before).execute()
  const users = await sweepUsers(shop, before)
  const swept = { reviews: Number(reviews.numDeletedRows), products, users }
  if (swept.reviews + products + users > 0) shop.log.info(swept, "what was deleted long ago is gone for good")
}

/** A product stays as long as an order, or a payment that is not over, has it. Lines of abandoned checkouts go with it. */
async function sweepProducts(shop: Shop, before: Date): Promise<number> {
  const candidates = await shop.db
    .selectFrom("products")
    .select("id")
    .where("deleted_at", "<", before)
    .where((row) =>
      row.not(
        row.exists(
          row.selectFrom("order_lines").select("order_lines.id").whereRef("order_lines.product_id", "=", "products.id"),
        ),
      ),
    )
    .execute()
  return countGone(candidates, ({ id }) =>
    shop.transaction(async (books) => {
      await forgetAbandoned(books, id, before)
      return books.db.deleteFrom("products").where("id", "=", id).where("deleted_at", "<", before).executeTakeFirst()
    }),
  )
}

async function forgetAbandoned(books: Books, productId: string, before: Date): Promise<void> {
  const abandoned = books.db
    .selectFrom("checkouts")
    .select("id")
    .where("status", "=", "released")
    .where("closed_at", "<", before)
  await books.db
    .deleteFrom("checkout_lines")
    .where("product_id", "=", productId)
    .where("checkout_id", "in", abandoned)
    .execute()
}

/** An account goes if nothing refers to it; of one that is still needed goes what only its owner needed. */
async function sweepUsers(shop: Shop, before: Date): Promise<number> {
  const emptied = { password_hash: "", avatar_picture_id: null, shipping_info: null }
  const candidates = await shop.db
    .selectFrom("users")
    .select("id")
    .where("deleted_at", "<", before)
    .where("erased_at", "is", null)
    .where((row) =>
      row.or([
        row("password_hash", "<>", emptied.password_hash),
        row.not(row.exists(row.selectFrom("orders").select("orders.id").whereRef("orders.user_id", "=", "users.id"))),
      ]),
    )
    .execute()
  return countGone(
    candidates,
    ({ id }) => shop.db.deleteFrom("users").where("id", "=", id).where("deleted_at", "<", before).executeTakeFirst(),
    ({ id }) =>
      shop.db
        .updateTable("users")
        .set(emptied)
        .where("id", "=", id)
        .where("deleted_at", "<", before)
        .where("password_hash", "<>", emptied.password_hash)
        .execute(),
  )
}

const FOREIGN_KEY_VIOLATION = "23503"

/** Deletes one after the other; what the database still needs for something else is kept. */
async function countGone<Item>(
  items: Item[],
  remove: (item: Item) => Promise<{ numDeletedRows: bigint }>,
  keep: (item: Item) => Promise<unknown> = async () => {},
): Promise<number> {
  let gone = 0
  for (const item of items) {
    try {
      gone += Number((await remove(item)).numDeletedRows)
    } catch (error) {
      if ((error as { code?: string }).code !== FOREIGN_KEY_VIOLATION) throw error
      await keep(item)
    }
  }
  return gone
}
