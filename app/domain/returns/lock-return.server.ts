import type { Selectable } from "kysely"
import { isObjectId } from "~/domain/object-id"
import { type LockedOrder, lockOrder } from "~/domain/orders/lock-order.server"
import type { Tx } from "~/domain/shop"
import { conflict, notFound } from "~/domain/shop-error"
import type { Tables } from "~db/schema"
import { type ReturnStatus, returnKinds, returnStatuses } from "./return"

export interface LockedReturn {
  order: LockedOrder
  record: Selectable<Tables["returns"]>
}

/** Locks the order, under which its returns change. @throws ShopError `notFound`, `conflict` in another status */
export async function lockReturn(tx: Tx, id: string, statuses: readonly ReturnStatus[]): Promise<LockedReturn> {
  const missing = () => notFound("There is no such return")
  if (!isObjectId(id)) throw missing()
  const row = tx.db.selectFrom("returns").selectAll().where("id", "=", id)
  const { order_id } = await row.executeTakeFirstOrThrow(missing)
  const order = await lockOrder(tx, order_id)
  const record = await row.executeTakeFirstOrThrow(missing)
  if (statuses.includes(record.status)) return { order, record }
  if (record.status === "declared") throw conflict("This withdrawal has not been confirmed yet")
  const [kind, { label }] = [returnKinds[record.kind], returnStatuses[record.status]]
  throw conflict(`This ${kind.toLowerCase()} is ${label.toLowerCase()} already`)
}
