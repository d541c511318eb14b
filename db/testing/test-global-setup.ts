import { randomBytes } from "node:crypto"
import type { TestProject } from "vitest/node"
import { migrate } from "../migrate.server"
import { ask, databaseUrl, withClient } from "./test-client"
import { openTestServer } from "./test-server"

declare module "vitest" {
  interface ProvidedContext {
    /** The PostgreSQL of this run: names of its databases begin with `prefix`; `prefix + "template"` is migrated. */
    testDatabases: { url: string; prefix: string }
  }
}

/**
 * Starts one PostgreSQL for the whole run, or uses TEST_DATABASE_URL, whose role must be allowed to create databases.
 * Vitest calls this for every project; the root project provides for all.
 */
export default async function setup(project: TestProject) {
  if (!project.isRootProject()) return
  const external = process.env.TEST_DATABASE_URL
  const prefix = `counter_test_${randomBytes(4).toString("hex")}_`
  const server = external ? { url: external, stop: () => dropDatabases(external, prefix) } : await openTestServer()
  try {
    await createTemplate(server.url, `${prefix}template`)
  } catch (error) {
    await server.stop()
    throw error
  }
  project.provide("testDatabases", { url: server.url, prefix })
  return server.stop
}

async function createTemplate(url: string, name: string) {
  await ask(url, `create database ${name}`)
  await migrate(databaseUrl(url, name))
  await ask(url, `alter database ${name} allow_connections false`)
}

async function dropDatabases(url: string, prefix: string) {
  await withClient(url, async (client) => {
    const like = `${prefix.replaceAll("_", "\\_")}%`
    const { rows } = await client.query<{ datname: string }>("select datname from pg_database where datname like $1", [
      like,
    ])
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`)
  })
}
