import { createReadStream, createWriteStream } from "node:fs"
import { open, rename, rm } from "node:fs/promises"
import { Readable } from "node:stream"
import { finished, pipeline } from "node:stream/promises"
import { extract, pack } from "tar-stream"
import { decryptStream, encryptStream, isEncrypted } from "./archive-encryption.server"
import { BackupError } from "./backup-error"
import { isFileError } from "./file-error"

interface ArchiveEntry {
  name: string
  bytes: Buffer
}

export interface ArchiveWriter {
  /** Resolves when the entry is on its way to the disk: never more than a few are held in memory. */
  add(name: string, bytes: Uint8Array): Promise<void>
  /** Finishes the file and gives it its name. */
  finish(): Promise<void>
  /** Forgets what was written. */
  abandon(): Promise<void>
}

/** No entry that this shop writes is larger: a table's part has 4 MB before compression, an object less than 20 MB. */
const MAX_ENTRY_SIZE = 64 * 1024 * 1024

/**
 * A backup as a tar file, readable by its owner alone and encrypted when there is a key. It bears its name only once it
 * is whole: a half-written backup is never taken for one.
 */
export function createArchive(path: string, key: string | null): ArchiveWriter {
  const partial = `${path}.partial`
  const tar = pack()
  const plain = Readable.from(tar)
  const writing = encryptStream(plain, key).then((bytes) =>
    pipeline(bytes, createWriteStream(partial, { mode: 0o600 })),
  )
  const broken = writing.then(() => new Promise<never>(() => {}))
  broken.catch(() => {})
  return {
    async add(name, bytes) {
      const entry = tar.entry({ name, size: bytes.byteLength })
      entry.end(bytes)
      await Promise.race([finished(entry), broken])
    },
    async finish() {
      tar.finalize()
      await writing
      await flushToDisk(partial)
      await rename(partial, path)
    },
    async abandon() {
      tar.destroy()
      await writing.catch(() => {})
      await rm(partial, { force: true })
    },
  }
}

async function flushToDisk(path: string): Promise<void> {
  const file = await open(path, "r+")
  await file.sync().finally(() => file.close())
}

/**
 * The entries of a backup, in order.
 * @throws BackupError when the file is none, is damaged, or does not open with this key
 */
export async function* readArchive(path: string, key: string | null): AsyncGenerator<ArchiveEntry> {
  const encrypted = await isEncrypted(path)
  const file = createReadStream(path)
  try {
    const tar = extract()
    const source = encrypted ? await decryptStream(file, key) : file
    const reading = pipeline(source, tar)
    reading.catch(() => {})
    for await (const entry of tar) {
      const { name, size = 0 } = entry.header
      if (size > MAX_ENTRY_SIZE) throw new BackupError(`${path} is not a backup of this shop`)
      const chunks: Uint8Array[] = []
      for await (const chunk of entry as AsyncIterable<Uint8Array>) chunks.push(chunk)
      yield { name, bytes: Buffer.concat(chunks) }
    }
    await reading
  } catch (error) {
    if (error instanceof BackupError || isFileError(error)) throw error
    throw new BackupError(`${path} is damaged or is no backup`, { cause: error })
  } finally {
    file.destroy()
  }
}
