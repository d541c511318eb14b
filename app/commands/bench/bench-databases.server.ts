import { randomUUID } from "node:crypto"
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "kysely"
import type { Shop } from "~/domain/shop"
import { parseSettings } from "~/start/settings.server"
import { openDatabase, openPool } from "~db/database.server"
import { openEmbeddedPostgres } from "~db/embedded/embedded-postgres"
import { withShop } from "../process/with-shop.server"
import { picturesForAll } from "../seed/seed-pictures.server"
import { seedProducts } from "../seed.server"

export type BenchDatabases = Awaited<ReturnType<typeof openBenchDatabases>>

export async function openBenchDatabases(chosen: string | null, onProgress: (line: string) => void) {
  const folder = chosen ?? (await mkdtemp(join(tmpdir(), "counter-bench-")))
  await mkdir(folder, { recursive: true })
  // Under root, PostgreSQL runs as another user, who must reach the folder.
  await chmod(folder, 0o755)
  const remove = () => (chosen ? undefined : rm(folder, { recursive: true, force: true }))
  try {
    const { url, stop } = await openEmbeddedPostgres({ folder, onProgress })
    return { url, folder, close: () => stop().then(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}

export async function settingsOf({ url, folder }: BenchDatabases, database: string): Promise<Record<string, string>> {
  return {
    DATABASE_URL: await createDatabase(url, database),
    DATA_DIR: folder,
    SESSION_SECRET: randomUUID(),
    PAYMENTS: "sandbox",
  }
}

export function withBenchShop<T>(settings: Record<string, string>, work: (shop: Shop) => Promise<T>): Promise<T> {
  return withShop(parseSettings({ ...settings, LOG_LEVEL: "warn" }), ({ shop }) => work(shop))
}

export async function fillCatalogue(
  shop: Shop,
  size: number,
  say: (line: string) => void,
  { sizes = false } = {},
): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from products`.execute(shop.db)
  const missing = size - (rows[0]?.count ?? 0)
  if (missing <= 0) return
  const started = performance.now()
  await seedProducts(shop, missing, { pictures: await picturesForAll(shop), sizes })
  say(`${missing.toLocaleString("en-US")} products in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const db = openDatabase(openPool({ url: serverUrl, max: 1 }))
  try {
    const known = await sql`select from pg_database where datname = ${name}`.execute(db)
    if (known.rows.length === 0) await sql`create database ${sql.ref(name)}`.execute(db)
  } finally {
    await db.destroy()
  }
  return Object.assign(new URL(serverUrl), { pathname: name }).href
}
