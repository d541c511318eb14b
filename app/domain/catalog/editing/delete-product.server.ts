import type { Staff } from "~/domain/accounts/actor"
import { daysOf } from "~/domain/days/shop-days.server"
import { emit } from "~/domain/events/emit.server"
import type { Shop } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"
import { lockProduct, toProductValues } from "../find-product.server"
import { productRecord } from "../product-record"

export async function softDeleteProduct(shop: Shop, admin: Staff<"products.edit">, id: string): Promise<void> {
  await setDeleted(shop, admin, id, true)
}

/** @throws ShopError `notFound` unless the product is deleted */
export async function restoreProduct(shop: Shop, admin: Staff<"products.edit">, id: string): Promise<void> {
  await setDeleted(shop, admin, id, false)
}

async function setDeleted(shop: Shop, admin: Staff<"products.edit">, id: string, deleted: boolean): Promise<void> {
  await shop.transaction(async (tx) => {
    const before = await lockProduct(tx, id)
    if ((before.deleted_at !== null) === deleted) throw notFound("Product not found")
    await tx.db
      .updateTable("products")
      .set({ deleted_at: deleted ? tx.now() : null })
      .where("id", "=", id)
      .execute()
    const auditFields = productRecord.auditOf(toProductValues(tx, before), daysOf(tx))
    if (deleted) await emit(tx, "product.deleted", { actor: admin, id, before: auditFields })
    else await emit(tx, "product.restored", { actor: admin, id, after: auditFields })
  })
}
