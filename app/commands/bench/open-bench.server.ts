import { randomUUID } from "node:crypto"
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { openShop } from "~/open-shop.server"
import { openLog } from "~/start/log.server"
import { parseSettings } from "~/start/settings.server"
import { openEmbeddedPostgres } from "~db/embedded/embedded-postgres"
import { print } from "../process/terminal.server"
import { picturesForAll } from "../seed/seed-pictures.server"
import { countProducts, seedProducts } from "../seed.server"

export interface Bench {
  /** The process of its PostgreSQL */
  url: string
  folder: string
}

const endings: (() => unknown)[] = []

/** Adds work for the end of the bench, whose parts end in reverse order. */
export function atEnd(work: () => unknown): void {
  endings.push(work)
}

export async function closeBench(): Promise<void> {
  for (let end = endings.pop(); end; end = endings.pop()) await end()
}

/** @param chosen a folder that is kept; a temporary one by default */
export async function openBench(chosen?: string): Promise<Bench> {
  const folder = chosen ?? (await mkdtemp(join(tmpdir(), "counter-bench-")))
  if (!chosen) atEnd(() => rm(folder, { recursive: true, force: true }))
  await mkdir(folder, { recursive: true })
  // Under root, PostgreSQL runs as another user, who must have access to the folder.
  await chmod(folder, 0o755)
  const { url, stop } = await openEmbeddedPostgres({ folder, onProgress: print })
  atEnd(stop)
  return { url, folder }
}

export async function openBenchDatabase({ url }: Bench, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const known = await client.query("select from pg_database where datname = $1", [name])
  if (known.rowCount === 0) await client.query(`create database ${name}`)
  await client.end()
  return Object.assign(new URL(url), { pathname: name }).href
}

export type BenchShop = Awaited<ReturnType<typeof openBenchShop>>

/** Opens a shop with so many products in a separate database; its other processes get the settings. */
export async function openBenchShop(bench: Bench, name: string, { products = 0, sizes = false } = {}) {
  const settings = {
    DATABASE_URL: await openBenchDatabase(bench, name),
    DATA_DIR: bench.folder,
    SESSION_SECRET: randomUUID(),
    PAYMENTS: "sandbox",
  }
  const log = openLog({ logLevel: "warn" })
  const { shop, close } = await openShop(parseSettings(settings), { log, noStatementTimeout: true })
  atEnd(close)
  const missing = products - (await countProducts(shop))
  if (missing > 0) {
    print(`Adding ${missing.toLocaleString("en-US")} products …`)
    await seedProducts(shop, missing, { pictures: await picturesForAll(shop), sizes })
  }
  return { shop, settings }
}
