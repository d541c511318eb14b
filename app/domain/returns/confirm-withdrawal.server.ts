import type { Buyer, Staff } from "~/domain/accounts/actor"
import { hashToken } from "~/domain/accounts/token-hash.server"
import { emit } from "~/domain/events/emit.server"
import { completeRefund } from "~/domain/orders/cancellation/complete-refund.server"
import { findOrder } from "~/domain/orders/orders.server"
import type { Shop, Tx } from "~/domain/shop"
import { conflict, invalid, notFound } from "~/domain/shop-error"
import { fileWithdrawal } from "./file-withdrawal.server"
import type { Confirmation } from "./insert-return.server"
import { type LockedReturn, lockReturn } from "./lock-return.server"
import type { Statement } from "./return"

interface Declared extends Statement {
  orderNumber: number
}

const brokenLink = () => invalid("This link has been used or is incomplete")

/** Returns the statement that a mailed link confirms. @throws ShopError `invalid` */
export async function findDeclared(shop: Shop, token: string): Promise<Declared> {
  const declared = await shop.db
    .selectFrom("returns")
    .innerJoin("orders", "orders.id", "order_id")
    .select(["name", "email", "reason", "items", "returns.created_at as at", "number as orderNumber"])
    .where("confirm_token_hash", "=", hashToken(token))
    .where("orders.deleted_at", "is", null)
    .executeTakeFirst()
  if (!declared) throw brokenLink()
  return declared
}

/** Confirms what the link's mailbox declared, even if the shop has declined it. @throws ShopError `invalid`, `conflict` */
export async function confirmByLink(shop: Shop, token: string): Promise<void> {
  const row = shop.db.selectFrom("returns").select("id").where("confirm_token_hash", "=", hashToken(token))
  const { id } = await row.executeTakeFirstOrThrow(brokenLink)
  await confirm(shop, id, { by: "link" })
}

/** @throws ShopError `notFound` for another buyer's order */
export async function findOwnDeclared(shop: Shop, buyer: Buyer, orderId: string, id: string): Promise<Declared> {
  const { number } = await findOrder(shop, buyer, orderId)
  const declared = await shop.db
    .selectFrom("returns")
    .select(["name", "email", "reason", "items", "created_at as at"])
    .where("id", "=", id)
    .where("order_id", "=", orderId)
    .where("confirm_token_hash", "is not", null)
    .executeTakeFirst()
  if (!declared) throw notFound("This order has no withdrawal to confirm")
  return { ...declared, orderNumber: number }
}

/** @throws ShopError `notFound` for another buyer's order, `conflict` */
export async function confirmOwn(shop: Shop, buyer: Buyer, orderId: string, id: string): Promise<void> {
  await confirm(shop, id, { by: "session" }, ({ sale: { order } }) => {
    if (order.user_id !== buyer.id || order.id !== orderId) throw notFound("No order found")
  })
}

/** @throws ShopError `conflict`, also beyond the role's refund limit */
export async function confirmAsShop(shop: Shop, staff: Staff<"orders.refund">, id: string): Promise<void> {
  await confirm(shop, id, { by: "shop", staff })
}

type Confirmer = Pick<Confirmation, "by"> & { staff?: Staff<"orders.refund"> }

async function confirm(
  shop: Shop,
  id: string,
  { by, staff }: Confirmer,
  assertAllowed: (locked: LockedReturn) => void = () => {},
): Promise<void> {
  const given = await shop.transaction(async (tx) => {
    const locked = await lockReturn(tx, id, ["declared", "declined"])
    assertAllowed(locked)
    const { sale, record } = locked
    if (record.confirm_token_hash === null) throw conflict("This return was declined")
    const { name, email, reason, items, created_at: at } = record
    const statement = { name, email, reason, items, at }
    const result = await fileWithdrawal(tx, sale, statement, { confirmation: { id, by }, staff })
    if (staff) await emitConfirmed(tx, staff, locked)
    return result
  })
  if (given) await completeRefund(shop, given)
}

async function emitConfirmed(
  tx: Tx,
  actor: Staff<"orders.refund">,
  { sale: { order }, record }: LockedReturn,
): Promise<void> {
  const before = { status: record.status }
  const after = { status: "requested" }
  await emit(tx, "return.confirmed", { actor, id: order.id, order, record, before, after, customerId: order.user_id })
}
