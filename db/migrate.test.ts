import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest"
import { migrate, migrationNames } from "./migrate.server"

const { url, prefix } = inject("testDatabases")

test("any number of processes migrate one empty database at once", async () => {
  for (let round = 0; round < 3; round++) {
    const { own, drop } = await createEmptyDatabase()
    try {
      await Promise.all(Array.from({ length: 5 }, () => migrate(own)))
      expect(await ask(own, "select count(*)::int from graphile_worker.jobs")).toEqual([{ count: 0 }])
    } finally {
      await drop()
    }
  }
})

describe("while an older release serves", () => {
  const OLDER = "0007_growth"
  let database: { own: string; drop(): Promise<void> }
  let serving: pg.Client
  beforeEach(async () => {
    database = await createEmptyDatabase()
    await migrate(database.own, OLDER)
    serving = new pg.Client({ connectionString: database.own })
    await serving.connect()
    await serving.query("begin")
    await serving.query("lock table orders in row exclusive mode")
  })
  afterEach(async () => {
    await serving.end()
    await database.drop()
  })

  const migrated = () => ask(database.own, "select name from kysely_migration order by name")
  const newest = migrationNames().map((name) => ({ name }))

  test("a migration gives way to whoever holds a lock, lets others through, and is tried again", async () => {
    const migrating = migrate(database.own)
    await sleep(3_500)
    expect(await migrated()).not.toEqual(newest)
    expect((await migrated()).length).toBeGreaterThan(migrationNames().indexOf(OLDER) + 1)
    await ask(database.own, "select from orders")
    await serving.query("commit")
    await migrating
    expect(await migrated()).toEqual(newest)
  })

  test("a migration that collides with a transaction is tried again", async () => {
    const migrating = migrate(database.own)
    const waiting =
      "select count(*)::int from pg_locks join pg_class c on c.oid = relation where not granted and relname = 'orders'"
    await expect.poll(() => ask(database.own, waiting), { interval: 20, timeout: 20_000 }).toEqual([{ count: 1 }])
    // The migration that waits for the orders has locked their lines already.
    await serving.query("lock table order_lines in row exclusive mode")
    await serving.query("commit")
    await migrating
    expect(await migrated()).toEqual(newest)
  })
})

async function createEmptyDatabase() {
  const name = prefix + randomUUID().replaceAll("-", "")
  const own = new URL(url)
  own.pathname = name
  await ask(url, `create database ${name}`)
  return { own: own.href, drop: async () => void (await ask(url, `drop database ${name} with (force)`)) }
}

async function ask(database: string, text: string) {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
