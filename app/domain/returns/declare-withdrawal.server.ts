import { hashToken, newToken } from "~/domain/accounts/token-hash.server"
import { emit } from "~/domain/events/emit.server"
import { newObjectId } from "~/domain/object-id.server"
import type { Sale } from "~/domain/orders/cancellation/sale.server"
import type { Tx } from "~/domain/shop"
import { assertWithdrawable } from "./file-withdrawal.server"
import type { Statement } from "./return"

/** The number per order; each further one replaces the oldest. */
const MOST_UNCONFIRMED = 20

/**
 * Stores an unproven statement and mails the order's address a link that confirms it. Nothing is cancelled, refunded or
 * reserved. The caller holds the order's lock.
 * @throws ShopError `conflict` if nothing can be withdrawn any more
 */
export async function declareWithdrawal(
  tx: Tx,
  sale: Sale,
  { at, ...stated }: Statement,
  clientAddress: string,
): Promise<void> {
  const { order } = sale
  await assertWithdrawable(tx, sale, at)
  await deleteOldest(tx, order.id)
  const token = newToken()
  const record = await tx.db
    .insertInto("returns")
    .values({
      ...{ ...stated, id: newObjectId(tx.now()), order_id: order.id, kind: "withdrawal", status: "declared" },
      ...{ created_at: at, client_address: clientAddress, confirm_token_hash: hashToken(token) },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await emit(tx, "order.withdrawal-declared", { order, record, token })
}

async function deleteOldest({ db }: Tx, orderId: string): Promise<void> {
  const replaced = db
    .selectFrom("returns")
    .select("id")
    .where("order_id", "=", orderId)
    .where("status", "=", "declared")
    .orderBy("created_at", "desc")
    .offset(MOST_UNCONFIRMED - 1)
  await db.deleteFrom("returns").where("id", "in", replaced).execute()
}
