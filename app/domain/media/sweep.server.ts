import { sql } from "kysely"
import type { Books, Shop } from "../shop"
import { parseVariantName, pictureKeyTime, type StoredPicture, variantNames } from "./picture"

type MediaShop = Pick<Shop, "db" | "log" | "media" | "transaction">

export interface Swept {
  pictures: number
  objects: number
}

const BATCH = 200

/**
 * Removes pictures that nothing shows any more, and objects that belong to no picture, once they are older than
 * `olderThan`: younger ones may be on their way into a product. May run in any number of processes at once.
 */
export async function sweepPictures(shop: MediaShop, { olderThan }: { olderThan: Date }): Promise<Swept> {
  const swept: Swept = { pictures: 0, objects: 0 }
  while (true) {
    const gone = await shop.transaction((books) => forgetUnused(books, olderThan))
    await shop.media.remove(gone.flatMap(variantNames))
    swept.pictures += gone.length
    if (gone.length < BATCH) break
  }
  for await (const names of orphanedObjects(shop)) {
    const old = names.filter((name) => pictureKeyTime(parseVariantName(name)?.key ?? "") < olderThan)
    await shop.media.remove(old)
    swept.objects += old.length
  }
  if (swept.pictures + swept.objects > 0) shop.log.info(swept, "pictures that nothing shows were removed")
  return swept
}

/** Locks before it looks a second time, so that a picture that is just being put to use stays. */
async function forgetUnused({ db }: Books, olderThan: Date): Promise<StoredPicture[]> {
  const candidates = await db
    .selectFrom("pictures")
    .select("id")
    .where("created_at", "<", olderThan)
    .where(unused)
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute()
  if (candidates.length === 0) return []
  const ids = candidates.map(({ id }) => id)
  return db.deleteFrom("pictures").where("id", "in", ids).where(unused).returningAll().execute()
}

const unused = sql<boolean>`(
  not exists (select from product_images where picture_id = pictures.id)
  and not exists (select from users where avatar_picture_id = pictures.id)
  and not exists (select from checkout_lines where picture_id = pictures.id)
  and not exists (select from order_lines where picture_id = pictures.id))`

/** The names of stored objects that belong to no picture, in batches; what is not a picture of ours is passed over. */
export async function* orphanedObjects({ db, media }: Pick<Shop, "db" | "media">): AsyncGenerator<string[]> {
  let batch: { name: string; key: string }[] = []
  const orphans = async () => {
    if (batch.length === 0) return []
    const keys = [...new Set(batch.map(({ key }) => key))]
    const known = await db.selectFrom("pictures").select("key").where("key", "in", keys).execute()
    const living = new Set(known.map(({ key }) => key))
    return batch.filter(({ key }) => !living.has(key)).map(({ name }) => name)
  }
  for await (const name of media.list()) {
    const key = parseVariantName(name)?.key
    if (key) batch.push({ name, key })
    if (batch.length === 1000) {
      yield await orphans()
      batch = []
    }
  }
  yield await orphans()
}
