import { sql } from "kysely"
import { deleteHoldMovements } from "~/domain/inventory/delete-hold-movements.server"
import { deleteInBatches } from "~/domain/jobs/delete-in-batches.server"
import { deletePaymentsOf } from "~/domain/payments/delete-closed-payments.server"
import { anonymizedShippingInfo, hasPrivateShippingInfo } from "~/domain/shipping/shipping.server"
import type { Shop, Tx } from "~/domain/shop"

export async function hasHeldCheckout(tx: Tx, userId: string): Promise<boolean> {
  const held = tx.db
    .selectFrom("checkouts")
    .select("id")
    .where("user_id", "=", userId)
    .where("status", "in", ["held", "processing"])
  return (await held.executeTakeFirst()) !== undefined
}

export async function anonymizeClosedCheckouts(tx: Tx): Promise<void> {
  const erased = tx.db.selectFrom("users").select("id").where("erased_at", "is not", null)
  await tx.db
    .updateTable("checkouts")
    .set({ shipping_info: anonymizedShippingInfo })
    .where("user_id", "in", erased)
    .where("status", "not in", ["held", "processing"])
    .where(hasPrivateShippingInfo)
    .execute()
}

export async function deleteAbandonedLines(tx: Tx, productId: string, before: Date): Promise<void> {
  const abandoned = tx.db
    .selectFrom("checkouts")
    .select("id")
    .where("status", "=", "released")
    .where("closed_at", "<", before)
  await tx.db
    .deleteFrom("checkout_lines")
    .where("product_id", "=", productId)
    .where("checkout_id", "in", abandoned)
    .execute()
}

/** Keeps checkouts with an order, an incident or a payment that is not cancelled. */
export async function deleteAbandonedCheckouts(shop: Shop, before: Date): Promise<void> {
  await deleteInBatches((most) =>
    shop.transaction(async (tx) => {
      const ids = await lockAbandoned(tx, before, most)
      await deleteHoldMovements(tx, ids)
      await deletePaymentsOf(tx, ids)
      return tx.db.deleteFrom("checkouts").where(sql<boolean>`id = any(${ids})`).executeTakeFirstOrThrow()
    }),
  )
}

async function lockAbandoned(tx: Tx, before: Date, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from checkouts
    where status = 'released' and closed_at < ${before}
      and not exists (select from payments where checkout_id = checkouts.id and status <> 'cancelled')
      and not exists (select from payment_incidents where checkout_id = checkouts.id)
      and not exists (select from orders where checkout_id = checkouts.id)
    order by closed_at limit ${most} for update skip locked`.execute(tx.db)
  return rows.map(({ id }) => id)
}
