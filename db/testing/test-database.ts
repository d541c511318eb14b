import { randomUUID } from "node:crypto"
import { inject } from "vitest"
import { ask, databaseUrl } from "./test-client"

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** Creates an empty database with the newest schema. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url, prefix } = inject("testDatabases")
  const name = prefix + randomUUID().replaceAll("-", "")
  await ask(url, `create database ${name} template ${prefix}template strategy file_copy`)
  return {
    url: databaseUrl(url, name),
    drop: () => ask(url, `drop database if exists ${name} with (force)`),
  }
}
