import { hashToken, newToken } from "../accounts/token-hash.server"
import { emit } from "../events/emit.server"
import { newObjectId } from "../object-id.server"
import type { LockedOrder } from "../orders/lock-order.server"
import type { Tx } from "../shop"
import { readWithdrawableLines } from "./file-withdrawal.server"
import type { Statement } from "./return"

/** More of one order are not kept: its buyer has a link already. */
const MOST_UNCONFIRMED = 5

/**
 * Keeps a statement that came without proof and mails the order's address a link that confirms it. Nothing is cancelled,
 * refunded or reserved. The caller holds the order's lock.
 * @throws ShopError `conflict` if nothing can be withdrawn any more
 */
export async function declareWithdrawal(
  tx: Tx,
  order: LockedOrder,
  { at, ...stated }: Statement,
  clientAddress: string,
): Promise<void> {
  await readWithdrawableLines(tx, order, at)
  if ((await countUnconfirmed(tx, order.id)) >= MOST_UNCONFIRMED)
    return tx.log.info({ order: order.id }, "too many withdrawals of an order wait for their confirmation")
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

async function countUnconfirmed({ db }: Tx, orderId: string): Promise<number> {
  const { count } = await db
    .selectFrom("returns")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("order_id", "=", orderId)
    .where("status", "=", "declared")
    .executeTakeFirstOrThrow()
  return count
}
