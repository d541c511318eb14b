import { promisify } from "node:util"
import { inflateRaw } from "node:zlib"
import { MAX_PICTURE_BYTES, MAX_PICTURE_MB } from "~/domain/media/picture-limits"
import { invalid } from "~/domain/shop-error"
import { textKey } from "~/domain/text/text-key"

export interface RandomAccess {
  size: number
  /** May return fewer bytes at the end of the file. */
  read(position: number, length: number): Promise<Buffer>
}

const MAX_ENTRIES = 20_000
/** The limit of the list of entries in bytes */
const MAX_DIRECTORY = 8 * 1024 * 1024
/** A limit against ZIP bombs: pictures are already compressed. */
const MAX_RATIO = 100

const END = { signature: 0x06054b50, length: 22, comment: 65_535 }
const HEADER = { signature: 0x02014b50, length: 46 }
const LOCAL = { signature: 0x04034b50, length: 30 }
const ENCRYPTED = 1
const [STORED, DEFLATED] = [0, 8]

interface Entry {
  /** A name is only compared with addresses, and is not used as a path on disk. */
  path: string[]
  flags: number
  method: number
  compressed: number
  size: number
  position: number
}

const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw)

/**
 * The pictures of a ZIP file; only the list is in memory (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT,
 * 4.3)
 */
export class PictureArchive {
  readonly #byName = new Map<string, Entry[]>()

  private constructor(
    private readonly file: RandomAccess,
    entries: readonly Entry[],
  ) {
    for (const entry of entries) {
      const name = entry.path.at(-1) ?? ""
      const named = this.#byName.get(name)
      if (named) named.push(entry)
      else this.#byName.set(name, [entry])
    }
  }

  /** @throws ShopError `invalid` for field `file` */
  static async open(file: RandomAccess): Promise<PictureArchive> {
    const tail = await file.read(Math.max(0, file.size - END.length - END.comment), END.length + END.comment)
    const end = lastIndexOf(tail, END.signature)
    if (end < 0 || end + END.length > tail.length) throw unreadable()
    const [count, length, position] = [
      tail.readUInt16LE(end + 10),
      tail.readUInt32LE(end + 12),
      tail.readUInt32LE(end + 16),
    ]
    if (count > MAX_ENTRIES || length > MAX_DIRECTORY) {
      throw invalid(`A ZIP file may have at most ${MAX_ENTRIES.toLocaleString("en-US")} files`, "file")
    }
    return new PictureArchive(file, readDirectory(await file.read(position, length), count))
  }

  /**
   * Returns the file whose path has the longest common ending with the address; null if none has its name.
   * @throws ShopError `invalid`
   */
  async read(address: string): Promise<Uint8Array | null> {
    const path = pathOf(address)
    const [first, ...others] = this.#byName.get(path.at(-1) ?? "") ?? []
    if (!first) return null
    const better = (best: Entry, entry: Entry) => (sameEnd(entry.path, path) > sameEnd(best.path, path) ? entry : best)
    return this.#readEntry(others.reduce(better, first))
  }

  async #readEntry({ flags, method, compressed, size, position }: Entry): Promise<Uint8Array> {
    if ((flags & ENCRYPTED) !== 0 || (method !== STORED && method !== DEFLATED)) {
      throw invalid("This file in the ZIP is encrypted or uses an unsupported compression")
    }
    if (Math.max(size, compressed) > MAX_PICTURE_BYTES) throw invalid(`A picture may have at most ${MAX_PICTURE_MB} MB`)
    if (size > compressed * MAX_RATIO) throw invalid("This file in the ZIP is not a picture")
    const local = await this.file.read(position, LOCAL.length)
    if (local.length < LOCAL.length || local.readUInt32LE(0) !== LOCAL.signature) throw unreadable()
    const start = position + LOCAL.length + local.readUInt16LE(26) + local.readUInt16LE(28)
    const bytes = await this.file.read(start, compressed)
    if (bytes.length < compressed) throw unreadable()
    if (method === STORED) return bytes
    return inflate(bytes, { maxOutputLength: Math.max(1, size) }).catch(() => {
      throw unreadable()
    })
  }
}

function unreadable() {
  return invalid("This ZIP file cannot be read; please pack it again", "file")
}

function lastIndexOf(bytes: Buffer, signature: number): number {
  const wanted = Buffer.alloc(4)
  wanted.writeUInt32LE(signature)
  return bytes.lastIndexOf(wanted)
}

function readDirectory(bytes: Buffer, count: number): Entry[] {
  const entries: Entry[] = []
  let at = 0
  for (let number = 0; number < count; number++) {
    if (at + HEADER.length > bytes.length || bytes.readUInt32LE(at) !== HEADER.signature) throw unreadable()
    const lengths = [bytes.readUInt16LE(at + 28), bytes.readUInt16LE(at + 30), bytes.readUInt16LE(at + 32)] as const
    const nameStart = at + HEADER.length
    entries.push({
      path: segmentsOf(bytes.toString("utf8", nameStart, nameStart + lengths[0])),
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      compressed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      position: bytes.readUInt32LE(at + 42),
    })
    at = nameStart + lengths[0] + lengths[1] + lengths[2]
  }
  return entries
}

/** Path segments in lower case, from the outermost folder to the name */
function segmentsOf(path: string): string[] {
  return textKey(path).split(/[/\\]/)
}

/** Also accepts the name of a file. */
function pathOf(address: string): string[] {
  const path = URL.canParse(address) ? new URL(address).pathname : address
  try {
    return segmentsOf(decodeURIComponent(path))
  } catch {
    return segmentsOf(path)
  }
}

function sameEnd(one: readonly string[], other: readonly string[]): number {
  let count = 0
  while (count < one.length && count < other.length && one.at(-1 - count) === other.at(-1 - count)) count++
  return count
}
