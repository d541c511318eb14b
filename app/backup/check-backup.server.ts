import { createHash, type Hash } from "node:crypto"
import { promisify } from "node:util"
import { gunzip } from "node:zlib"
import type { z } from "zod"
import { ArchiveEnd, ArchiveHead, entryNames, objectOf, tableOfPart } from "./archive"
import { readArchive } from "./archive-file.server"
import { BackupError } from "./backup-error"

/** No part of this shop's is larger when it is unpacked. */
const MAX_PART_SIZE = 16 * 1024 * 1024

const gunzipped = promisify(gunzip)

export interface CheckedBackup {
  head: ArchiveHead
  end: ArchiveEnd
}

/**
 * Reads a backup from its first byte to its last and compares it with what its end says of it.
 * @throws BackupError when it is not whole
 */
export async function checkBackup(path: string, key: string | null): Promise<CheckedBackup> {
  const { hashes, objects, head, end } = await readEntries(path, key)
  if (!head || !end) throw new BackupError(`${path} is not whole: the backup was cut off`)
  const changed = head.tables.find(({ name }) => {
    const hash = hashes.get(name) ?? createHash("sha256")
    return hash.digest("hex") !== end.tables[name]?.sha256
  })
  if (changed) throw damaged(path, `${changed.name} has been changed`)
  if (objects !== end.objects) throw damaged(path, "pictures are missing")
  return { head, end }
}

async function readEntries(path: string, key: string | null) {
  const hashes = new Map<string, Hash>()
  let head: ArchiveHead | null = null
  let end: ArchiveEnd | null = null
  let objects = 0
  for await (const { name, bytes } of readArchive(path, key)) {
    const table = tableOfPart(name)
    if (name === entryNames.head) head = read(ArchiveHead, bytes, path)
    else if (name === entryNames.end) end = read(ArchiveEnd, bytes, path)
    else if (table) hashes.set(table, (hashes.get(table) ?? createHash("sha256")).update(await unpackPart(bytes)))
    else if (objectOf(name)) objects++
  }
  return { hashes, objects, head, end }
}

/**
 * A part of a table in the text format of COPY.
 * @throws BackupError when it cannot be unpacked
 */
export async function unpackPart(bytes: Buffer): Promise<Buffer> {
  try {
    return await gunzipped(bytes, { maxOutputLength: MAX_PART_SIZE })
  } catch (error) {
    throw damaged("This backup", error)
  }
}

function read<S extends z.ZodType>(schema: S, bytes: Buffer, path: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(bytes.toString()))
  } catch (error) {
    throw new BackupError(`${path} was written by a version of the shop that this one cannot read`, { cause: error })
  }
}

function damaged(path: string, cause: unknown) {
  return new BackupError(`${path} is damaged`, { cause })
}
