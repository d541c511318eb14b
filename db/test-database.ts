import { randomUUID } from "node:crypto"
import pg from "pg"
import { inject } from "vitest"

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** A database of the test's own with the newest schema and nothing in it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url, prefix } = inject("testDatabases")
  const name = prefix + randomUUID().replaceAll("-", "")
  await administer(url, `create database ${name} template ${prefix}template strategy file_copy`)
  const own = new URL(url)
  own.pathname = name
  return { url: own.href, drop: () => administer(url, `drop database if exists ${name} with (force)`) }
}

async function administer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
