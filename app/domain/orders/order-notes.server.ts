import type { Admin } from "../accounts/user"
import { recordAudit } from "../audit/audit-log.server"
import { newObjectId } from "../object-id.server"
import type { Shop, Tx } from "../shop"
import { lockOrder } from "./lock-order.server"

/** What administrators tell each other about an order; its customer never sees it. */
export interface OrderNote {
  id: string
  author: string
  text: string
  createdAt: Date
}

/** The notes of an order, oldest first. */
export async function listOrderNotes(shop: Shop, _admin: Admin, orderId: string): Promise<OrderNote[]> {
  return shop.db
    .selectFrom("order_notes")
    .select(["id", "author_name as author", "text", "created_at as createdAt"])
    .where("order_id", "=", orderId)
    .orderBy("created_at")
    .orderBy("id")
    .execute()
}

/** @throws ShopError `notFound` */
export async function addOrderNote(tx: Tx, admin: Admin, orderId: string, text: string): Promise<void> {
  await lockOrder(tx, orderId)
  const id = newObjectId(tx.now())
  await tx.db
    .insertInto("order_notes")
    .values({ id, order_id: orderId, author_id: admin.id, author_name: admin.name, text, created_at: tx.now() })
    .execute()
  await recordAudit(tx, admin, "order.note", orderId, { after: { note: text } })
}
