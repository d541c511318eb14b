import { randomBytes } from "node:crypto"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type pg from "pg"
import type { Logger } from "pino"
import { openDiskMedia } from "~/adapters/disk-media.server"
import { openOutboxMailer } from "~/adapters/outbox-mailer.server"
import { openRateLimits } from "~/adapters/rate-limits.server"
import { openRemoteFiles } from "~/adapters/remote-files.server"
import { openSandboxGateway } from "~/adapters/sandbox-gateway.server"
import { slowGateway } from "~/adapters/slow-gateway.server"
import { liveOnlyGateway } from "~/adapters/standby-gateway.server"
import { listMigrations } from "~/backup/backup-tables.server"
import { CategoryMemory } from "~/domain/catalog/categories/category-memory.server"
import { DiscountMemory } from "~/domain/discounts/discount-memory.server"
import { openSecretBox } from "~/domain/factors/secret-box.server"
import { type FixedIdentity, identityOf, senderOf } from "~/domain/settings/identity"
import { SettingsMemory } from "~/domain/settings/settings-memory.server"
import type { Queryable, Shop } from "~/domain/shop"
import { logSkew } from "~/start/report-clock.server"
import { type Settings, SettingsError } from "~/start/settings.server"
import { transaction } from "~/start/transaction.server"
import { writeOnce } from "~/start/write-once.server"
import { connectUnlimited, openDatabase, openPool } from "~db/database.server"
import { DatabaseClock } from "~db/database-clock.server"
import { databaseErrorKind } from "~db/database-error"
import { type ServerAccess, serversAt } from "~db/database-servers.server"
import { resolveDataFolder } from "~db/embedded/data-folder"
import { openEmbeddedPostgres } from "~db/embedded/embedded-postgres"
import { migrate, migrationNames, sinceBaseline } from "~db/migrate.server"
import { Replicas } from "~db/replicas.server"

export interface OpenShop {
  shop: Shop
  pool: pg.Pool
  clock: DatabaseClock
  /** The address that bypasses a pooler, for work that needs its own session */
  databaseUrl: string
  /** Whether database, media and mail are the embedded defaults */
  embedded: boolean
  /** Whether the server takes no writes, for a command that only reads */
  isReadOnly: boolean
  dataFolder: string
  mediaFolder: string
  sessionSecrets: string[]
  close(): Promise<void>
}

interface Options {
  log: Logger
  onProgress?: (line: string) => void
  /** Called when a database server is refused because it takes no writes */
  onReadOnly?: () => void
  /** For commands whose statements may take as long as they need */
  noStatementTimeout?: boolean
  /** `read` for commands that also work on a standby */
  access?: ServerAccess
  /** The migration to open at, if not the newest: that of an older backup */
  schema?: string
}

/** The only place where the domain's ports meet their adapters; absent settings select embedded ones. */
export async function openShop(
  settings: Settings,
  { log, onProgress, onReadOnly, noStatementTimeout = false, access = "write", schema }: Options,
): Promise<OpenShop> {
  const folder = resolveDataFolder({ dataDir: settings.dataDir ?? undefined })
  const postgres = settings.databaseUrl === null ? await openEmbeddedPostgres({ folder, onProgress }) : null
  const databaseUrl = settings.databaseDirectUrl ?? settings.databaseUrl ?? postgres?.url ?? ""
  const throughPooler = settings.databaseDirectUrl !== null && !noStatementTimeout
  const url = throughPooler ? (settings.databaseUrl ?? "") : databaseUrl
  for (const one of [url, databaseUrl]) {
    serversAt(one, access).onRefusal = (sentence) => {
      log.warn(sentence)
      onReadOnly?.()
    }
  }
  try {
    const isReadOnly = await prepareDatabase(databaseUrl, { access, schema })
    const pool = openPool({
      url,
      access,
      max: settings.poolMax,
      throughPooler,
      namedStatements: settings.namedStatements,
      ...(noStatementTimeout ? { statementTimeout: 0 } : {}),
      onError: (error) => log.warn({ err: error }, "a database connection broke"),
    })
    const clock = await DatabaseClock.open(pool)
    logSkew(clock, log)
    const replicas = noStatementTimeout ? null : openReplicas(settings, pool, log)
    const mediaFolder = join(folder, "media")
    const db = openDatabase(pool)
    const memory = new SettingsMemory(db)
    const categories = new CategoryMemory(db)
    const discounts = new DiscountMemory(db)
    const identity = identityOf(memory, fixedIdentity(settings))
    const { owners } = settings
    const sessionSecrets = settings.sessionSecrets ?? (await storedSecret(folder))
    const secrets = openSecretBox(sessionSecrets)
    const queryable: Queryable = {
      db,
      log,
      identity,
      settings: memory,
      categories,
      discounts,
      owners,
      ...(settings.smtpUrl ? { mailSeal: secrets } : {}),
      now: clock.now,
    }
    // The older schema of a backup may lack these tables.
    if (schema === undefined) await Promise.all([memory.renew(), categories.renew(), discounts.renew()])
    const shop: Shop = {
      ...queryable,
      payments: liveOnlyGateway(await openPayments(settings, queryable), db),
      media: await openMedia(settings, mediaFolder),
      mailer: await openMailer(settings, queryable),
      remoteFiles: openRemoteFiles(),
      limits: openRateLimits(pool),
      secrets,
      ...(replicas ? { replicas } : {}),
      transaction: (work) => transaction(queryable, work),
    }
    return {
      shop,
      pool,
      clock,
      databaseUrl,
      embedded: settings.databaseUrl === null,
      isReadOnly,
      dataFolder: folder,
      mediaFolder,
      sessionSecrets,
      async close() {
        clock.close()
        await replicas?.close()
        await queryable.db.destroy()
        await postgres?.stop()
      },
    }
  } catch (error) {
    await postgres?.stop()
    throw error
  }
}

