import { setTimeout as sleep } from "node:timers/promises"
import { runMigrations as migrateJobQueue } from "graphile-worker"
import { type Kysely, type Migration, type MigrationResultSet, Migrator, sql } from "kysely"
import type pg from "pg"
import { openDatabase, openPool } from "./database.server"

const files = import.meta.glob<string>("./migrations/*.sql", { query: "?raw", import: "default", eager: true })

/** Everybody who migrates a database takes this lock first; the number means nothing. */
const MIGRATION_LOCK = 3_310_420_117

/**
 * Brings a database to the newest schema, or to that of the migration `to`, the job queue's included. All of it happens
 * under one advisory lock, so any number of processes may call this at once on an empty database: the others wait, and
 * find everything done. Each migration is a transaction of its own, which holds its locks briefly and gives way to a
 * process that serves meanwhile. Nothing is undone.
 * @throws the first migration's error, naming its file
 */
export async function migrate(url: string, to?: string): Promise<void> {
  const pool = openPool({ url, max: 3, statementTimeout: 0 })
  try {
    const holder = await pool.connect()
    try {
      await holder.query("select pg_advisory_lock($1)", [MIGRATION_LOCK])
      await migrateShop(pool, to)
      await migrateJobQueue({ pgPool: pool })
    } finally {
      // The lock ends with its connection, whatever state that is in.
      holder.release(true)
    }
  } finally {
    await pool.end()
  }
}

async function migrateShop(pool: pg.Pool, to?: string): Promise<void> {
  const migrator = new Migrator({ db: openDatabase(pool), provider: { getMigrations: async () => migrations() } })
  const pending = (await migrator.getMigrations()).filter(({ executedAt }) => !executedAt).map(({ name }) => name)
  for (const name of pending.filter((name) => !to || name <= to)) await retryOnLock(() => migrator.migrateTo(name))
  // Whether the migrations of the database and of this version are the same ones is looked at also when none is pending.
  await retryOnLock(() => (to ? migrator.migrateTo(to) : migrator.migrateToLatest()))
}

/** What a migration may meet while an older release serves: a lock that is not to be had (55P03), a deadlock (40P01). */
const RETRYABLE_CODES = ["55P03", "40P01"]
/** How long a migration waits for a lock: everybody else who needs the table waits behind it. */
const LOCK_TIMEOUT = "2s"
/** How long one migration is tried again, and after which pause, in milliseconds. */
const RETRY_TIME = 60_000
const RETRY_DELAY = 500

async function retryOnLock(run: () => Promise<MigrationResultSet>): Promise<void> {
  for (const end = performance.now() + RETRY_TIME; ; await sleep(RETRY_DELAY * (0.5 + Math.random()))) {
    const { error, results } = await run()
    if (!error) return
    if (RETRYABLE_CODES.includes((error as pg.DatabaseError).code ?? "") && performance.now() < end) continue
    const failed = results?.find((result) => result.status === "Error")
    throw new Error(`Migration ${failed?.migrationName ?? ""} failed: ${(error as Error).message}`, { cause: error })
  }
}

/** The names of all migrations that this version knows, in order. */
export function migrationNames(): string[] {
  return Object.keys(migrations()).sort()
}

function migrations(): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => {
      const name = path.replace(/^.*\//, "").replace(/\.sql$/, "")
      return [name, { up: (db) => runMigration(text, db) }]
    }),
  )
}

async function runMigration(text: string, tx: Kysely<unknown>): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(tx)
  await sql.raw(text).execute(tx)
}
