import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type pg from "pg"
import { pino } from "pino"
import { openDiskMedia } from "~/adapters/disk-media.server"
import { openOutboxMailer } from "~/adapters/outbox-mailer.server"
import { openRateLimits } from "~/adapters/rate-limits.server"
import { openRemoteFiles } from "~/adapters/remote-files.server"
import { openSandboxGateway } from "~/adapters/sandbox-gateway.server"
import { CategoryMemory } from "~/domain/catalog/categories/category-memory.server"
import { DiscountMemory } from "~/domain/discounts/discount-memory.server"
import { openSecretBox } from "~/domain/factors/secret-box.server"
import { identityOf } from "~/domain/settings/identity"
import { SettingsMemory } from "~/domain/settings/settings-memory.server"
import type { Queryable, Shop } from "~/domain/shop"
import type { OpenShop } from "~/open-shop.server"
import { transaction } from "~/start/transaction.server"
import { openDatabase, openPool } from "~db/database.server"
import { createTestDatabase } from "~db/testing/test-database"

export interface TestClock extends Pick<OpenShop["clock"], "now" | "steps" | "measure"> {
  skew: number
  /** Advances the clock. */
  advance(by: { minutes?: number; hours?: number; days?: number }): void
}

export interface TestShop {
  shop: Shop
  clock: TestClock
  pool: pg.Pool
  databaseUrl: string
  mediaFolder: string
  close(): Promise<void>
}

interface TestShopOptions {
  /** The database's address for the shop, such as a proxy's; the test itself connects directly. */
  connectVia?: (databaseUrl: string) => Promise<string>
}

/** Opens a shop on a new database, with the embedded adapters and a clock that the test sets. */
export async function openTestShop(
  parts: Partial<Pick<Shop, "db" | "log" | "payments" | "media" | "mailer" | "remoteFiles">> = {},
  { connectVia = async (url) => url }: TestShopOptions = {},
): Promise<TestShop> {
  const database = await createTestDatabase()
  const mediaFolder = await mkdtemp(join(tmpdir(), "counter-media-"))
  const pool = openPool({ url: await connectVia(database.url), max: 12 })
  const clock = testClock()
  const db = openDatabase(pool)
  const settings = new SettingsMemory(db)
  const categories = new CategoryMemory(db)
  await categories.renew()
  const secrets = openSecretBox(["a secret for the tests only"])
  const queryable: Queryable = {
    db,
    log: parts.log ?? pino({ level: "silent" }),
    identity: identityOf(settings, { name: null, email: null, url: "http://localhost:3000" }),
    settings,
    categories,
    discounts: new DiscountMemory(db),
    owners: ["hello@shop.test"],
    ...(parts.mailer?.kind === "smtp" ? { mailSeal: secrets } : {}),
    now: clock.now,
  }
  const shop: Shop = {
    ...queryable,
    payments: openSandboxGateway({ db: queryable.db, now: clock.now, url: queryable.identity.url }),
    media: openDiskMedia({ folder: mediaFolder, baseUrl: "/media" }),
    mailer: openOutboxMailer(),
    remoteFiles: openRemoteFiles(),
    limits: openRateLimits(pool),
    secrets,
    transaction: (work) => transaction(queryable, work),
    ...parts,
  }
  return {
    shop,
    clock,
    pool,
    databaseUrl: database.url,
    mediaFolder,
    async close() {
      await queryable.db.destroy()
      await database.drop()
      await rm(mediaFolder, { recursive: true, force: true })
    },
  }
}

/** Real time plus what the test added */
function testClock(): TestClock {
  let ahead = 0
  return {
    skew: 0,
    steps: 0,
    measure: async () => {},
    now: () => new Date(Date.now() + ahead),
    advance({ minutes = 0, hours = 0, days = 0 }) {
      ahead += ((days * 24 + hours) * 60 + minutes) * 60_000
    },
  }
}
