import type { FileSource } from "~/domain/csv/csv-file.server"
import type { RandomAccess } from "~/domain/product-table/moving-in/picture-archive.server"
import type { Queryable } from "~/domain/shop"

type FileTable = "product_import_files" | "customer_import_files"

/** A file of an import, stored in parts until it has been read */
export interface StoredFile {
  table: FileTable
  importId: string
  kind: "table" | "pictures"
}

const MB = 1024 * 1024

/** Inserts in parts, so that only one at a time is in memory. */
export async function storeFile({ db }: Queryable, { table, importId, kind }: StoredFile, file: Blob): Promise<void> {
  for (let part = 0; part * MB < file.size; part++) {
    const bytes = new Uint8Array(await file.slice(part * MB, (part + 1) * MB).arrayBuffer())
    await db.insertInto(table).values({ import_id: importId, kind, part, bytes }).execute()
  }
}

export function storedFile({ db }: Queryable, { table, importId, kind }: StoredFile): FileSource {
  return async function* () {
    for (let part = 0; ; part++) {
      const row = await db
        .selectFrom(table)
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

export async function storedBytes(
  { db }: Queryable,
  { table, importId, kind }: StoredFile,
): Promise<RandomAccess | null> {
  const parts = db.selectFrom(table).where("import_id", "=", importId).where("kind", "=", kind)
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

export async function removeFiles({ db }: Queryable, { table, importId, kind }: StoredFile): Promise<void> {
  await db.deleteFrom(table).where("import_id", "=", importId).where("kind", "=", kind).execute()
}
