import type { Queryable } from "~/domain/shop"
import type { Database } from "~db/database.server"

interface ShopIdentity {
  id: string
  createdAt: Date
}

/** Keyed by the memory of settings, which is one per process, while each request has its own database object */
const identities = new WeakMap<Queryable["settings"], Promise<ShopIdentity>>()

/** Is read once per process, because it never changes while one runs. */
export function findShopIdentity({ db, settings }: Pick<Queryable, "db" | "settings">): Promise<ShopIdentity> {
  const known = identities.get(settings)
  if (known) return known
  const found = readOrCreate(db)
  identities.set(settings, found)
  found.catch(() => identities.delete(settings))
  return found
}

/**
 * Returns the mark that the shop adds to its payments at the gateway: the database's identity and the public address,
 * because several shops, and copies of one, may use the same account.
 */
export async function findShopMark(shop: Pick<Queryable, "db" | "identity" | "settings">): Promise<string> {
  return `${(await findShopIdentity(shop)).id} ${shop.identity.url}`
}

async function readOrCreate(db: Database): Promise<ShopIdentity> {
  const read = db.selectFrom("shop_identity").select(["id", "created_at as createdAt"])
  const known = await read.executeTakeFirst()
  if (known) return known
  await db
    .insertInto("shop_identity")
    .values({ one: true })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return read.executeTakeFirstOrThrow()
}
