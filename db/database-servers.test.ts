import { setTimeout as sleep } from "node:timers/promises"
import type pg from "pg"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { openSlowProxy, type SlowProxy } from "~/testing/processes/slow-proxy.server"
import { openPool } from "./database.server"
import { databaseErrorKind } from "./database-error"
import { serversAt } from "./database-servers.server"
import { openTestReplication, type TestReplication } from "./testing/test-replica"
import { TIMELINE } from "./timeline.server"

let replication: TestReplication
let primary: SlowProxy
let replica: SlowProxy
const pools: pg.Pool[] = []

beforeAll(async () => {
  replication = await openTestReplication()
  primary = await openSlowProxy(replication.primaryUrl)
  replica = await openSlowProxy(replication.replicaUrl)
  await openAt(primary.url).query("create table notes (number int)")
})
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.end())))
afterAll(async () => {
  await Promise.all([primary?.close(), replica?.close()])
  await replication?.close()
})

function openAt(url: string, options: Partial<Parameters<typeof openPool>[0]> = {}): pg.Pool {
  const pool = openPool({ url, max: 4, ...options })
  pools.push(pool)
  return pool
}

/** The address of several servers, in libpq's format */
function several(...urls: string[]): string {
  const [first = ""] = urls
  return first.replace(new URL(first).host, urls.map((url) => new URL(url).host).join(","))
}

const note = (pool: pg.Pool) => pool.query("insert into notes values (1)")
const isInRecovery = async (pool: pg.Pool) =>
  (await pool.query("select pg_is_in_recovery() as standby")).rows[0].standby as boolean
const timelineAt = async (url: string) => (await openAt(url).query(TIMELINE)).rows[0].timeline as string
const failure = (work: Promise<unknown>) => work.then(() => null).catch((error: Error) => error)

test("a standby alone is refused, reported once, and counts as an outage", async () => {
  const heard: string[] = []
  serversAt(replica.url).onRefusal = (sentence) => heard.push(sentence)
  const pool = openAt(replica.url)
  const errors = [await failure(pool.query("select 1")), await failure(pool.query("select 1"))]
  expect(errors.map((error) => databaseErrorKind(error))).toEqual(["away", "away"])
  const host = new URL(replica.url).host
  expect(heard).toEqual([
    `The database server at ${host} is a standby, which accepts no writes: no one can buy until a server accepts writes.`,
  ])
})

test("of several, the writable server is found, wherever it is in the list", async () => {
  for (const url of [several(replica.url, primary.url), several(primary.url, replica.url)]) {
    const pool = openAt(`${url}?target_session_attrs=read-write`)
    await Promise.all([note(pool), note(pool), note(pool)])
    expect(await isInRecovery(pool)).toBe(false)
  }
})

test("an unreachable server does not prevent another from being found", async () => {
  primary.hang()
  try {
    const pool = openAt(several(primary.url, replica.url), { access: "read" })
    const beganAt = performance.now()
    expect(await isInRecovery(pool)).toBe(true)
    expect(performance.now() - beganAt).toBeLessThan(6_000)
  } finally {
    primary.resume()
  }
})

test.each([
  ["standby", true],
  ["prefer-standby", true],
  ["primary", false],
  ["read-write", false],
])("a reader gets the server that target_session_attrs=%s selects", async (target, standby) => {
  const pool = openAt(`${several(primary.url, replica.url)}?target_session_attrs=${target}`, { access: "read" })
  expect(await isInRecovery(pool)).toBe(standby)
})

test("connections are dropped once one of them finds the server read-only, and recover with it", async () => {
  const pool = openAt(primary.url)
  await Promise.all([note(pool), note(pool), note(pool)])
  expect(pool.totalCount).toBe(3)
  await replication.setReadOnly("on")
  await expect.poll(() => failure(note(pool))).toMatchObject({ code: "25006" })
  expect(await failure(pool.query("select 1"))).toMatchObject({ code: "25006", name: "ReadOnlyServerError" })
  await replication.setReadOnly("off")
  await expect.poll(() => failure(note(pool))).toBeNull()
})

test("after a promotion every pool finds the new primary, and stays there when the old one returns", async () => {
  const pool = openAt(several(primary.url, replica.url))
  await Promise.all([note(pool), note(pool)])
  primary.hang()
  const waiting = [failure(note(pool)), failure(note(pool))]
  const timeline = await timelineAt(replication.primaryUrl)
  await replication.promote()
  expect(await timelineAt(replication.replicaUrl)).not.toBe(timeline)
  const beganAt = performance.now()
  for (const error of await Promise.all(waiting)) expect(databaseErrorKind(error)).toBe("away")
  await expect.poll(() => failure(note(pool)), { timeout: 10_000 }).toBeNull()
  expect(performance.now() - beganAt).toBeLessThan(6_000)
  primary.resume()
  await sleep(100)
  expect(new Set(await Promise.all([1, 2, 3, 4].map(() => serverOf(pool))))).toEqual(
    new Set([Number(new URL(replication.replicaUrl).port)]),
  )
})

const serverOf = async (pool: pg.Pool) => (await pool.query("select inet_server_port() as port")).rows[0].port as number
