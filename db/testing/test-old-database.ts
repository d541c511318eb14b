import { randomUUID } from "node:crypto"
import pg from "pg"
import { inject } from "vitest"
import { migrate } from "../migrate.server"
import { ask, databaseUrl } from "./test-client"

/** Creates an empty database with the schema of an earlier migration. */
export async function openOldDatabase(schema: string) {
  const { url: server, prefix } = inject("testDatabases")
  const name = prefix + randomUUID().replaceAll("-", "")
  const url = databaseUrl(server, name)
  await ask(server, `create database ${name}`)
  await migrate(url, schema)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return {
    url,
    client,
    async close() {
      await client.end()
      await ask(server, `drop database ${name} with (force)`)
    },
  }
}
