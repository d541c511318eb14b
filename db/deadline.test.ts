import type pg from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openPool } from "./database.server"
import { withDeadline } from "./deadline.server"
import { createTestDatabase, type TestDatabase } from "./testing/test-database"

let database: TestDatabase
let pool: pg.Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool({ url: database.url, max: 10 })
  await pool.query(`
    create table notes (words text);
    create function take_time() returns trigger language plpgsql as 'begin perform pg_sleep(0.6); return null; end';
    create constraint trigger slow_at_the_end after insert on notes deferrable initially deferred
      for each row execute function take_time()`)
})
afterAll(async () => {
  await pool?.end()
  await database?.drop()
})

const sleep = (seconds: number) => pool.query(`select pg_sleep(${seconds})`)

test("concurrent waits are counted once", async () => {
  await withDeadline(async () => {
    await Promise.all(Array.from({ length: 10 }, () => sleep(0.9)))
    await sleep(2.5)
  })
})

test("a commit is waited for, even when little time is left", async () => {
  await withDeadline(async () => {
    const client = await pool.connect()
    try {
      await client.query("begin")
      await client.query("insert into notes values ('kept')")
      await client.query("select pg_sleep(1.2)")
      await client.query("commit")
    } finally {
      client.release()
    }
  }, 1_500)
  expect((await pool.query("select words from notes")).rows).toEqual([{ words: "kept" }])
})

test("without any response, all queries fail soon, however many there are", async () => {
  const began = performance.now()
  await withDeadline(async () => {
    for (let times = 0; times < 40; times++) await expect(sleep(9)).rejects.toMatchObject({ code: "ETIMEDOUT" })
  }, 500)
  expect(performance.now() - began).toBeLessThan(6_000)
})
