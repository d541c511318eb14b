import type { Selectable } from "kysely"
import type { CheckoutsTable } from "~db/schema"
import type { Member } from "../accounts/user"
import { viewPicture } from "../media/picture"
import { pictureColumns, toPicture } from "../media/picture-row.server"
import { notFound } from "../shop-error"
import type { Books, Shop } from "../shop"
import type { Checkout, CheckoutLine } from "./checkout"

/** The shopper's checkout that still holds its units, newest first; expired ones included until they are released. */
export async function findHeldCheckout(shop: Shop, userId: string): Promise<Checkout | null> {
  const row = await shop.db
    .selectFrom("checkouts")
    .selectAll()
    .where("user_id", "=", userId)
    .where("status", "=", "held")
    .orderBy("created_at", "desc")
    .executeTakeFirst()
  return row ? withLines(shop, row) : null
}

/** @throws ShopError `notFound`, also when it is somebody else's */
export async function findCheckout(shop: Shop, member: Member, id: string): Promise<Checkout> {
  const row = await shop.db
    .selectFrom("checkouts")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", member.id)
    .executeTakeFirst()
  if (!row) throw notFound("There is no such checkout")
  return withLines(shop, row)
}

/** The checkout that an intent pays. */
export async function findCheckoutOfIntent(shop: Shop, intentId: string): Promise<Checkout | null> {
  const row = await shop.db
    .selectFrom("checkouts")
    .selectAll()
    .where("payment_intent_id", "=", intentId)
    .executeTakeFirst()
  return row ? withLines(shop, row) : null
}

/**
 * Takes the row lock under which a checkout changes its status: whoever finishes or releases it comes one after the
 * other.
 */
export async function lockCheckout(books: Books, id: string): Promise<Selectable<CheckoutsTable>> {
  return books.db.selectFrom("checkouts").selectAll().where("id", "=", id).forUpdate().executeTakeFirstOrThrow()
}

async function withLines(shop: Shop, row: Selectable<CheckoutsTable>): Promise<Checkout> {
  return {
    id: row.id,
    userId: row.user_id,
    status: row.status,
    lines: await readLines(shop, row.id),
    shippingInfo: row.shipping_info,
    totals: { subTotal: row.item_price, tax: row.tax_price, shipping: row.shipping_price, total: row.total_price },
    paymentIntentId: row.payment_intent_id,
    holdExpiresAt: row.hold_expires_at,
    createdAt: row.created_at,
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
