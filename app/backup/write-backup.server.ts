import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { gzip } from "node:zlib"
import { sql } from "kysely"
import type pg from "pg"
import { to as copyTo } from "pg-copy-streams"
import { checkInvariants } from "~/domain/checkout/check-invariants.server"
import { noteWholeExport } from "~/domain/export/export-rows.server"
import { type FileSums, sumIn } from "~/domain/media/file-sum.server"
import { type StoredPicture, variantNames } from "~/domain/media/picture"
import { readFile } from "~/domain/media/read-file.server"
import type { Shop } from "~/domain/shop"
import { connectUnlimited } from "~db/database.server"
import { type ArchiveEnd, type ArchiveHead, entryNames, type TableSum } from "./archive"
import { type ArchiveWriter, createArchive } from "./archive-file.server"
import type { BackupKeys } from "./backup-keys"
import { listMigrations, listTables } from "./backup-tables.server"
import { retryUnavailable } from "./retry-unavailable.server"

/** Bytes of a table in one entry, before compression */
const PART_SIZE = 4 * 1024 * 1024

const compress = promisify(gzip)

interface BackupSource {
  shop: Pick<
    Shop,
    "db" | "transaction" | "media" | "log" | "identity" | "settings" | "categories" | "discounts" | "owners" | "now"
  >
  databaseUrl: string
  /** `null` if the operator keeps it elsewhere */
  sessionSecret: string | null
  /** The shop is on standby, where no entry of the audit log can be written. */
  isReadOnly?: boolean
}

type BackupContents = Omit<ArchiveEnd, "sums">

interface BackupOptions {
  path: string
  keys: BackupKeys
  onProgress?: (line: string) => void
}

/** Writes all tables from one snapshot, taken before the first line of progress. */
export async function writeBackup(source: BackupSource, options: BackupOptions): Promise<BackupContents> {
  const archive = await createArchive(options.path, options.keys)
  try {
    if (!source.isReadOnly) await noteWholeExport(source.shop, "backup")
    const contents = await writeContents(source, archive, options.onProgress ?? (() => {}))
    await archive.finish(contents)
    return contents
  } catch (error) {
    await archive.abandon()
    throw error
  }
}

async function writeContents(
  source: BackupSource,
  archive: ArchiveWriter,
  onProgress: (line: string) => void,
): Promise<BackupContents> {
  const client = await connectUnlimited(source.databaseUrl, { access: "read" })
  try {
    await client.query("begin isolation level repeatable read read only")
    const { rows } = await client.query<{ snapshot: string }>("select pg_export_snapshot() as snapshot")
    const tables = await writeTables(client, archive, { madeAt: source.shop.now(), onProgress })
    if (source.sessionSecret) await archive.add(entryNames.secret, Buffer.from(source.sessionSecret))
    const contradictions = await checkSnapshot(source.shop, rows[0]?.snapshot ?? "")
    const { rows: pictures } = await client.query<Picture>("select key, widths, sums from pictures order by id")
    await client.query("commit")
    return { tables, contradictions, ...(await writeObjects(source.shop, pictures, archive, onProgress)) }
  } finally {
    await client.end()
  }
}

export async function writeTables(
  client: pg.Client,
  archive: ArchiveWriter,
  { madeAt, onProgress }: { madeAt: Date; onProgress: (line: string) => void },
): Promise<ArchiveEnd["tables"]> {
  const head: ArchiveHead = {
    format: 2,
    madeAt: madeAt.toISOString(),
    migrations: await listMigrations(client),
    tables: await listTables(client),
  }
  await archive.add(entryNames.head, json(head))
  const tables: ArchiveEnd["tables"] = {}
  for (const table of head.tables) {
    const sum = await writeTable(client, table, archive)
    tables[table.name] = sum
    onProgress(`${table.name}: ${sum.rows} rows`)
  }
  return tables
}

async function writeTable(
  client: pg.Client,
  { name, columns }: ArchiveHead["tables"][number],
  archive: ArchiveWriter,
): Promise<TableSum> {
  const hash = createHash("sha256")
  const rows = client.query(copyTo(`copy ${name} (${columns.map(quoted).join(", ")}) to stdout`))
  let part: Buffer[] = []
  let size = 0
  let parts = 0
  const flush = async () => {
    if (size === 0) return
    await archive.add(entryNames.part(name, parts++), await compress(Buffer.concat(part)))
    part = []
    size = 0
  }
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    hash.update(chunk)
    part.push(chunk)
    size += chunk.length
    if (size >= PART_SIZE) await flush()
  }
  await flush()
  return { rows: rows.rowCount, sha256: hash.digest("hex") }
}

const quoted = (column: string) => `"${column}"`

function checkSnapshot({ db, media: _, ...rest }: BackupSource["shop"], snapshot: string): Promise<string[]> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (connection) => {
      await sql`set transaction snapshot ${sql.lit(snapshot)}`.execute(connection)
      return checkInvariants({ ...rest, db: connection })
    })
}

type Picture = Pick<StoredPicture, "key" | "widths"> & { sums: FileSums | null }

/** Reads all sizes of one picture concurrently. */
async function writeObjects(
  { media }: BackupSource["shop"],
  pictures: Picture[],
  archive: ArchiveWriter,
  onProgress: (line: string) => void,
): Promise<Pick<ArchiveEnd, "objects" | "missing" | "damaged">> {
  let objects = 0
  let missing = 0
  const damaged: string[] = []
  for (const [done, picture] of pictures.entries()) {
    const names = variantNames(picture)
    const found = await Promise.all(
      names.map((name) => retryUnavailable(() => readFile(media, name, sumIn(picture.sums, name)))),
    )
    for (const [index, name] of names.entries()) {
      const file = found[index]
      if (file?.state === "whole") {
        await archive.add(entryNames.object(name), file.bytes)
        objects++
      } else if (file?.state === "damaged") damaged.push(name)
      else missing++
    }
    if (done > 0 && done % 100 === 0) onProgress(`pictures: ${done} of ${pictures.length}`)
  }
  onProgress(`pictures: ${objects} files`)
  return { objects, missing, damaged }
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value))
