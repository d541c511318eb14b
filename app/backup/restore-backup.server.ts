import { once } from "node:events"
import type pg from "pg"
import { type CopyStreamQuery, from as copyFrom } from "pg-copy-streams"
import { checkInvariants } from "~/domain/checkout/check-invariants.server"
import { fileSum } from "~/domain/media/file-sum.server"
import { parseVariantName } from "~/domain/media/picture"
import { writeFile } from "~/domain/media/read-file.server"
import type { Shop } from "~/domain/shop"
import { connectUnlimited } from "~db/database.server"
import { migrate } from "~db/migrate.server"
import { entryNames, objectOf, tableOfPart } from "./archive"
import { readArchive } from "./archive-file.server"
import { SealReader } from "./archive-seal.server"
import { BackupError } from "./backup-error"
import type { BackupKeys } from "./backup-keys"
import { listNonEmptyTables, listTables, resetSequences } from "./backup-tables.server"
import type { CheckedBackup } from "./check-backup.server"
import { unpackPart } from "./entry-check.server"
import { digestOf } from "./entry-sums"
import { retryUnavailable } from "./retry-unavailable.server"

interface RestoreTarget {
  shop: Shop
  databaseUrl: string
}

interface RestoreOptions {
  path: string
  keys: BackupKeys
  /** By default the shop is a copy on standby. */
  live?: boolean
  keepSecret?: (secret: string) => unknown
  onProgress?: (line: string) => void
}

/** Restores into an empty database, all tables in one transaction, and then migrates. */
export async function restoreBackup(
  target: RestoreTarget,
  backup: CheckedBackup,
  options: RestoreOptions,
): Promise<{ sessionSecret: string | null }> {
  const onProgress = options.onProgress ?? (() => {})
  const client = await connectUnlimited(target.databaseUrl)
  try {
    await client.query("begin")
    await prepareTables(client, backup)
    const sessionSecret = await readEntries(client, target.shop, backup, { ...options, onProgress })
    for (const { name } of backup.head.tables) await client.query(`alter table ${name} enable trigger user`)
    await resetSequences(client)
    if (!options.live) await beginStandby(client, backup)
    // Numbers assigned after the backup was made are not in it.
    await client.query("insert into billing_document_pause default values on conflict do nothing")
    // Payments made since then were not made by another shop.
    await client.query("delete from gateway_cursors where starts_with(name, 'unknown-payments')")
    // The last step that a new attempt could repeat
    if (sessionSecret !== null) await options.keepSecret?.(sessionSecret)
    await client.query("commit")
    await migrate(target.databaseUrl)
    await client.query("analyze")
    await assertNoNewViolations(target.shop, backup)
    return { sessionSecret }
  } finally {
    await client.end()
  }
}

/** Restoring skips triggers, because the rows contain what they would write. */
async function prepareTables(client: pg.Client, { head }: CheckedBackup): Promise<void> {
  const tables = await listTables(client)
  if (JSON.stringify(tables) !== JSON.stringify(head.tables)) {
    throw new BackupError("The tables of this database differ from the backup's: restore into an empty database")
  }
  const names = tables.map(({ name }) => name)
  await client.query(`lock table ${names.join(", ")} in access exclusive mode`)
  const filled = await listNonEmptyTables(client, tables)
  if (filled.length > 0) {
    throw new BackupError(`This database is not empty (${filled.slice(0, 3).join(", ")}): restore into an empty one`)
  }
  await client.query(`truncate ${names.join(", ")}`)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
}

/** Must run in the restoring transaction, so that a copy cannot be live by accident. */
async function beginStandby(client: pg.Client, { head }: CheckedBackup): Promise<void> {
  await client.query("insert into standby (backup_made_at) values ($1)", [head.madeAt])
}

/** Returns the session secret. */
async function readEntries(
  client: pg.Client,
  { media }: Shop,
  { head, end, digests }: CheckedBackup,
  { path, keys, onProgress }: Required<Pick<RestoreOptions, "path" | "keys" | "onProgress">>,
): Promise<string | null> {
  const columns = new Map(head.tables.map((table) => [table.name, table.columns]))
  let open: OpenTable | null = null
  let sessionSecret: string | null = null
  let objects = 0
  let entries = 0
  for await (const { name, bytes } of readArchive(path, keys.key, new SealReader())) {
    if (digests[entries++] !== digestOf(name, bytes))
      throw new BackupError(`${path} was changed while it was being restored`)
    const table = tableOfPart(name)
    if (open && open.name !== table) {
      const rows = end.tables[open.name]?.rows
      await open.close(rows)
      onProgress(`${open.name}: ${rows} rows`)
      open = null
    }
    if (table) {
      open ??= openTable(client, table, columns.get(table) ?? [])
      await open.write(await unpackPart(bytes))
    }
    if (name === entryNames.secret) sessionSecret = bytes.toString()
    const object = objectOf(name)
    if (!object) continue
    const type = parseVariantName(object)?.type
    const sum = fileSum(bytes)
    if (type && !(await retryUnavailable(() => writeFile(media, object, { bytes, type, sum }))))
      throw new BackupError(`The picture store returned ${object} changed`)
    if (++objects % 1000 === 0 || objects === end.objects) onProgress(`pictures: ${objects} of ${end.objects} files`)
  }
  if (entries !== digests.length) throw new BackupError(`${path} was cut off while it was being restored`)
  return sessionSecret
}

type OpenTable = ReturnType<typeof openTable>

function openTable(client: pg.Client, name: string, columns: string[]) {
  const list = columns.map((column) => `"${column}"`).join(", ")
  const copy: CopyStreamQuery = client.query(copyFrom(`copy ${name} (${list}) from stdin`))
  const failed = once(copy, "error").then(([error]) => Promise.reject(error))
  failed.catch(() => {})
  return {
    name,
    async write(rows: Buffer) {
      if (!copy.write(rows)) await Promise.race([once(copy, "drain"), failed])
    },
    /** @throws BackupError if the table has another number of rows */
    async close(wanted: number | undefined) {
      const finished = once(copy, "finish")
      copy.end()
      await Promise.race([finished, failed])
      if (copy.rowCount !== wanted)
        throw new BackupError(`${name} has ${copy.rowCount} rows where the backup has ${wanted}`)
    },
  }
}

async function assertNoNewViolations(shop: Shop, { end }: CheckedBackup): Promise<void> {
  const known = new Set(end.contradictions)
  const newViolations = (await checkInvariants(shop)).filter((contradiction) => !known.has(contradiction))
  if (newViolations.length > 0)
    throw new BackupError(`The restored records contradict each other: ${newViolations.slice(0, 3).join("; ")}`)
}
