import { setTimeout as sleep } from "node:timers/promises"
import { runMigrations as migrateJobQueue } from "graphile-worker"
import { type Kysely, type Migration, type MigrationInfo, type MigrationResultSet, Migrator, sql } from "kysely"
import type pg from "pg"
import { version } from "../package.json"
import { applyDefinitions } from "./apply-definitions.server"
import { openDatabase, openPool } from "./database.server"
import { type Definition, definedBy, definitionsOf } from "./definitions"

const files = import.meta.glob<string>("./migrations/*.sql", { query: "?raw", import: "default" })

/** Migrations by name, loaded if they are pending */
export type MigrationTexts = Record<string, () => Promise<string>>

/**
 * The migration whose schema `0099_baseline.sql` creates in one step; databases record it and those before it by name.
 */
export const BASELINE = "0099_words_of_long_texts"
/** The release that still has the migrations before the baseline */
export const EARLIER_COMMIT = "ac35d386"

/** The last migration from before db/functions, whose functions and triggers a later one may use */
const FUNCTIONS_MOVED = "0146_shop_identity"

export const shopMigrations: MigrationTexts = Object.fromEntries(
  Object.entries(files).map(([path, load]) => {
    const name = path.replace(/^.*\//, "").replace(/\.sql$/, "")
    return [name === "0099_baseline" ? BASELINE : name, load]
  }),
)

const MIGRATION_LOCK = 3_310_420_117
const LOCK_POLL = 100

export interface MigrateOptions {
  texts?: MigrationTexts
  /** The functions and triggers; by default those of db/functions */
  definitions?: readonly Definition[]
  /** The code's version, which leaves definitions of a newer release alone */
  release?: string
  /** Milliseconds that processes of an older release have to stop, if none may run */
  stopTime?: number
}

export async function shopDefinitions(): Promise<Definition[]> {
  const { functionTexts } = await import("./function-texts.server")
  return definitionsOf(Object.values(functionTexts))
}

/** Is safe in any number of concurrent processes, and throws the first migration's error with its file's name. */
export async function migrate(url: string, to?: string, options: MigrateOptions = {}): Promise<void> {
  const pool = openPool({ url, max: 3, statementTimeout: 0 })
  try {
    const holder = await pool.connect()
    try {
      await takeMigrationLock(holder)
      await migrateShop(pool, to, options)
      await migrateJobQueue({ pgPool: pool })
    } finally {
      // The lock ends with its connection.
      holder.release(true)
    }
  } finally {
    await pool.end()
  }
}

/** Polls, because `create index concurrently` waits for the snapshot of a waiting statement. */
async function takeMigrationLock(holder: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await holder.query("select pg_try_advisory_lock($1) as taken", [MIGRATION_LOCK])
    if (rows[0].taken) return
    await sleep(LOCK_POLL)
  }
}

async function migrateShop(
  pool: pg.Pool,
  to: string | undefined,
  { texts = shopMigrations, definitions, release = version, stopTime = STOP_TIME }: MigrateOptions,
): Promise<void> {
  const db = openDatabase(pool)
  const executed = await executedNames(pool)
  assertUpgradable(executed)
  const provider = { getMigrations: async () => ({ ...folded(executed), ...migrations(texts) }) }
  // Kysely's own check of the order compares the times at which migrations ran, and clocks go back.
  const settings = { db, provider, allowUnorderedMigrations: true }
  const migrator = new Migrator(settings)
  const outside = new Migrator({ ...settings, disableTransactions: true })
  const unapplied = unappliedOf(await migrator.getMigrations())
  const names = unapplied.filter((name) => !to || name <= to)
  const pending = await Promise.all(names.map(async (name) => ({ name, text: await texts[name]?.() })))
  if (pending.some(({ text }) => text?.includes(ALONE))) await waitForOlderProcesses(pool, stopTime)
  const define = async (onlyImmutable: boolean) => {
    const wanted = definitions ?? (await shopDefinitions())
    const madeByMigrations = () => namesDefinedBy(texts)
    const options = { release, onlyImmutable, isNewDatabase: executed.length === 0, madeByMigrations }
    await withClient(pool, (client) => applyDefinitions(client, wanted, options))
  }
  const firstWithFiles = pending.find(({ name }) => name > FUNCTIONS_MOVED)?.name
  for (const [at, { name, text }] of pending.entries()) {
    if (name === firstWithFiles) await retryOnLock(() => define(true))
    const isOutside = runsOutside(text)
    const next = pending[at + 1]
    // No one uses a new database yet, so its migrations share transactions, which is faster.
    if (executed.length === 0 && next && !isOutside && !runsOutside(next.text) && next.name !== firstWithFiles) continue
    await retryOnLock(() => succeed((isOutside ? outside : migrator).migrateTo(name)))
  }
  // Verifies the applied migrations even if none is pending.
  await retryOnLock(() => succeed(to ? migrator.migrateTo(to) : migrator.migrateToLatest()))
  if (names.length === unapplied.length) await retryOnLock(() => define(false))
}

async function withClient<T>(pool: pg.Pool, use: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await use(client)
  } finally {
    client.release()
  }
}

async function namesDefinedBy(texts: MigrationTexts): Promise<string[]> {
  const before = Object.keys(texts).filter((name) => name <= FUNCTIONS_MOVED)
  return (await Promise.all(before.map(async (name) => definedBy((await texts[name]?.()) ?? "")))).flat()
}

