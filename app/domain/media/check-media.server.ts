import type { Shop } from "../shop"
import { parseVariantName, variantNames } from "./picture"

interface MediaReport {
  pictures: number
  objects: number
  /** Objects that the database names and the store lacks. */
  missing: string[]
  /** Objects in the store that belong to no picture. */
  orphaned: string[]
}

/** Compares the database with the store in both directions. */
export async function checkMedia({ db, media }: Pick<Shop, "db" | "media">): Promise<MediaReport> {
  // The database first: a picture stored meanwhile is reported as orphaned, which harms less than as missing.
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