function openReplicas(settings: Settings, pool: pg.Pool, log: Logger): Replicas | null {
  const { databaseReadUrls: urls, poolMax: max, namedStatements } = settings
  if (urls.length === 0) return null
  const onChange = (replica: string, isAsked: boolean, reason?: unknown) =>
    isAsked
      ? log.info({ replica }, "a replica is used")
      : log.warn({ replica, err: reason }, "a replica is not used until it recovers")
  return new Replicas(pool, { urls, max, namedStatements, onChange })
}

// The libraries of services are loaded only where the service is configured.

async function openPayments({ stripe, sandboxDelay }: Settings, tx: Queryable): Promise<Shop["payments"]> {
  const { db, log, now, identity } = tx
  if (!stripe) return slowGateway(openSandboxGateway({ db, now, url: identity.url }), sandboxDelay)
  const { openStripeGateway } = await import("~/adapters/stripe-gateway.server")
  return openStripeGateway({ ...stripe, log, now })
}

async function openMedia({ s3, mediaBaseUrl, assetHost }: Settings, folder: string): Promise<Shop["media"]> {
  if (!s3) return openDiskMedia({ folder, baseUrl: mediaBaseUrl ?? `${assetHost ?? ""}/media` })
  const { openS3Media } = await import("~/adapters/s3-media.server")
  return openS3Media({ ...s3, baseUrl: mediaBaseUrl })
}

async function openMailer({ smtpUrl, mailFrom }: Settings, tx: Queryable): Promise<Shop["mailer"]> {
  if (!smtpUrl) return openOutboxMailer()
  const { openSmtpMailer } = await import("~/adapters/smtp-mailer.server")
  const from = () => mailFrom ?? senderOf(tx)
  return openSmtpMailer({ url: smtpUrl, from, host: new URL(tx.identity.url).hostname, now: tx.now })
}

/** Milliseconds to wait for a database that is just starting */
const CONNECT_TIMEOUT = 10_000
const RETRY_DELAY = 500
/** Waiting does not help against wrong credentials or names. */
const ACCESS_ERRORS = /^(28\w{3}|3D000|42501)$/
const LOCK_NOT_AVAILABLE = "55P03"

/** Returns whether the server is read-only; a writable one is migrated. */
async function prepareDatabase(
  url: string,
  { access, schema }: { access: ServerAccess; schema?: string },
): Promise<boolean> {
  return untilReachable(async () => {
    if (access === "read" && (await serversAt(url, access).find()).isReadOnly) {
      await assertMigrated(url)
      return true
    }
    await migrate(url, schema)
    return false
  })
}

async function untilReachable<T>(work: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + CONNECT_TIMEOUT; ; await sleep(RETRY_DELAY)) {
    try {
      return await work()
    } catch (error) {
      const { code = "", message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
      const away = databaseErrorKind(error) === "away" && code !== LOCK_NOT_AVAILABLE
      if (away && !ACCESS_ERRORS.test(code) && performance.now() < end) continue
      if (!away && !ACCESS_ERRORS.test(code)) throw error
      throw new SettingsError(`DATABASE_URL cannot be used: ${message || code}`)
    }
  }
}

/** @throws SettingsError if a server that cannot be migrated has another schema than this release */
async function assertMigrated(url: string): Promise<void> {
  const client = await connectUnlimited(url, { access: "read" })
  try {
    if (sinceBaseline(await listMigrations(client)).join() === migrationNames().join()) return
  } finally {
    await client.end()
  }
  throw new SettingsError("This database server is read-only, and its schema is of another release: start that release")
}

function fixedIdentity(settings: Settings): FixedIdentity {
  return {
    name: settings.shopName,
    email: settings.shopEmail,
    url: settings.appUrl ?? `http://localhost:${settings.port}`,
  }
}

async function storedSecret(folder: string): Promise<string[]> {
  const path = join(folder, "session-secret")
  await writeOnce(path, `${randomBytes(32).toString("base64url")}\n`)
  return [(await readFile(path, "utf8")).trim()]
}
