import { randomUUID } from "node:crypto"
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "kysely"
import type { Shop } from "~/domain/shop"
import { parseSettings } from "~/start/settings.server"
import { openEmbeddedPostgres } from "~db/embedded/embedded-postgres"
import { print } from "../process/terminal.server"
import { withShop } from "../process/with-shop.server"
import { picturesForAll } from "../seed/seed-pictures.server"
import { seedProducts } from "../seed.server"
import { withClient } from "./migrate/measure-migrations.server"

export type BenchDatabases = Awaited<ReturnType<typeof openBenchDatabases>>

export async function openBenchDatabases(chosen: string | null) {
  const folder = chosen ?? (await mkdtemp(join(tmpdir(), "counter-bench-")))
  const remove = () => (chosen ? undefined : rm(folder, { recursive: true, force: true }))
  try {
    await mkdir(folder, { recursive: true })
    // Under root, PostgreSQL runs as another user, who must reach the folder.
    await chmod(folder, 0o755)
    const { url, stop } = await openEmbeddedPostgres({ folder, onProgress: print })
    return { url, folder, close: () => stop().then(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}

export async function openBenchDatabase({ url }: BenchDatabases, name: string): Promise<string> {
  await withClient(url, async (client) => {
    const known = await client.query("select from pg_database where datname = $1", [name])
    if (known.rowCount === 0) await client.query(`create database ${name}`)
  })
  return Object.assign(new URL(url), { pathname: name }).href
}

/** Opens a shop in a database of its own; further processes of it take the settings. */
export async function withBenchShop<T>(
  databases: BenchDatabases,
  name: string,
  work: (shop: Shop, settings: Record<string, string>) => Promise<T>,
  more: Record<string, string> = {},
): Promise<T> {
  const settings = {
    DATABASE_URL: await openBenchDatabase(databases, name),
    DATA_DIR: databases.folder,
    SESSION_SECRET: randomUUID(),
    PAYMENTS: "sandbox",
    ...more,
  }
  return withShop(parseSettings({ ...settings, LOG_LEVEL: "warn" }), ({ shop }) => work(shop, settings))
}

export async function fillCatalogue(shop: Shop, size: number, { sizes = false } = {}): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from products`.execute(shop.db)
  const missing = size - (rows[0]?.count ?? 0)
  if (missing <= 0) return
  const started = performance.now()
  await seedProducts(shop, missing, { pictures: await picturesForAll(shop), sizes })
  print(`${missing.toLocaleString("en-US")} products in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}
