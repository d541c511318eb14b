import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { connectUnlimited, openDatabase, openPool } from "./database.server"
import { preparedStatement } from "./prepared-statements.server"
import { ask } from "./testing/test-client"
import { createTestDatabase, type TestDatabase } from "./testing/test-database"

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

/** The state that a connection of such a pool leaves on the server */
async function sessionOf(options: Partial<Parameters<typeof openPool>[0]>) {
  const db = openDatabase(openPool({ url: database.url, max: 1, ...options }))
  try {
    const one = await sql<{ one: number }>`${preparedStatement} select ${1}::int as one`.execute(db)
    const { rows } = await sql<{ timeout: string; named: number }>`
      select current_setting('statement_timeout') as timeout,
        (select count(*)::int from pg_prepared_statements) as named`.execute(db)
    return { ...rows[0], one: one.rows[0]?.one }
  } finally {
    await db.destroy()
  }
}

test("a connection caches plans, and sets the statement timeout", async () => {
  expect(await sessionOf({})).toEqual({ timeout: "7s", named: 1, one: 1 })
})

test("through a pooler nothing is set, and statements are unnamed unless it tracks them", async () => {
  expect(await sessionOf({ throughPooler: true })).toEqual({ timeout: "0", named: 1, one: 1 })
  expect(await sessionOf({ throughPooler: true, namedStatements: false })).toEqual({ timeout: "0", named: 0, one: 1 })
})

test("a closed pool has no connection left that stopping the database could break", async () => {
  const pool = openPool({ url: database.url, max: 5 })
  const open = new Set<unknown>()
  pool.on("connect", (client) => {
    open.add(client)
    client.once("end", () => open.delete(client))
  })
  await Promise.all(Array.from({ length: 5 }, () => pool.query("select pg_sleep(0.05)")))
  expect(open.size).toBe(5)
  await pool.end()
  expect(open.size).toBe(0)
})

test("an idle connection that is lost fails the next statement, and nothing else", async () => {
  const client = await connectUnlimited(database.url)
  const { rows } = await client.query("select pg_backend_pid() as pid")
  const lost = new Promise((resolve) => client.once("end", resolve))
  await ask(database.url, `select pg_terminate_backend(${rows[0].pid})`)
  await lost
  await expect(client.query("select 1")).rejects.toThrow()
  await client.end()
})

test("work without a time limit is not ended by a limit of the database", async () => {
  const name = new URL(database.url).pathname.slice(1)
  await ask(database.url, `alter database ${name} set statement_timeout = '5ms'`)
  expect(await sessionOf({ statementTimeout: 0 })).toMatchObject({ timeout: "0" })
  const client = await connectUnlimited(database.url)
  await client.query("select pg_sleep(0.05)")
  await client.end()
})
