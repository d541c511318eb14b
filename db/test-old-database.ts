import { randomUUID } from "node:crypto"
import pg from "pg"
import { inject } from "vitest"
import { migrate } from "./migrate.server"

/** An empty database as an earlier release left it: with the schema of a migration that is not the newest. */
export async function openOldDatabase(schema: string) {
  const { url: server, prefix } = inject("testDatabases")
  const name = prefix + randomUUID().replaceAll("-", "")
  const keeper = new pg.Client({ connectionString: server })
  await keeper.connect()
  await keeper.query(`create database ${name}`)
  const url = Object.assign(new URL(server), { pathname: name }).href
  await migrate(url, schema)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return {
    url,
    client,
    async close() {
      await client.end()
      await keeper.query(`drop database ${name} with (force)`)
      await keeper.end()
    },
  }
}
