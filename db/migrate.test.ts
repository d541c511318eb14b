import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest"
import { BASELINE, type MigrationTexts, migrate, shopMigrations } from "./migrate.server"
import { createTestDatabase } from "./testing/test-database"

const { url, prefix } = inject("testDatabases")

test("any number of processes can migrate one empty database concurrently", async () => {
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

describe("the order in which migrations ran", () => {
  test("is that of their names: a clock that went back in between does not prevent a start", async () => {
    const { own, drop } = await createEmptyDatabase()
    await migrate(own, BASELINE)
    const earlier = "2000-01-01T00:00:00.000Z"
    await ask(own, `update kysely_migration set timestamp = '${earlier}' where name = '${BASELINE}'`)
    await migrate(own, "0101_manufacturer_part_numbers")
    await ask(own, `update kysely_migration set timestamp = '${earlier}' where name = '0101_manufacturer_part_numbers'`)
    await migrate(own, "0101_manufacturer_part_numbers")
    expect(await ask(own, "select count(*)::int from kysely_migration")).toEqual([{ count: 3 }])
    await drop()
  })

  test("has no gap: one that comes before another that has run is refused", async () => {
    const { own, drop } = await createEmptyDatabase()
    await migrate(own, "0101_manufacturer_part_numbers")
    const texts: MigrationTexts = { ...shopMigrations, "0100_zero": async () => "create table things ()" }
    await expect(migrate(own, undefined, { texts })).rejects.toThrow(
      "0100_zero comes before 0101_manufacturer_part_numbers",
    )
    await drop()
  })
})

describe("while an older release runs", () => {
  let database: { own: string; drop(): Promise<void> }
  let serving: pg.Client
  beforeEach(async () => {
    const { url, drop } = await createTestDatabase()
    database = { own: url, drop }
    serving = new pg.Client({ connectionString: database.own })
    await serving.connect()
    await serving.query("begin")
    await serving.query("lock table orders in row exclusive mode")
  })
  afterEach(async () => {
    await serving.end()
    await database.drop()
  })

  const newer = (text: string): MigrationTexts => ({
    ...shopMigrations,
    "9998_things": async () => "create table things ()",
    "9999_orders": async () => text,
  })
  const migrated = async () => {
    const rows = await ask(database.own, "select name from kysely_migration where name >= '9998' order by name")
    return rows.map(({ name }) => name)
  }

  test("a migration waits for a lock only briefly, lets others through, and is retried", async () => {
    const migrating = migrate(database.own, undefined, { texts: newer("alter table orders add column season text") })
    await sleep(3_500)
    expect(await migrated()).toEqual(["9998_things"])
    await ask(database.own, "select from orders")
    await serving.query("commit")
    await migrating
    expect(await migrated()).toEqual(["9998_things", "9999_orders"])
  })

  test("one that renames waits until no older process runs, and names the one that does not stop", async () => {
    const texts = newer(
      "-- No process of an older release may run.\nalter table orders rename tracking_number to tracking;",
    )
    await serving.query("rollback")
    await serving.query('listen "jobs:insert"')
    await expect(migrate(database.own, undefined, { texts, stopTime: 1_000 })).rejects.toThrow(
      /beside an older one.*stop it/,
    )
    expect(await migrated()).toEqual([])
    const migrating = migrate(database.own, undefined, { texts })
    await sleep(1_000)
    await serving.query("unlisten *")
    await migrating
    expect(await migrated()).toEqual(["9998_things", "9999_orders"])
  })

  // PostgreSQL cancels the first of the two that has waited for a second: on a busy machine that may be ours.
  test("a migration that deadlocks with a transaction is retried", { retry: 3 }, async () => {
    const text = "alter table order_lines add column season text; alter table orders add column season text"
    const migrating = migrate(database.own, undefined, { texts: newer(text) })
    const waiting =
      "select count(*)::int from pg_locks join pg_class c on c.oid = relation where not granted and relname = 'orders'"
    await expect.poll(() => ask(database.own, waiting), { interval: 20, timeout: 20_000 }).toEqual([{ count: 1 }])
    // The migration that waits for the orders has already locked their lines.
    const locked = serving.query("lock table order_lines in row exclusive mode")
    await Promise.all([locked.then(() => serving.query("commit")), migrating])
    expect(await migrated()).toEqual(["9998_things", "9999_orders"])
  })
})

describe("a migration that runs outside of a transaction", () => {
  const TABLE = "create table things (number integer); insert into things select generate_series(1, 1000);"
  const INDEXES = `-- outside of a transaction
-- Two of them: the first stays when the second cannot be built.
create index concurrently if not exists things_descending on things (number desc);
create unique index concurrently if not exists things_by_number
  on things (number);
`
  const table: MigrationTexts = { ...shopMigrations, "9998_things": async () => TABLE }
  const indexes: MigrationTexts = { ...table, "9999_indexes": async () => INDEXES }
  let database: { own: string; drop(): Promise<void> }
  beforeEach(async () => {
    const { url, drop } = await createTestDatabase()
    database = { own: url, drop }
    await migrate(database.own, undefined, { texts: table })
  })
  afterEach(() => database.drop())

  const indexesOf = (name: string) =>
    ask(
      database.own,
      `select relname, indisvalid, indexrelid::integer as id from pg_index join pg_class on pg_class.oid = indexrelid
      where indrelid = '${name}'::regclass order by relname`,
    )
  const valid = [
    { relname: "things_by_number", indisvalid: true },
    { relname: "things_descending", indisvalid: true },
  ]

  test("builds its indexes while others write, and waits for earlier writers", async () => {
    const writer = new pg.Client({ connectionString: database.own })
    await writer.connect()
    await writer.query("begin; insert into things values (1001)")
    const migrating = migrate(database.own, undefined, { texts: indexes })
    await expect.poll(() => indexesOf("things"), { timeout: 20_000 }).toMatchObject([{ indisvalid: false }])
    await ask(database.own, "set statement_timeout = 1000; insert into things values (1002)")
    await writer.query("commit")
    await writer.end()
    await migrating
    expect(await indexesOf("things")).toMatchObject(valid)
  })

  test("continues after a failure: finished indexes stay, and unfinished ones are built again", async () => {
    await ask(database.own, "insert into things values (7)")
    await expect(migrate(database.own, undefined, { texts: indexes })).rejects.toThrow("Migration 9999_indexes failed")
    const [unfinished, built] = await indexesOf("things")
    expect([unfinished, built]).toMatchObject([{ indisvalid: false }, { indisvalid: true }])
    await ask(database.own, "delete from things where number = 7")
    await migrate(database.own, undefined, { texts: indexes })
    const after = await indexesOf("things")
    expect(after).toMatchObject(valid)
    expect(after[1]).toEqual(built)
    expect(after[0].id).not.toBe(unfinished.id)
  })

  test("does not wait for processes that wait for it", async () => {
    await Promise.all(Array.from({ length: 5 }, () => migrate(database.own, undefined, { texts: indexes })))
    expect(await indexesOf("things")).toMatchObject(valid)
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
