import type { Database } from "~db/database.server"
import type { Queryable } from "../shop"

interface ShopIdentity {
  id: string
  createdAt: Date
}

/** The identity never changes while a process runs. */
const identities = new WeakMap<Database, Promise<ShopIdentity>>()

export function findShopIdentity({ db }: Pick<Queryable, "db">): Promise<ShopIdentity> {
  const known = identities.get(db)
  if (known) return known
  const found = readOrCreate(db)
  identities.set(db, found)
  found.catch(() => identities.delete(db))
  return found
}

/**
 * Returns what the shop writes into its payments at the gateway: the database's identity and the public address,
 * because several shops, and copies of one, may use the same account.
 */
export async function findShopMark(shop: Pick<Queryable, "db" | "identity">): Promise<string> {
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
