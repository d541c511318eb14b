import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { gunzip } from "node:zlib"
import { z } from "zod"
import { type FileSums, isOfSum, sumIn } from "~/domain/media/file-sum.server"
import { parseVariantName } from "~/domain/media/picture"
import { isWholeFile } from "~/domain/media/whole-file.server"
import { ArchiveEnd, ArchiveHead, entryNames, isSums, objectOf, tableOfPart } from "./archive"
import { BackupError } from "./backup-error"
import { digestOf, EntrySums, sumLine } from "./entry-sums"

/** Larger than any unpacked part of this version's backups */
const MAX_PART_SIZE = 16 * 1024 * 1024

/** Rows as COPY writes them */
const NULL = "\\N"

const FileSumsOfRow = z.record(z.string(), z.object({ size: z.number(), sha256: z.string() }))

const gunzipped = promisify(gunzip)

export class EntryCheck {
  readonly #digests: string[] = []
  readonly #sums = new EntrySums()
  readonly #tables = new Map<string, { hash: ReturnType<typeof createHash>; rows: number; parts: number }>()
  #head: ArchiveHead | null = null
  #end: ArchiveEnd | null = null
  #place = 0
  #objects = 0
  readonly #damagedFiles: string[] = []
  readonly #pictureSums = new Map<string, FileSums>()
  #unfinishedRow = ""

  constructor(private readonly path: string) {}

  /** @throws BackupError if the entry is unknown or out of order */
  async add(name: string, bytes: Buffer): Promise<void> {
    if (this.#end) throw this.#damaged(`${name} comes after its end`)
    this.#digests.push(digestOf(name, bytes))
    if (name === entryNames.end) this.#end = this.#read(ArchiveEnd, bytes)
    else if (isSums(name)) this.#compareSums(name, bytes)
    else {
      this.#sums.add(sumLine(name, bytes))
      await this.#addContents(name, bytes)
    }
  }

  /** @throws BackupError if an entry is missing, or differs from the list at the end */
  finish(): { head: ArchiveHead; end: ArchiveEnd; digests: string[]; damaged: string[] } {
    const [head, end] = [this.#head, this.#end]
    if (!head || !end) throw new BackupError(`${this.path} is incomplete: the backup was cut off`)
    for (const { name } of head.tables) {
      const { hash = createHash("sha256"), rows = 0 } = this.#tables.get(name) ?? {}
      const sum = end.tables[name]
      if (hash.digest("hex") !== sum?.sha256 || rows !== sum.rows) throw this.#damaged(`${name} has been changed`)
    }
    if (this.#objects !== end.objects) throw this.#damaged("pictures are missing")
    if (head.format === 2 && this.#sums.sums.join() !== end.sums.join()) throw this.#damaged("sums are missing")
    return { head, end, digests: this.#digests, damaged: [...end.damaged, ...this.#damagedFiles].sort() }
  }

  #compareSums(name: string, bytes: Buffer): void {
    if (name !== entryNames.sums(this.#sums.sums.length)) throw this.#damaged(`${name} is out of order`)
    if (!this.#sums.take().equals(bytes)) throw this.#damaged(`entries that ${name} lists have been changed`)
  }

  async #addContents(name: string, bytes: Buffer): Promise<void> {
    this.#advance(name)
    const table = tableOfPart(name)
    if (name === entryNames.head) this.#head = this.#read(ArchiveHead, bytes)
    else if (table) await this.#addPart(table, name, bytes)
    else this.#addObject(objectOf(name), bytes)
  }

  #addObject(name: string | null, bytes: Buffer): void {
    if (!name) return
    this.#objects++
    const sum = sumIn(this.#pictureSums.get(parseVariantName(name)?.key ?? ""), name)
    if (sum ? !isOfSum(bytes, sum) : !isWholeFile(name, bytes)) this.#damagedFiles.push(name)
  }

  /** Rows of COPY's text format; neither keys nor sums have anything that it escapes. */
  #addPictures(rows: Buffer): void {
    const columns = this.#head?.tables.find(({ name }) => name === "pictures")?.columns ?? []
    const [key, sums] = [columns.indexOf("key"), columns.indexOf("sums")]
    if (key < 0 || sums < 0) return
    const lines = (this.#unfinishedRow + rows.toString()).split("\n")
    this.#unfinishedRow = lines.pop() ?? ""
    for (const line of lines) {
      const row = line.split("\t")
      const [name, json = NULL] = [row[key], row[sums]]
      if (name && json !== NULL) this.#pictureSums.set(name, this.#read(FileSumsOfRow, Buffer.from(json)))
    }
  }

  #advance(name: string): void {
    const place = this.#placeOf(name)
    const isRepeatable = tableOfPart(name) !== null || objectOf(name) !== null
    if (place === 0 || place < this.#place || (place === this.#place && !isRepeatable))
      throw this.#damaged(`${name} is out of order`)
    this.#place = place
  }

  #placeOf(name: string): number {
    if (!this.#head) return name === entryNames.head ? 1 : 0
    const tables = this.#head.tables.map((table) => table.name)
    const table = tableOfPart(name)
    if (table) return tables.includes(table) ? 2 + tables.indexOf(table) : 0
    if (name === entryNames.secret) return 2 + tables.length
    return parseVariantName(objectOf(name) ?? "") ? 3 + tables.length : 0
  }

  async #addPart(table: string, name: string, bytes: Buffer): Promise<void> {
    const found = this.#tables.get(table) ?? { hash: createHash("sha256"), rows: 0, parts: 0 }
    if (name !== entryNames.part(table, found.parts++)) throw this.#damaged(`${name} is out of order`)
    const rows = await unpackPart(bytes)
    found.hash.update(rows)
    found.rows += countLines(rows)
    if (table === "pictures") this.#addPictures(rows)
    this.#tables.set(table, found)
  }

  #read<S extends z.ZodType>(schema: S, bytes: Buffer): z.output<S> {
    try {
      return schema.parse(JSON.parse(bytes.toString()))
    } catch (error) {
      const message = `${this.path} is damaged, or was written by a version of the shop that this one cannot read`
      throw new BackupError(message, { cause: error })
    }
  }

  #damaged(reason: string): BackupError {
    return damaged(this.path, reason)
  }
}

/** A row of COPY's text format is a line; line feeds within are escaped. */
function countLines(rows: Buffer): number {
  let lines = 0
  for (let at = rows.indexOf("\n"); at >= 0; at = rows.indexOf("\n", at + 1)) lines++
  return lines
}

/** @throws BackupError if the part cannot be unpacked */
export async function unpackPart(bytes: Buffer): Promise<Buffer> {
  try {
    return await gunzipped(bytes, { maxOutputLength: MAX_PART_SIZE })
  } catch (error) {
    throw damaged("This backup", "a part cannot be unpacked", error)
  }
}

export function damaged(path: string, reason: string, cause?: unknown): BackupError {
  return new BackupError(`${path} is damaged: ${reason}`, { cause })
}
