import { clearPrivateData, findPurgeableUsers, purgeUser } from "~/domain/accounts/users/purge-users.server"
import { RESTORE_DAYS } from "~/domain/audit/audit"
import { deleteOldMoves } from "~/domain/catalog/categories/move-products.server"
import { findPurgeableProducts, purgeProduct } from "~/domain/catalog/purge-products.server"
import { deleteAbandonedCheckouts, deleteAbandonedLines } from "~/domain/checkout/retention.server"
import { purgeCustomerImports } from "~/domain/customers/import/customer-imports.server"
import { deleteImportedData } from "~/domain/customers/origins.server"
import { ago, DAY } from "~/domain/durations"
import { emit } from "~/domain/events/emit.server"
import { deleteSecondFactors } from "~/domain/factors/second-factors.server"
import { deleteExpiredDocuments } from "~/domain/invoices/delete-documents.server"
import { deleteOldNotifications } from "~/domain/mail/owner-notifications.server"
import { deleteUnusedPayments } from "~/domain/payments/delete-closed-payments.server"
import { purgeImports } from "~/domain/product-table/import/imports.server"
import { purgeReviews } from "~/domain/reviews/reviews.server"
import type { Shop } from "~/domain/shop"
import { erasePerson } from "./erase-person.server"

/** Days; records of money that moved are never deleted. */
const RETENTION_DAYS = 365

async function purgeAbandoned(shop: Shop): Promise<void> {
  const before = ago(shop, RETENTION_DAYS * DAY)
  await deleteAbandonedCheckouts(shop, before)
  await deleteUnusedPayments(shop, before)
  await deleteOldNotifications(shop, before)
}

export async function purgeDeleted(shop: Shop): Promise<void> {
  await purgeAbandoned(shop)
  const before = ago(shop, RESTORE_DAYS * DAY)
  const reviews = await purgeReviews(shop, before)
  const products = await purgeProducts(shop, before)
  await deleteOldMoves(shop, before)
  await deleteExpiredDocuments(shop)
  await purgeImports(shop, before)
  await purgeCustomerImports(shop, before)
  const users = await purgeUsers(shop, before)
  const purged = { reviews, products, users }
  if (reviews + products > 0) await shop.transaction((tx) => emit(tx, "records.purged", { reviews, products }))
  if (reviews + products + users > 0) shop.log.info(purged, "old deleted records were removed permanently")
}

async function purgeProducts(shop: Shop, before: Date): Promise<number> {
  return deleteEach(await findPurgeableProducts(shop, before), (id) =>
    shop.transaction(async (tx) => {
      await deleteAbandonedLines(tx, id, before)
      return purgeProduct(tx, id, before)
    }),
  )
}

/** Keeps accounts that are still referenced, but clears their private columns. */
async function purgeUsers(shop: Shop, before: Date): Promise<number> {
  return deleteEach(
    await findPurgeableUsers(shop, before),
    (id) =>
      shop.transaction(async (tx) => {
        const isGone = await purgeUser(tx, id, before)
        if (isGone) {
          await erasePerson(tx, id)
          await emit(tx, "user.purged", { id })
        }
        return isGone
      }),
    (id) =>
      shop.transaction(async (tx) => {
        if (!(await clearPrivateData(tx, id, before))) return
        await deleteSecondFactors(tx, id)
        await deleteImportedData(tx, id)
        await emit(tx, "user.purged", { id })
      }),
  )
}

const FOREIGN_KEY_VIOLATION = "23503"

/** Skips rows that are still referenced; returns how many were deleted. */
async function deleteEach(
  items: { id: string }[],
  remove: (id: string) => Promise<boolean>,
  keep: (id: string) => Promise<void> = async () => {},
): Promise<number> {
  let deleted = 0
  for (const { id } of items) {
    try {
      if (await remove(id)) deleted++
    } catch (error) {
      if ((error as { code?: string }).code !== FOREIGN_KEY_VIOLATION) throw error
      await keep(id)
    }
  }
  return deleted
}
