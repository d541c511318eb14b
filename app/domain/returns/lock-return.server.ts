import type { Selectable } from "kysely"
import { isObjectId } from "~/domain/object-id"
import { lockSale, readSale, type Sale } from "~/domain/orders/cancellation/sale.server"
import type { Queryable, Tx } from "~/domain/shop"
import { conflict, notFound } from "~/domain/shop-error"
import type { Tables } from "~db/schema"
import { type ReturnStatus, returnKinds, returnStatuses } from "./return"

type Return = Selectable<Tables["returns"]>

export interface LockedReturn {
  sale: Sale
  record: Return
}

/** Locks the order, as every change of its returns does. @throws ShopError `notFound`, `conflict` in another status */
export async function lockReturn(tx: Tx, id: string, statuses: readonly ReturnStatus[]): Promise<LockedReturn> {
  const sale = await lockSale(tx, (await findRow(tx, id)).order_id)
  const record = await findRow(tx, id)
  assertStatus(record, statuses)
  return { sale, record }
}

/** Does the same as `lockReturn`, for a page that only shows it. */
export async function readReturnOfSale(
  shop: Queryable,
  id: string,
  statuses: readonly ReturnStatus[],
): Promise<LockedReturn> {
  const record = await findRow(shop, id)
  const sale = await readSale(shop, record.order_id)
  assertStatus(record, statuses)
  return { sale, record }
}

function findRow({ db }: Queryable, id: string): Promise<Return> {
  const missing = () => notFound("There is no such return")
  if (!isObjectId(id)) throw missing()
  return db.selectFrom("returns").selectAll().where("id", "=", id).executeTakeFirstOrThrow(missing)
}

function assertStatus({ kind, status }: Return, statuses: readonly ReturnStatus[]): void {
  if (statuses.includes(status)) return
  if (status === "declared") throw conflict("This withdrawal has not been confirmed yet")
  throw conflict(`This ${returnKinds[kind].toLowerCase()} is ${returnStatuses[status].label.toLowerCase()} already`)
}
