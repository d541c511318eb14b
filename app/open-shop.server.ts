import { randomBytes } from "node:crypto"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type pg from "pg"
import { type Logger, pino } from "pino"
import { type Database, openDatabase, openPool } from "~db/database.server"
import { resolveDataFolder } from "~db/embedded/data-folder"
import { openEmbeddedPostgres } from "~db/embedded/embedded-postgres"
import { migrate } from "~db/migrate.server"
import { openDiskMedia } from "./adapters/disk-media.server"
import { openOutboxMailer } from "./adapters/outbox-mailer.server"
import { openRateLimits } from "./adapters/rate-limits.server"
import { openS3Media } from "./adapters/s3-media.server"
import { openSandboxGateway } from "./adapters/sandbox-gateway.server"
import { openSmtpMailer } from "./adapters/smtp-mailer.server"
import { openStripeGateway } from "./adapters/stripe-gateway.server"
import type { Books, Identity, Shop } from "./domain/shop"
import { type Settings, SettingsError } from "./settings.server"

/** The shop with its doors open, and what the programs around it need to know. */
export interface OpenShop {
  shop: Shop
  pool: pg.Pool
  databaseUrl: string
  /** Whether database, media and mail are the embedded defaults of this machine. */
  embedded: boolean
  /** DATA_DIR: what the embedded defaults keep on disk. */
  folder: string
  mediaFolder: string
  sessionSecrets: string[]
  close(): Promise<void>
}

interface Options {
  log: Logger
  onProgress?: (line: string) => void
  /** Whether a statement may take as long as it needs: for what an operator starts by hand and waits for. */
  patient?: boolean
}

/**
 * Opens the shop that the settings describe: the only place where the domain's ports meet their adapters. What the
 * settings leave out is embedded.
 */
export async function openShop(settings: Settings, { log, onProgress, patient = false }: Options): Promise<OpenShop> {
  const folder = resolveDataFolder({ dataDir: settings.dataDir ?? undefined })
  const postgres = settings.databaseUrl === null ? await openEmbeddedPostgres({ folder, onProgress }) : null
  const databaseUrl = settings.databaseUrl ?? postgres?.url ?? ""
  try {
    await migrateDatabase(databaseUrl)
    const pool = openPool({
      url: databaseUrl,
      max: settings.poolMax,
      ...(patient ? { statementTimeout: 0 } : {}),
      onError: (error) => log.warn({ err: error }, "a database connection broke"),
    })
    const mediaFolder = join(folder, "media")
    const identity = identityOf(settings)
    const books: Books = { db: openDatabase(pool), log, identity, now: () => new Date() }
    const shop: Shop = {
      ...books,
      payments: settings.stripe
        ? openStripeGateway({ ...settings.stripe, log, now: books.now })
        : openSandboxGateway({ db: books.db, now: books.now, url: identity.url }),
      media: settings.s3
        ? openS3Media({ ...settings.s3, baseUrl: settings.mediaBaseUrl })
        : openDiskMedia({ folder: mediaFolder, baseUrl: settings.mediaBaseUrl ?? "/media" }),
      mailer: settings.smtpUrl
        ? openSmtpMailer({ url: settings.smtpUrl, from: settings.mailFrom, host: new URL(identity.url).hostname })
        : openOutboxMailer(),
      limits: openRateLimits(pool),
      transaction: (work) => transaction(books, work),
    }
    return {
      shop,
      pool,
      databaseUrl,
      embedded: settings.databaseUrl === null,
      folder,
      mediaFolder,
      sessionSecrets: settings.sessionSecrets ?? (await keptSecret(folder)),
      async close() {
        await books.db.destroy()
        await postgres?.stop()
      },
    }
  } catch (error) {
    await postgres?.stop()
    throw error
  }
}

/** A database that cannot be reached or used is the configuration's matter, and deserves one sentence. */
async function migrateDatabase(url: string): Promise<void> {
  await migrate(url).catch((error: Error) => {
    const { code = "", message } = (error.cause ?? error) as NodeJS.ErrnoException
    if (!/^(E[A-Z]+|28\w{3}|3D000|42501|57P03)$/.test(code)) throw error
    throw new SettingsError(`DATABASE_URL cannot be used: ${message || code}`)
  })
}

/** Log lines as JSON, pretty on a terminal. */
export function openLog(settings: Pick<Settings, "logLevel">): Logger {
  const options = {
    level: settings.logLevel,
    redact: ["req.headers.cookie", "req.headers.authorization", "*.password", "*.number", "*.cvc"],
  }
  if (!process.stdout.isTTY) return pino(options)
  return pino({ ...options, transport: { target: "pino-pretty", options: { ignore: "pid,hostname" } } })
}

/** One transaction around `work`; the same books, on one connection. */
export async function transaction<T>(books: Books, work: (books: Books) => Promise<T>): Promise<T> {
  return books.db.transaction().execute((tx: Database) => work({ ...books, db: tx }))
}

function identityOf(settings: Settings): Identity {
  return {
    name: settings.shopName,
    email: settings.shopEmail,
    url: settings.appUrl ?? `http://localhost:${settings.port}`,
  }
}

/** The secret of an embedded shop: made once, readable by its owner alone. */
async function keptSecret(folder: string): Promise<string[]> {
  const path = join(folder, "session-secret")
  await mkdir(folder, { recursive: true })
  await writeFile(path, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flag: "wx" }).catch((error) => {
    if (error.code !== "EEXIST") throw error
  })
  return [(await readFile(path, "utf8")).trim()]
}
