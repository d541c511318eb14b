import { createReadStream } from "node:fs"
import { open, rename, rm } from "node:fs/promises"
import { Readable } from "node:stream"
import { finished, pipeline } from "node:stream/promises"
import { extract, pack } from "tar-stream"
import { type ArchiveEnd, entryNames } from "./archive"
import { decryptStream, encryptStream, isEncrypted } from "./archive-encryption.server"
import { type SealReader, withSeal } from "./archive-seal.server"
import { BackupError } from "./backup-error"
import { type BackupKeys, signingSecrets } from "./backup-keys"
import { EntrySums, sumLine } from "./entry-sums"
import { isFileError } from "./file-error"

interface ArchiveEntry {
  name: string
  bytes: Buffer
}

export interface ArchiveWriter {
  /** Resolves when the entry is on its way to the disk: only a few are held in memory. */
  add(name: string, bytes: Uint8Array): Promise<void>
  /** Writes the sums and the end, and renames the file. */
  finish(contents: Omit<ArchiveEnd, "sums">): Promise<void>
  abandon(): Promise<void>
}

/** This shop writes smaller entries: parts of tables have 4 MB before compression, objects less than 20 MB. */
const MAX_ENTRY_SIZE = 64 * 1024 * 1024

/**
 * Writes a sealed tar file, readable by its owner alone, encrypted if there is a key. It gets its name only once it is
 * whole. What lies at its temporary name is removed, not followed.
 */
export async function createArchive(path: string, keys: BackupKeys): Promise<ArchiveWriter> {
  const partial = `${path}.partial`
  await rm(partial, { force: true })
  const file = await open(partial, "wx", 0o600)
  const tar = pack()
  const sums = new EntrySums()
  const sealed = Readable.from(withSeal(Readable.from(tar), signingSecrets(keys)[0] ?? null))
  const writing = encryptStream(sealed, keys.key).then((bytes) =>
    pipeline(bytes, file.createWriteStream({ flush: true })),
  )
  const broken = writing.then(() => new Promise<never>(() => {}))
  broken.catch(() => {})
  const write = async (name: string, bytes: Uint8Array) => {
    const entry = tar.entry({ name, size: bytes.byteLength })
    entry.end(bytes)
    await Promise.race([finished(entry), broken])
  }
  const writeSums = () => write(entryNames.sums(sums.sums.length), sums.take())
  return {
    async add(name, bytes) {
      await write(name, bytes)
      sums.add(sumLine(name, bytes))
      if (sums.isFull) await writeSums()
    },
    async finish(contents) {
      await writeSums()
      const end: ArchiveEnd = { ...contents, sums: sums.sums }
      await write(entryNames.end, Buffer.from(JSON.stringify(end)))
      tar.finalize()
      await writing
      await rename(partial, path)
    },
    async abandon() {
      tar.destroy()
      await writing.catch(() => {})
      await file.close()
      await rm(partial, { force: true })
    },
  }
}

/**
 * Reads the entries of a backup in order. They are verified only when the last one has been read: by `seal`, or by
 * comparing them with an earlier reading.
 * @throws BackupError if the file is not a backup, is damaged, or the key is wrong
 */
export async function* readArchive(path: string, key: string | null, seal: SealReader): AsyncGenerator<ArchiveEntry> {
  const encrypted = await isEncrypted(path)
  const file = createReadStream(path)
  try {
    const tar = extract()
    const source = encrypted ? await decryptStream(file, key) : file
    const reading = pipeline(source, (bytes: AsyncIterable<Uint8Array>) => seal.tarOf(bytes), tar)
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
