import type { Shop } from "../shop"
import { parseVariantName, variantNames } from "./picture"

interface MediaReport {
  pictures: number
  objects: number
  /** Names that a picture needs and the store does not have. */
  missing: string[]
  /** Names in the store that belong to no picture. */
  orphaned: string[]
}

/** Compares the database with the store, both ways; objects that are no pictures of the shop's are passed over. */
export async function checkMedia({ db, media }: Pick<Shop, "db" | "media">): Promise<MediaReport> {
  // The database first: a picture that is kept meanwhile is an orphan for a moment, which harms less than a false loss.
  const pictures = await db.selectFrom("pictures").select(["key", "widths"]).execute()
  const stored = new Set<string>()
  for await (const name of media.list()) if (parseVariantName(name)) stored.add(name)
  const needed = new Set(pictures.flatMap(variantNames))
  return {
    pictures: pictures.length,
    objects: stored.size,
    missing: [...needed].filter((name) => !stored.has(name)),
    orphaned: [...stored].filter((name) => !needed.has(name)),
  }
}
