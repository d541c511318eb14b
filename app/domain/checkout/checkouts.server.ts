import type { Selectable } from "kysely"
import type { CheckoutsTable } from "~db/schema"
import type { Member } from "../accounts/user"
import { viewPicture } from "../media/picture"
import { pictureColumns, toPicture } from "../media/picture-row.server"
import type { Books, Shop } from "../shop"
import type { Checkout, CheckoutLine } from "./checkout"

/** The shopper's checkout that still holds its units; also one whose time is over, until it is released. */
export async function findHeldCheckout(shop: Shop, member: Member): Promise<Checkout | null> {
  const row = await shop.db
    .selectFrom("checkouts")
    .selectAll()
    .where("user_id", "=", member.id)
    .where("status", "=", "held")
    .executeTakeFirst()
  return row ? withLines(shop, row) : null
}

/** The member's checkout of this id; without one, their newest. */
export async function findOwnCheckout(shop: Shop, member: Member, id: string | null): Promise<Checkout | null> {
  const own = shop.db.selectFrom("checkouts").selectAll().where("user_id", "=", member.id)
  const one = id === null ? own.orderBy("created_at", "desc").orderBy("id", "desc").limit(1) : own.where("id", "=", id)
  const row = await one.executeTakeFirst()
  return row ? withLines(shop, row) : null
}

/** Any shopper's checkout, for the shop's own work. */
export async function findCheckout(shop: Shop, id: string): Promise<Checkout> {
  const query = shop.db.selectFrom("checkouts").selectAll().where("id", "=", id)
  return withLines(shop, await query.executeTakeFirstOrThrow())
}

export type CheckoutRow = Selectable<CheckoutsTable>

/**
 * Takes the row lock under which a checkout changes its status: whoever pays, finishes or releases it comes one after
 * the other.
 */
export async function lockCheckout(books: Books, id: string): Promise<CheckoutRow> {
  return books.db.selectFrom("checkouts").selectAll().where("id", "=", id).forNoKeyUpdate().executeTakeFirstOrThrow()
}

/** What a checkout takes off the stock. */
export async function readUnits(books: Books, checkoutId: string): Promise<{ product: string; quantity: number }[]> {
  return books.db
    .selectFrom("checkout_lines")
    .select(["product_id as product", "quantity"])
    .where("checkout_id", "=", checkoutId)
    .orderBy("position")
    .execute()
}

export async function closeCheckout(
  books: Books,
  id: string,
  status: "completed" | "released" | "refunded",
): Promise<void> {
  await books.db.updateTable("checkouts").set({ status, closed_at: books.now() }).where("id", "=", id).execute()
}

async function withLines(shop: Shop, row: CheckoutRow): Promise<Checkout> {
  return {
    id: row.id,
    userId: row.user_id,
    status: row.status,
    lines: await readLines(shop, row.id),
    shippingInfo: row.shipping_info,
    totals: { subTotal: row.item_price, tax: row.tax_price, shipping: row.shipping_price, total: row.total_price },
    holdExpiresAt: row.hold_expires_at,
    createdAt: row.created_at,
    closedAt: row.closed_at,
  }
}

async function readLines(shop: Shop, checkoutId: string): Promise<CheckoutLine[]> {
  const rows = await shop.db
    .selectFrom("checkout_lines")
    .leftJoin("pictures", "pictures.id", "checkout_lines.picture_id")
    .select(["product_id", "name", "price", "quantity", ...pictureColumns])
    .where("checkout_id", "=", checkoutId)
    .orderBy("position")
    .execute()
  return rows.map((row) => {
    const stored = toPicture(row)
    return {
      product: row.product_id,
      name: row.name,
      price: row.price,
      quantity: row.quantity,
      picture: stored && viewPicture(stored, row.name, shop.media.baseUrl),
    }
  })
}
