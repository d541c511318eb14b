import { randomUUID } from "node:crypto"
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises"
import { availableParallelism, tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { sql } from "kysely"
import type { Shop } from "~/domain/shop"
import { openLog, openShop } from "~/open-shop.server"
import { parseSettings } from "~/settings.server"
import { openDatabase, openPool } from "~db/database.server"
import { openEmbeddedPostgres } from "~db/embedded/embedded-postgres"
import { benchQueries } from "./bench/bench-queries"
import { benchReport } from "./bench/bench-report"
import { type Measurement, measureLists } from "./bench/measure-lists.server"
import { measureSignInTimes } from "./bench/sign-in-times.server"
import { seedProducts } from "./seed.server"

const USAGE = `npm run bench                                     measures lists of 10,000 and of 100,000 products, and refused sign-ins
npm run bench -- --sizes 10000,1000000            of other sizes
npm run bench -- --folder /var/tmp/bench          keeps the databases there for the next time`

/** `npm run bench`: fills databases of its own, measures what shoppers ask of lists, and what refusals tell. */
export async function main(args: readonly string[]): Promise<void> {
  const options = parse(args)
  if (!options) {
    process.stderr.write(`${USAGE}\n`)
    process.exitCode = 1
    return
  }
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), "counter-bench-")))
  await mkdir(folder, { recursive: true })
  // Root hands the database to an ordinary user, who must be able to get there.
  await chmod(folder, 0o755)
  const postgres = await openEmbeddedPostgres({ folder, onProgress: say })
  try {
    const results = new Map<number, Measurement[]>()
    const server = { url: postgres.url, folder }
    for (const size of options.sizes) {
      results.set(size, await withShop(server, `bench_${size}`, (shop) => measureSize(shop, size)))
    }
    say(`\n${benchReport(results)}\n`)
    say("Milliseconds, medians of rows and exact count: nothing in memory / the count / the page as well (matches).")
    const { wrongPassword, unknownEmail } = await withShop(server, "bench_accounts", (shop) => measureSignInTimes(shop))
    say(`A refused sign-in: ${wrongPassword.toFixed(1)} (wrong password), ${unknownEmail.toFixed(1)} (unknown e-mail).`)
    say(`${availableParallelism()} cores, Node ${process.versions.node}.`)
  } finally {
    await postgres.stop()
    if (!options.folder) await rm(folder, { recursive: true, force: true })
  }
}

function parse(args: readonly string[]): { sizes: number[]; folder: string | null } | null {
  const given = args.join(" ").trim()
  const sizes = /--sizes[= ]([\d,]+)/.exec(given)?.[1] ?? "10000,100000"
  const folder = /--folder[= ](\S+)/.exec(given)?.[1] ?? null
  const known = given.replace(/--(sizes|folder)[= ]\S+/g, "").trim() === ""
  const numbers = sizes.split(",").map(Number)
  const sensible = numbers.every((size) => Number.isInteger(size) && size >= 100 && size <= 5_000_000)
  return known && sensible ? { sizes: numbers, folder: folder && resolve(folder) } : null
}

async function measureSize(shop: Shop, size: number): Promise<Measurement[]> {
  await fill(shop, size)
  return measureLists(shop, benchQueries)
}

/** A shop of nothing but the database of that name. */
async function withShop<T>(server: Server, database: string, work: (shop: Shop) => Promise<T>): Promise<T> {
  const settings = parseSettings({
    DATABASE_URL: await createDatabase(server.url, database),
    DATA_DIR: server.folder,
    SESSION_SECRET: randomUUID(),
    PAYMENTS: "sandbox",
    LOG_LEVEL: "warn",
  })
  const open = await openShop(settings, { log: openLog(settings), patient: true })
  try {
    return await work(open.shop)
  } finally {
    await open.close()
  }
}

interface Server {
  url: string
  folder: string
}

async function fill(shop: Shop, size: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from products`.execute(shop.db)
  const missing = size - (rows[0]?.count ?? 0)
  if (missing <= 0) return
  const started = performance.now()
  await seedProducts(shop, missing)
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
  const url = new URL(serverUrl)
  url.pathname = name
  return url.href
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
