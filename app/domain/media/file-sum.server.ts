import { createHash } from "node:crypto"
import type { Queryable } from "~/domain/shop"
import { parseVariantName } from "./picture"

export interface FileSum {
  size: number
  sha256: string
}

/** The key by width and format, as in `320.webp` */
export type FileSums = Record<string, FileSum>

export function fileSum(bytes: Uint8Array): FileSum {
  return { size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") }
}

export function isOfSum(bytes: Uint8Array, { size, sha256 }: FileSum): boolean {
  return bytes.length === size && fileSum(bytes).sha256 === sha256
}

export function sumIn(sums: FileSums | null | undefined, name: string): FileSum | undefined {
  return sums?.[name.slice(name.indexOf("-") + 1)]
}

/** Returns the recorded checksum of a stored file. */
export async function findSum({ db }: Pick<Queryable, "db">, name: string): Promise<FileSum | undefined> {
  const key = parseVariantName(name)?.key
  if (!key) return undefined
  const picture = await db.selectFrom("pictures").select("sums").where("key", "=", key).executeTakeFirst()
  return sumIn(picture?.sums, name)
}
