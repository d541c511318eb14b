import type { PictureView } from "~/domain/media/picture"
import { allPictures, viewProductPicture } from "~/domain/media/product-images.server"
import type { Shop } from "~/domain/shop"
import type { Database } from "~db/database.server"
import { type ProductFacts, productFactColumns, toProductFacts } from "./product-rows.server"

export interface WalkedProduct extends ProductFacts {
  pictures: PictureView[]
  updatedAt: Date
}

export const FIRST = "0".repeat(24)
const BATCH = 50

/** `most` also counts products in the range that are not public. */
export async function* walkProducts(
  shop: Shop,
  { after = FIRST, most = Number.POSITIVE_INFINITY }: { after?: string; most?: number } = {},
): AsyncGenerator<WalkedProduct[]> {
  let last = after
  for (let left = most; left > 0; left -= BATCH) {
    const rows = await readBatch(shop, last, Math.min(BATCH, left))
    const end = rows.at(-1)
    if (!end) return
    const sold = rows.filter((row) => row.is_public)
    yield sold.map((row) => ({
      ...toProductFacts(row),
      pictures: row.pictures.map((picture) => viewProductPicture(shop, picture)),
      updatedAt: row.updated_at,
    }))
    last = end.id
  }
}

const boundaries = new WeakMap<Database, Map<number, string[]>>()

/** New products have higher ids, so only the last part is counted again. */
export async function catalogBoundaries({ db }: Pick<Shop, "db">, size: number): Promise<readonly string[]> {
  const sizes = boundaries.get(db) ?? new Map<number, string[]>()
  boundaries.set(db, sizes)
  const known = sizes.get(size) ?? [FIRST]
  sizes.set(size, known)
  for (;;) {
    const last = known.at(-1) ?? FIRST
    const end = await db
      .selectFrom("products")
      .select("id")
      .where("id", ">", last)
      .orderBy("id")
      .offset(size - 1)
      .limit(1)
      .executeTakeFirst()
    if (!end || !(await hasMore(db, end.id))) return known
    if (known.at(-1) === last) known.push(end.id)
  }
}

async function hasMore(db: Database, after: string): Promise<boolean> {
  const next = await db.selectFrom("products").select("id").where("id", ">", after).limit(1).executeTakeFirst()
  return next !== undefined
}

function readBatch({ db }: Shop, after: string, count: number) {
  return db
    .selectFrom("products")
    .select([...productFactColumns, allPictures.as("pictures"), "products.updated_at", "products.is_public"])
    .where("id", ">", after)
    .orderBy("id")
    .limit(count)
    .execute()
}
