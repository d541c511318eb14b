import { randomUUID } from "node:crypto"
import pg from "pg"
import { expect, inject, test } from "vitest"
import { freePort, startProgram, untilReady } from "./testing/program.server"

const { url: cluster, prefix } = inject("testDatabases")

test("three processes open one empty database at once", async () => {
  const database = await emptyDatabase()
  const ports = [await freePort(), await freePort(), await freePort()]
  const servers = ports.map((port) => startProgram(["build/server/server.js"], environment(database, port)))
  const command = startProgram(["build/server/command.js", "migrate"], environment(database, 0))
  try {
    await Promise.all(servers.map((server, index) => untilReady(`http://localhost:${ports[index]}`, server)))
    expect(await command.ended, command.output()).toEqual({ code: 0, signal: null })
    expect(await ask(database, "select count(*)::int from users where role = 'admin'")).toEqual([{ count: 1 }])
  } finally {
    const ends = await Promise.all(servers.map((server) => server.end("SIGTERM")))
    await drop(database)
    expect(ends.map(({ code }) => code)).toEqual([0, 0, 0])
  }
})

function environment(database: string, port: number): Record<string, string> {
  return {
    PORT: String(port || 3000),
    DATABASE_URL: database,
    SESSION_SECRET: "a secret of some length",
    PAYMENTS: "sandbox",
    LOG_LEVEL: "warn",
    ADMIN_EMAIL: "keeper@shop.example",
    ADMIN_PASSWORD: "a long and quiet password",
  }
}

async function emptyDatabase(): Promise<string> {
  const name = prefix + randomUUID().replaceAll("-", "")
  await ask(cluster, `create database ${name}`)
  const url = new URL(cluster)
  url.pathname = name
  return url.href
}

const drop = (url: string) => ask(cluster, `drop database if exists ${new URL(url).pathname.slice(1)} with (force)`)

async function ask(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
