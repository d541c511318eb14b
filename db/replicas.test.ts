import { sql } from "kysely"
import type pg from "pg"
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { type Database, openPool } from "./database.server"
import { Replicas } from "./replicas.server"
import { openTestReplication, type TestReplication } from "./testing/test-replica"

let replication: TestReplication
let primary: pg.Pool
let replicas: Replicas
const heard: string[] = []

beforeAll(async () => {
  replication = await openTestReplication()
  primary = openPool({ url: replication.primaryUrl, max: 4 })
  await primary.query("create table notes (number int)")
  await primary.query("insert into notes values (0)")
  replicas = new Replicas(primary, {
    urls: [replication.replicaUrl],
    max: 4,
    onChange: (_, isAsked) => heard.push(isAsked ? "asked" : "left out"),
  })
})
beforeEach(async () => {
  await untilAsked()
  heard.length = 0
})
afterAll(async () => {
  await replicas?.close()
  await primary?.end()
  await replication?.close()
})

/** The newest note, and whether a replica returned it */
const read = () =>
  replicas.read(async (db: Database) => {
    const { rows } = await sql<{ newest: number; replica: boolean }>`
      select max(number) as newest, pg_is_in_recovery() as replica from notes`.execute(db)
    return rows[0]
  })
const write = (number: number) => primary.query("insert into notes values ($1)", [number])
const untilAsked = () => vi.waitUntil(async () => (await read()) !== null, { timeout: 20_000, interval: 50 })

test("a read after a write sees it, from whichever server", async () => {
  for (let number = 1, told = 0; told < 100; number++) {
    await write(number)
    const found = await read()
    if (!found) continue
    told++
    expect(found.result).toEqual({ newest: number, replica: true })
  }
})

test("concurrent reads and writes see everything written before the read", async () => {
  let committed = 100_000
  let isOver = false
  const writing = (async () => {
    while (!isOver) {
      await write(committed + 1)
      committed++
    }
  })()
  let told = 0
  while (told < 200) {
    const asked = Array.from({ length: 40 }, async (_, index) => {
      await new Promise((resolve) => setTimeout(resolve, index))
      const least = committed
      const found = await read()
      if (found) told++
      return found ? (found.result?.newest ?? 0) >= least : null
    })
    expect(await Promise.all(asked)).not.toContain(false)
  }
  isOver = true
  await writing
})

test("a lagging replica is skipped immediately, and used again when it has caught up", async () => {
  await replication.pauseReplay()
  await write(2_000_000)
  const began = performance.now()
  expect(await read()).toBeNull()
  expect(performance.now() - began).toBeLessThan(2_000)
  expect(await read()).toBeNull()
  expect(heard).toEqual(["left out"])
  await replication.resumeReplay()
  await untilAsked()
  expect(heard).toEqual(["left out", "asked"])
})

test("a replica that hangs is waited for once and not for long", async () => {
  replication.freeze()
  try {
    const began = performance.now()
    expect(await read()).toBeNull()
    expect(performance.now() - began).toBeLessThan(3_000)
    const again = performance.now()
    for (let times = 0; times < 20; times++) expect(await read()).toBeNull()
    expect(performance.now() - again).toBeLessThan(200)
  } finally {
    replication.thaw()
  }
  await untilAsked()
})

test("a replica that dies during the work leaves it to the primary, and returns later", async () => {
  const working = replicas.read(async (db) => {
    await sql`select 1`.execute(db)
    await replication.stopReplica()
    return sql`select 1`.execute(db)
  })
  expect(await working).toBeNull()
  expect(await read()).toBeNull()
  await replication.startReplica()
  await untilAsked()
  await write(3_000_000)
  await vi.waitUntil(async () => (await read())?.result?.newest === 3_000_000)
})

test("an error of the work itself does not count as the replica's", async () => {
  await untilAsked()
  await expect(replicas.read(() => Promise.reject(new Error("no such product")))).rejects.toThrow("no such product")
  expect(await read()).not.toBeNull()
})

test("a server that is not a replica is never used", async () => {
  const wrong = new Replicas(primary, { urls: [replication.primaryUrl], max: 1 })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await wrong.read(async () => 1)).toBeNull()
  await wrong.close()
})
