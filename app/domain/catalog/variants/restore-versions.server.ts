import { sql } from "kysely"
import type { ProductEditor } from "~/domain/accounts/actor"
import { emit } from "~/domain/events/emit.server"
import type { Tx } from "~/domain/shop"
import { conflict } from "~/domain/shop-error"
import { lockVariantTable } from "./locked-variants.server"
import { describeOptions, type ProductOption, variantTitle } from "./variant"

interface FormerVersions {
  options: readonly ProductOption[]
  /** The ids of all versions for sale */
  ids: readonly string[]
}

/** For statements that name the table `variants` */
export const isSoldVariant = sql<boolean>`(
  exists (select from order_lines where order_lines.variant_id = variants.id)
  or exists (select from checkout_lines where checkout_lines.variant_id = variants.id))`

/**
 * Gives a product its former options and versions back, and deletes the added ones for good.
 *
 * @throws ShopError `conflict` if an added one was sold
 */
export async function restoreVersions(
  tx: Tx,
  staff: ProductEditor,
  productId: string,
  former: FormerVersions,
  added: readonly string[],
): Promise<void> {
  const { options: before, variants } = await lockVariantTable(tx, productId)
  const isLive = ({ removedAt }: { removedAt: string | null }) => removedAt === null
  const ended = variants.filter((variant) => isLive(variant) && !former.ids.includes(variant.id))
  const revived = variants.filter((variant) => !isLive(variant) && former.ids.includes(variant.id))
  const titles = revived.map(({ values }) => variantTitle(former.options, values))
  await tx.db
    .updateTable("variants")
    .set({ removed_at: tx.now(), updated_at: tx.now() })
    .where(sql<boolean>`id = any(${ended.map(({ id }) => id)})`)
    .execute()
  await tx.db
    .updateTable("products")
    .set({ options: JSON.stringify(former.options), updated_at: tx.now() })
    .where("id", "=", productId)
    .execute()
  await sql`
    update variants set removed_at = null, title = revived.title, updated_at = ${tx.now()}
    from unnest(${revived.map(({ id }) => id)}::text[], ${titles}::text[]) revived (id, title)
    where variants.id = revived.id`.execute(tx.db)
  await deleteUnsold(tx, productId, added)
  await emit(tx, "product.updated", {
    actor: staff,
    id: productId,
    before: { options: describeOptions(before), versions: variants.filter(isLive).length },
    after: { options: describeOptions(former.options), versions: former.ids.length },
  })
}

async function deleteUnsold(tx: Tx, productId: string, ids: readonly string[]): Promise<void> {
  const { numDeletedRows } = await tx.db
    .deleteFrom("variants")
    .where("product_id", "=", productId)
    .where(sql<boolean>`id = any(${ids}) and not ${isSoldVariant}`)
    .executeTakeFirst()
  if (numDeletedRows < ids.length) throw conflict("A version that the import added is in an order or a checkout")
}
