import type { Staff } from "~/domain/accounts/actor"
import { ERASED_NAME } from "~/domain/erased-name"
import { emit } from "~/domain/events/emit.server"
import { newObjectId } from "~/domain/object-id.server"
import type { Shop, Tx } from "~/domain/shop"
import { lockOrder } from "./lock-order.server"

/** Customers never see notes. */
export interface OrderNote {
  id: string
  author: string
  text: string
  createdAt: Date
}

export async function listOrderNotes(shop: Shop, _staff: Staff<"orders.see">, orderId: string): Promise<OrderNote[]> {
  return shop.db
    .selectFrom("order_notes")
    .select(["id", "author_name as author", "text", "created_at as createdAt"])
    .where("order_id", "=", orderId)
    .orderBy("created_at")
    .orderBy("id")
    .execute()
}

export async function addOrderNote(tx: Tx, staff: Staff<"orders.note">, orderId: string, text: string): Promise<void> {
  const order = await lockOrder(tx, orderId)
  const id = newObjectId(tx.now())
  await tx.db
    .insertInto("order_notes")
    .values({ id, order_id: orderId, author_id: staff.id, author_name: staff.name, text, created_at: tx.now() })
    .execute()
  await emit(tx, "order.noted", { actor: staff, id: orderId, after: { note: text }, customerId: order.user_id })
}

export async function deleteOrderNotes({ db }: Tx, orderIds: readonly string[]): Promise<void> {
  await db.deleteFrom("order_notes").where("order_id", "in", orderIds).execute()
}

export async function anonymizeNoteAuthor({ db }: Tx, userId: string): Promise<void> {
  await db.updateTable("order_notes").set({ author_name: ERASED_NAME }).where("author_id", "=", userId).execute()
}
