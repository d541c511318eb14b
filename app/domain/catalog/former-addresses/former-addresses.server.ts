import { sql } from "kysely"
import type { Shop, Tx } from "~/domain/shop"
import { preparedStatement } from "~db/prepared-statements.server"

interface AddressedProduct {
  id: string
  name: string
}

/**
 * Returns the product that had this address in another shop and is, or was, public here; `path` is decoded; `null`
 * means an invalid path.
 */
export async function findProductOfFormerAddress(
  { db }: Pick<Shop, "db">,
  path: string | null,
): Promise<AddressedProduct | null> {
  if (path === null) return null
  const row = await db
    .selectFrom("former_product_addresses")
    .innerJoin("products", "products.id", "product_id")
    .select(["products.id", "products.name"])
    .modifyFront(preparedStatement)
    .where("path", "=", path)
    .where(sql<boolean>`products.is_public or (products.was_public and products.deleted_at is not null)`)
    .executeTakeFirst()
  return row ?? null
}

interface FormerAddress {
  path: string
  productId: string
}

/** Skips addresses of other products that are not deleted; of several products, the first gets an address. */
export async function addFormerAddresses(tx: Tx, addresses: readonly FormerAddress[]): Promise<void> {
  if (addresses.length === 0) return
  const owners = new Map(addresses.toReversed().map(({ path, productId }) => [path, productId]))
  await tx.db
    .insertInto("former_product_addresses")
    .values([...owners].sort().map(([path, product_id]) => ({ path, product_id })))
    .onConflict((conflict) =>
      conflict
        .column("path")
        .doUpdateSet({ product_id: sql`excluded.product_id` })
        .where(sql<boolean>`exists (
          select from products
          where products.id = former_product_addresses.product_id and products.deleted_at is not null)`),
    )
    .execute()
}

/** Returns ids of products that are not deleted, by their former addresses. */
export async function findFormerAddresses(
  { db }: Pick<Shop, "db">,
  paths: readonly string[],
): Promise<Map<string, string>> {
  if (paths.length === 0) return new Map()
  const rows = await db
    .selectFrom("former_product_addresses")
    .innerJoin("products", "products.id", "product_id")
    .select(["path", "product_id"])
    .where(sql<boolean>`path = any(${paths})`)
    .where("deleted_at", "is", null)
    .execute()
  return new Map(rows.map(({ path, product_id }) => [path, product_id]))
}
