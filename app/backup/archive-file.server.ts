import { createReadStream, rmSync } from "node:fs"
import { open, readdir, rename, rm } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { Readable } from "node:stream"
import { finished, pipeline } from "node:stream/promises"
import { extract, pack } from "tar-stream"
import { atExit } from "~db/processes/exit"
import { isRunning, ownFileName } from "~db/processes/process-mark.mjs"
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
  /** Resolves when the entry is being written to disk, so that few are held in memory. */
  add(name: string, bytes: Uint8Array): Promise<void>
  finish(contents: Omit<ArchiveEnd, "sums">): Promise<void>
  abandon(): Promise<void>
}

/** Parts of tables have 4 MB before compression, objects less than 20 MB. */
const MAX_ENTRY_SIZE = 64 * 1024 * 1024

/**
 * Writes to a uniquely named temporary file, so that concurrent backups to one path do not collide, and renames the
 * complete file.
 */
export async function createArchive(path: string, keys: BackupKeys): Promise<ArchiveWriter> {
  const partial = `${path}.${ownFileName()}.partial`
  const file = await open(partial, "wx", 0o600)
  await removeLeftBehind(path)
  const keepFile = atExit(() => rmSync(partial, { force: true }))
  const tar = pack()
  const sums = new EntrySums()
  const sealed = Readable.from(withSeal(Readable.from(tar), signingSecrets(keys)[0] ?? null))
  const writing = encryptStream(sealed, keys.key).then((bytes) =>
    pipeline(bytes, file.createWriteStream({ flush: true })),
  )
  const broken = new AbortController()
  writing.catch((error) => {
    broken.abort(error)
    tar.destroy(error)
  })
  const write = async (name: string, bytes: Uint8Array) => {
    broken.signal.throwIfAborted()
    const entry = tar.entry({ name, size: bytes.byteLength })
    entry.end(bytes)
    await finished(entry).catch(async (error) => {
      // The error of the write stream has the reason, such as a full disk.
      await writing
      throw error
    })
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
      keepFile()
    },
    async abandon() {
      tar.destroy()
      await writing.catch(() => {})
      await file.close()
      await rm(partial, { force: true })
      keepFile()
    },
  }
}

/** Yields entries that are verified only at the end, by `seal` or by comparison with an earlier reading. */
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
    throw new BackupError(`${path} is damaged or not a backup`, { cause: error })
  } finally {
    file.destroy()
  }
}

/** Removes temporary files of backups to this path whose process was killed. */
async function removeLeftBehind(path: string): Promise<void> {
  const beginning = `${basename(path)}.`
  for (const name of await readdir(dirname(path))) {
    const rest = name.startsWith(beginning) ? name.slice(beginning.length) : ""
    if (/^(\d+-[\w-]+\.[\w-]{36}\.)?partial$/.test(rest) && !isRunning(rest))
      await rm(join(dirname(path), name), { force: true })
  }
}
