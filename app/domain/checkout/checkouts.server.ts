import type { Selectable } from "kysely"
import { returnStock } from "~/domain/catalog/stock.server"
import { findOpenPayment } from "~/domain/payments/payments.server"
import type { CheckoutsTable } from "~db/schema"
import type { Member, User } from "../accounts/user"
import { viewPicture } from "../media/picture"
import { pictureColumns, toPicture } from "../media/picture-row.server"
import type { Shop, Tx } from "../shop"
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

/** Takes the row lock under which a checkout changes its status: paying, finishing and releasing it wait for each other. */
export async function lockCheckout(tx: Tx, id: string): Promise<CheckoutRow> {
  return tx.db.selectFrom("checkouts").selectAll().where("id", "=", id).forNoKeyUpdate().executeTakeFirstOrThrow()
}

/** The units that a checkout takes off the stock. */
export async function readHeldUnits(tx: Tx, checkoutId: string): Promise<{ product: string; quantity: number }[]> {
  return tx.db
    .selectFrom("checkout_lines")
    .select(["product_id as product", "quantity"])
    .where("checkout_id", "=", checkoutId)
    .orderBy("position")
    .execute()
}

export async function closeCheckout(tx: Tx, id: string, status: "completed" | "released" | "refunded"): Promise<void> {
  await tx.db.updateTable("checkouts").set({ status, closed_at: tx.now() }).where("id", "=", id).execute()
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

/** Units of a product that somebody's own active checkout holds for them. */
interface OwnHold {
  units: number
  until: Date
}

/** The units of a product that a shopper's own checkout holds: only for everybody else they are out of stock. */
export async function findOwnHold(shop: Shop, user: User | null, product: string): Promise<OwnHold | null> {
  if (user === null) return null
  const row = await shop.db
    .selectFrom("checkouts")
    .innerJoin("checkout_lines", "checkout_lines.checkout_id", "checkouts.id")
    .select(["quantity", "hold_expires_at"])
    .where("user_id", "=", user.id)
    .where("status", "=", "held")
    .where("hold_expires_at", ">", shop.now())
    .where("product_id", "=", product)
    .executeTakeFirst()
  return row ? { units: row.quantity, until: row.hold_expires_at } : null
}

/**
 * - `released`: the units are back, nothing was paid
 * - `paid`: the payment was quicker; it is finished
 * - `pending`: the gateway is working on the payment, or another one was opened meanwhile; the hold stays
 */
export type ReleaseResult = "released" | "paid" | "pending"

/** Gives the units of a held checkout back that can be paid by nothing. */
export async function releaseHeldUnits(tx: Tx, id: string): Promise<ReleaseResult> {
  const { status } = await lockCheckout(tx, id)
  if (status === "released") return "released"
  if (status !== "held") return "paid"
  if (await findOpenPayment(tx, id)) return "pending"
  await returnStock(tx, { checkoutId: id, lines: await readHeldUnits(tx, id), reason: "release" })
  await closeCheckout(tx, id, "released")
  return "released"
}
