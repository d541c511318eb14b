import { sql } from "kysely"
import { ago, DAY } from "~/domain/durations"
import type { Shop, Tx } from "~/domain/shop"
import { assertLive } from "~/domain/standby.server"
import { parseVariantName, pictureKeyTime, type StoredPicture, variantNames } from "./picture"

type MediaShop = Pick<Shop, "db" | "log" | "media" | "now" | "transaction">

interface SweepResult {
  pictures: number
  objects: number
}

const BATCH = 200
const SUSPICIOUS_COUNT = 100

interface SweepOptions {
  /** The age limit, by default a day: a younger picture may belong to a product that is being saved. */
  olderThan?: Date
  force?: boolean
}

/** Stops if the store is full of unknown objects, because the database may be the wrong one for it. */
export async function sweepPictures(
  shop: MediaShop,
  { olderThan = ago(shop, DAY), force = false }: SweepOptions = {},
): Promise<SweepResult> {
  // The live shop may use the same store.
  await assertLive(shop)
  const swept: SweepResult = { pictures: 0, objects: 0 }
  while (true) {
    const gone = await shop.transaction((tx) => deleteUnused(tx, olderThan))
    await shop.media.remove(gone.flatMap(variantNames))
    swept.pictures += gone.length
    if (gone.length < BATCH) break
  }
  for await (const { names, examined } of orphanedObjects(shop)) {
    const old = names.filter((name) => pictureKeyTime(parseVariantName(name)?.key ?? "") < olderThan)
    if (!force && old.length > SUSPICIOUS_COUNT && old.length > examined / 2) {
      shop.log.warn(
        { unknown: old.length, looked: examined },
        "most objects in the store belong to no picture: nothing was removed",
      )
      break
    }
    await shop.media.remove(old)
    swept.objects += old.length
  }
  if (swept.pictures + swept.objects > 0) shop.log.info(swept, "unused pictures were removed")
  return swept
}

/** Locks before it checks again, so that a picture in use stays. */
async function deleteUnused({ db }: Tx, olderThan: Date): Promise<StoredPicture[]> {
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
  and not exists (select from variants where picture_id = pictures.id)
  and not exists (select from settings_versions where logo_picture_id = pictures.id)
  and not exists (select from settings_versions where notice_picture_id = pictures.id)
  and not exists (select from categories where picture_id = pictures.id)
  and not exists (select from users where avatar_picture_id = pictures.id)
  and not exists (select from checkout_lines where picture_id = pictures.id)
  and not exists (select from order_lines where picture_id = pictures.id))`

interface Orphans {
  names: string[]
  examined: number
}

const PAGE = 1000

async function* orphanedObjects({ db, media }: MediaShop): AsyncGenerator<Orphans> {
  let page: { name: string; key: string }[] = []
  const orphans = async (): Promise<Orphans> => {
    const keys = [...new Set(page.map(({ key }) => key))]
    const known = await db.selectFrom("pictures").select("key").where("key", "in", keys).execute()
    const knownKeys = new Set(known.map(({ key }) => key))
    return { names: page.filter(({ key }) => !knownKeys.has(key)).map(({ name }) => name), examined: page.length }
  }
  for await (const name of media.list()) {
    const key = parseVariantName(name)?.key
    if (key) page.push({ name, key })
    if (page.length < PAGE) continue
    yield await orphans()
    page = []
  }
  if (page.length > 0) yield await orphans()
}
