import type { Shop } from "~/domain/shop"
import { parseVariantName, variantNames } from "./picture"

interface MediaReport {
  pictures: number
  objects: number
  missing: string[]
  orphaned: string[]
}

export async function checkMedia({ db, media }: Pick<Shop, "db" | "media">): Promise<MediaReport> {
  // Reads the database first, so that a picture stored in the meantime is reported as orphaned, not as missing.
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
