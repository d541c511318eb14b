import type { Queryable, Shop } from "~/domain/shop"
import type { FileSource } from "../csv/product-csv.server"
import type { RandomAccess } from "../moving-in/picture-archive.server"

type FileKind = "table" | "pictures"

const MB = 1024 * 1024

/** Inserts in parts, so that only one at a time is in memory. */
export async function storeFile(shop: Shop, importId: string, kind: FileKind, file: Blob): Promise<void> {
  for (let part = 0; part * MB < file.size; part++) {
    const bytes = new Uint8Array(await file.slice(part * MB, (part + 1) * MB).arrayBuffer())
    await shop.db.insertInto("product_import_files").values({ import_id: importId, kind, part, bytes }).execute()
  }
}

export function storedFile({ db }: Queryable, importId: string, kind: FileKind): FileSource {
  return async function* () {
    for (let part = 0; ; part++) {
      const row = await db
        .selectFrom("product_import_files")
        .select("bytes")
        .where("import_id", "=", importId)
        .where("kind", "=", kind)
        .where("part", "=", part)
        .executeTakeFirst()
      if (!row) return
      yield row.bytes
    }
  }
}

export async function storedBytes({ db }: Queryable, importId: string, kind: FileKind): Promise<RandomAccess | null> {
  const parts = db.selectFrom("product_import_files").where("import_id", "=", importId).where("kind", "=", kind)
  const { size } = await parts
    .select((row) => row.fn.sum<number>(row.fn("length", ["bytes"])).as("size"))
    .executeTakeFirstOrThrow()
  if (size === null) return null
  return {
    size: Number(size),
    async read(position, length) {
      const first = Math.floor(position / MB)
      const rows = await parts
        .select("bytes")
        .where("part", ">=", first)
        .where("part", "<=", Math.floor((position + length) / MB))
        .orderBy("part")
        .execute()
      const start = position - first * MB
      return Buffer.concat(rows.map(({ bytes }) => bytes)).subarray(start, start + length)
    },
  }
}

export async function removeFiles({ db }: Queryable, importId: string, kind: FileKind): Promise<void> {
  await db.deleteFrom("product_import_files").where("import_id", "=", importId).where("kind", "=", kind).execute()
}
