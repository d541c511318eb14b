import type pg from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openPool } from "./database.server"
import { DatabaseClock } from "./database-clock.server"
import { createTestDatabase, type TestDatabase } from "./testing/test-database"

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let database: TestDatabase
let pool: pg.Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool({ url: database.url, max: 2 })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

test.each([-DAY, -HOUR, -MINUTE, 0, MINUTE, HOUR, DAY])(
  "a process whose clock is %i ms ahead uses the database's time and knows the difference",
  async (skew) => {
    const clock = await DatabaseClock.open(pool, { machine: () => Date.now() + skew })
    const before = clock.now()
    const { rows } = await pool.query<{ now: Date }>("select clock_timestamp() as now")
    const after = clock.now()
    clock.close()
    const now = (rows[0] as { now: Date }).now.getTime()
    expect(now).toBeGreaterThan(before.getTime() - 100)
    expect(now).toBeLessThan(after.getTime() + 100)
    expect(Math.abs(clock.skew - skew)).toBeLessThan(100)
    expect(clock.steps).toBe(0)
  },
)

/** A database whose clock is `ahead` and whose responses take `delay`, the second half after reading its clock */
function otherDatabase() {
  const database = { ahead: 0, delay: 0, connect: async () => {} }
  const wait = () => new Promise((resolve) => setTimeout(resolve, database.delay))
  const query = async () => {
    const now = performance.timeOrigin + performance.now() + database.ahead
    await wait()
    return { rows: [{ now }] }
  }
  const client = { query, release() {} }
  const options: { onConnect?: (connected: typeof client) => Promise<void> } = {}
  database.connect = async () => options.onConnect?.(client)
  return Object.assign(database, { pool: { options, connect: async () => client } as unknown as pg.Pool })
}

const ahead = (clock: DatabaseClock) => clock.now().getTime() - performance.timeOrigin - performance.now()

test("a change of the machine's clock does not move the shop's, and is known at the next measurement", async () => {
  let skew = 0
  const clock = await DatabaseClock.open(otherDatabase().pool, { machine: () => Date.now() + skew })
  skew = DAY
  expect(Math.abs(ahead(clock))).toBeLessThan(50)
  await clock.measure()
  expect(Math.abs(ahead(clock))).toBeLessThan(50)
  expect(Math.abs(clock.skew - DAY)).toBeLessThan(50)
  expect(clock.steps).toBe(0)
  clock.close()
})

test("a slow response does not make the time less exact", async () => {
  const database = otherDatabase()
  const clock = await DatabaseClock.open(database.pool)
  database.delay = 400
  await clock.measure()
  expect(Math.abs(ahead(clock))).toBeLessThan(50)
  clock.close()
})

test.each([-DAY, -HOUR, -MINUTE, MINUTE, HOUR, DAY])(
  "another primary, whose clock is %i ms ahead, is followed from its first connection on",
  async (step) => {
    const database = otherDatabase()
    const clock = await DatabaseClock.open(database.pool)
    let measured = 0
    clock.onMeasure(() => measured++)
    database.ahead = step
    database.delay = 100
    await database.connect()
    expect(measured).toBe(1)
    expect(Math.abs(ahead(clock) - step)).toBeLessThan(150)
    expect(clock.steps).toBe(1)
    clock.close()
  },
)

test("another primary is followed while a measurement still waits for the former one, whose late response is ignored", async () => {
  const database = otherDatabase()
  const clock = await DatabaseClock.open(database.pool)
  database.delay = 200
  const late = clock.measure()
  Object.assign(database, { ahead: HOUR, delay: 0 })
  await database.connect()
  expect(Math.abs(ahead(clock) - HOUR)).toBeLessThan(50)
  await late
  expect(Math.abs(ahead(clock) - HOUR)).toBeLessThan(50)
  expect(clock.steps).toBe(1)
  clock.close()
})