async function executedNames(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ exists: boolean }>(
    `select to_regclass('kysely_migration') is not null as "exists"`,
  )
  if (!rows[0]?.exists) return []
  return (await pool.query<{ name: string }>("select name from kysely_migration")).rows.map(({ name }) => name)
}

/** @throws if the database is older than the baseline */
function assertUpgradable(executed: readonly string[]): void {
  if (executed.length === 0 || executed.includes(BASELINE)) return
  throw new Error(
    `This database is older than this release can upgrade: start the release of commit ${EARLIER_COMMIT} on it first, then this one (docs/upgrading.md)`,
  )
}

/** Returns the names recorded in a database or a backup, from the baseline on. */
export function sinceBaseline(names: readonly string[]): string[] {
  return names.filter((name) => name >= BASELINE)
}

/** Migrations before the baseline have run, or the baseline has replaced them. */
function folded(executed: readonly string[]): Record<string, Migration> {
  return Object.fromEntries(executed.filter((name) => name < BASELINE).map((name) => [name, { up: async () => {} }]))
}

/** @throws if a migration comes before another that has run */
function unappliedOf(migrations: readonly MigrationInfo[]): string[] {
  const newest = migrations.findLast(({ executedAt }) => executedAt)?.name ?? ""
  const names = migrations.filter(({ executedAt }) => !executedAt).map(({ name }) => name)
  const early = names.find((name) => name < newest)
  if (early) throw new Error(`Migration ${early} comes before ${newest}, which this database has already`)
  return names
}

/** For a migration after which a process of an older release would fail */
const ALONE = "-- No process of an older release may run.\n"
const STOP_TIME = 10_000

/** @throws if a process of the shop, which listens for jobs as long as it runs, does not stop in time */
async function waitForOlderProcesses(pool: pg.Pool, stopTime: number): Promise<void> {
  for (const end = performance.now() + stopTime; ; await sleep(LOCK_POLL)) {
    const { rows } = await pool.query<{ pid: number; address: string }>(
      `select pid, coalesce(host(client_addr), 'this machine') as address from pg_stat_activity
       where datname = current_database() and query ilike 'listen "jobs:insert"%'`,
    )
    if (rows.length === 0) return
    if (performance.now() < end) continue
    const others = rows.map(({ pid, address }) => `${address} (database process ${pid})`).join(", ")
    throw new Error(
      `This release cannot run beside an older one, which is connected from ${others}: stop it, then start again`,
    )
  }
}

const RETRYABLE_CODES = ["55P03", "40P01"]
/** All other queries on a table queue behind a migration that waits for its lock. */
const LOCK_TIMEOUT = "2s"
const RETRY_TIME = 60_000
const RETRY_DELAY = 500

async function retryOnLock(run: () => Promise<void>): Promise<void> {
  for (const end = performance.now() + RETRY_TIME; ; await sleep(RETRY_DELAY * (0.5 + Math.random()))) {
    try {
      return await run()
    } catch (error) {
      const { code } = ((error as Error).cause ?? error) as pg.DatabaseError
      if (!RETRYABLE_CODES.includes(code ?? "") || performance.now() >= end) throw error
    }
  }
}

/** @throws the first migration's error with its name */
async function succeed(migrated: Promise<MigrationResultSet>): Promise<void> {
  const { error, results } = await migrated
  if (!error) return
  const failed = results?.find((result) => result.status === "Error")
  throw new Error(`Migration ${failed?.migrationName ?? ""} failed: ${(error as Error).message}`, { cause: error })
}

export function migrationNames(): string[] {
  return Object.keys(shopMigrations).sort()
}

function migrations(texts: MigrationTexts): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, load]) => [name, { up: async (db) => run(await load(), db) }]),
  )
}

export function runsOutside(text = ""): boolean {
  return text.startsWith("-- outside of a transaction\n")
}

async function run(text: string, db: Kysely<unknown>): Promise<void> {
  await (runsOutside(text) ? runOutside : runInTransaction)(text, db)
}

async function runInTransaction(text: string, tx: Kysely<unknown>): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(tx)
  await sql.raw(text).execute(tx)
}

/** Retries skip finished statements and rebuild an invalid index; no writer is blocked, so there is no lock timeout. */
async function runOutside(text: string, db: Kysely<unknown>): Promise<void> {
  for (const statement of statementsOf(text)) {
    const index = /^create (?:unique )?index concurrently if not exists (\w+)/.exec(statement)?.[1]
    if (index) await dropInvalidIndex(index, db)
    await sql.raw(statement).execute(db)
  }
}

/** A semicolon at the end of a line ends a statement, so texts must not contain functions. */
export function statementsOf(text: string): string[] {
  const statements = text.replace(/^ *--.*$/gm, "").split(/;[ \t]*$/m)
  return statements.map((statement) => statement.trim()).filter(Boolean)
}

async function dropInvalidIndex(name: string, db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql`
    select from pg_index join pg_class on pg_class.oid = indexrelid
    where relname = ${name} and relnamespace = current_schema()::regnamespace and not indisvalid`.execute(db)
  if (rows.length > 0) await sql`drop index concurrently if exists ${sql.ref(name)}`.execute(db)
}
