import { randomBytes } from "node:crypto"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type pg from "pg"
import type { Logger } from "pino"
import { shippedRoles } from "~/domain/accounts/permission"
import { type Settings, SettingsError } from "~/start/settings.server"
import { transaction } from "~/start/transaction.server"
import { writeOnce } from "~/start/write-once.server"
import { openDatabase, openPool } from "~db/database.server"
import { databaseErrorKind } from "~db/database-error"
import { resolveDataFolder } from "~db/embedded/data-folder"
import { openEmbeddedPostgres } from "~db/embedded/embedded-postgres"
import { migrate } from "~db/migrate.server"
import { Replicas } from "~db/replicas.server"
import { openDiskMedia } from "./adapters/disk-media.server"
import { openOutboxMailer } from "./adapters/outbox-mailer.server"
import { openRateLimits } from "./adapters/rate-limits.server"
import { openSandboxGateway } from "./adapters/sandbox-gateway.server"
import { liveOnlyGateway } from "./adapters/standby-gateway.server"
import { type FixedIdentity, identityOf, senderOf } from "./domain/settings/identity"
import { SettingsMemory } from "./domain/settings/settings-memory.server"
import type { Queryable, Shop } from "./domain/shop"

/** The shop with its doors open, and what the programs around it need to know. */
export interface OpenShop {
  shop: Shop
  pool: pg.Pool
  /** The database itself, past any pooler: for what needs a session of its own. */
  databaseUrl: string
  /** Whether database, media and mail are the embedded defaults of this machine. */
  embedded: boolean
  /** DATA_DIR: what the embedded defaults keep on disk. */
  dataFolder: string
  mediaFolder: string
  sessionSecrets: string[]
  close(): Promise<void>
}

interface Options {
  log: Logger
  onProgress?: (line: string) => void
  /** Whether a statement may take as long as it needs: for what an operator starts by hand and waits for. */
  noStatementTimeout?: boolean
  /** The migration whose schema the database shall have: the newest, unless a backup of an older one is restored. */
  schema?: string
}

/**
 * Opens the shop that the settings describe: the only place where the domain's ports meet their adapters. What the
 * settings leave out is embedded.
 */
export async function openShop(
  settings: Settings,
  { log, onProgress, noStatementTimeout = false, schema }: Options,
): Promise<OpenShop> {
  const folder = resolveDataFolder({ dataDir: settings.dataDir ?? undefined })
  const postgres = settings.databaseUrl === null ? await openEmbeddedPostgres({ folder, onProgress }) : null
  const databaseUrl = settings.databaseDirectUrl ?? settings.databaseUrl ?? postgres?.url ?? ""
  const throughPooler = settings.databaseDirectUrl !== null && !noStatementTimeout
  try {
    await migrateDatabase(databaseUrl, schema)
    const pool = openPool({
      url: throughPooler ? (settings.databaseUrl ?? "") : databaseUrl,
      max: settings.poolMax,
      throughPooler,
      namedStatements: settings.namedStatements,
      ...(noStatementTimeout ? { statementTimeout: 0 } : {}),
      onError: (error) => log.warn({ err: error }, "a database connection broke"),
    })
    const replicas = noStatementTimeout ? null : openReplicas(settings, pool, log)
    const mediaFolder = join(folder, "media")
    const db = openDatabase(pool)
    const memory = new SettingsMemory(db)
    const identity = identityOf(memory, fixedIdentity(settings))
    const { owners } = settings
    const queryable: Queryable = { db, log, identity, settings: memory, owners, now: () => new Date() }
    // An older schema is a backup's that is being put back: it may have no settings.
    if (schema === undefined) await memory.renew()
    const shop: Shop = {
      ...queryable,
      payments: liveOnlyGateway(await openPayments(settings, queryable), db),
      media: await openMedia(settings, mediaFolder),
      mailer: await openMailer(settings, queryable),
      limits: openRateLimits(pool),
      roles: shippedRoles,
      ...(replicas ? { replicas } : {}),
      transaction: (work) => transaction(queryable, work),
    }
    return {
      shop,
      pool,
      databaseUrl,
      embedded: settings.databaseUrl === null,
      dataFolder: folder,
      mediaFolder,
      sessionSecrets: settings.sessionSecrets ?? (await storedSecret(folder)),
      async close() {
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
      ? log.info({ replica }, "a replica is asked")
      : log.warn({ replica, err: reason }, "a replica is left out until it is well")
  return new Replicas(pool, { urls, max, namedStatements, onChange })
}

// The libraries of services are loaded where the service is configured, and nowhere else.

async function openPayments({ stripe }: Settings, tx: Queryable): Promise<Shop["payments"]> {
  const { db, log, now, identity } = tx
  if (!stripe) return openSandboxGateway({ db, now, url: identity.url })
  const { openStripeGateway } = await import("./adapters/stripe-gateway.server")
  return openStripeGateway({ ...stripe, log, now })
}

async function openMedia({ s3, mediaBaseUrl, assetHost }: Settings, folder: string): Promise<Shop["media"]> {
  if (!s3) return openDiskMedia({ folder, baseUrl: mediaBaseUrl ?? `${assetHost ?? ""}/media` })
  const { openS3Media } = await import("./adapters/s3-media.server")
  return openS3Media({ ...s3, baseUrl: mediaBaseUrl })
}

async function openMailer({ smtpUrl, mailFrom }: Settings, tx: Queryable): Promise<Shop["mailer"]> {
  if (!smtpUrl) return openOutboxMailer()
  const { openSmtpMailer } = await import("./adapters/smtp-mailer.server")
  const from = () => mailFrom ?? senderOf(tx)
  return openSmtpMailer({ url: smtpUrl, from, host: new URL(tx.identity.url).hostname })
}

/** How long the start waits for a database that is just starting as well, and how often it looks, in milliseconds. */
const CONNECT_TIMEOUT = 10_000
const RETRY_DELAY = 500
/** Wrong credentials or names do not heal by waiting. */
const ACCESS_ERRORS = /^(28\w{3}|3D000|42501)$/
/** A lock that was not to be had in all the time that a migration tries: not the connection's matter. */
const LOCK_NOT_AVAILABLE = "55P03"

/** A database that cannot be reached or used is the configuration's matter, and deserves one sentence. */
async function migrateDatabase(url: string, schema?: string): Promise<void> {
  for (const end = performance.now() + CONNECT_TIMEOUT; ; await sleep(RETRY_DELAY)) {
    try {
      return await migrate(url, schema)
    } catch (error) {
      const { code = "", message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
      const away = databaseErrorKind(error) === "away" && code !== LOCK_NOT_AVAILABLE
      if (away && !ACCESS_ERRORS.test(code) && performance.now() < end) continue
      if (!away && !ACCESS_ERRORS.test(code)) throw error
      throw new SettingsError(`DATABASE_URL cannot be used: ${message || code}`)
    }
  }
}

function fixedIdentity(settings: Settings): FixedIdentity {
  return {
    name: settings.shopName,
    email: settings.shopEmail,
    url: settings.appUrl ?? `http://localhost:${settings.port}`,
  }
}

/** The secret of an embedded shop: made once, readable by its owner alone. */
async function storedSecret(folder: string): Promise<string[]> {
  const path = join(folder, "session-secret")
  await writeOnce(path, `${randomBytes(32).toString("base64url")}\n`)
  return [(await readFile(path, "utf8")).trim()]
}
