import { existsSync, realpathSync } from "node:fs"
import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"
import type { Cluster } from "./cluster"
import { EmbeddedPostgresError } from "./embedded-postgres-error"
import { findPostmaster, kill, type Postmaster } from "./postmaster"
import { readText } from "./text-file"

/** The shop's role owns its databases, but is not a superuser. */
const shop = "counter"
const superuser = "postgres"

/** Milliseconds without a sign of progress; recovery from a crash may take any time. */
const SILENCE_TIMEOUT = 30_000

export function shopUrl(cluster: Cluster, port: number) {
  return url(shop, readPassword(cluster), port)
}

export function readPassword({ passwordFile }: Cluster) {
  const password = readText(passwordFile)
  if (password !== undefined) return password.trim()
  throw new EmbeddedPostgresError(`The password of the database is gone: put ${passwordFile} back from a backup.`)
}

/** Returns `undefined` if there is no live server, or it stops. */
export async function reachServer(cluster: Cluster): Promise<Postmaster | undefined> {
  let deadline = performance.now() + SILENCE_TIMEOUT
  for (;;) {
    const postmaster = findPostmaster(cluster.data)
    if (!postmaster) return undefined
    const { state, pid, port } = postmaster
    if (state === "ready" && (await isReachable(cluster, port))) return postmaster
    if (state === "stopping") kill(pid, "SIGINT")
    if (state === "starting") deadline = performance.now() + SILENCE_TIMEOUT
    if (performance.now() > deadline)
      throw new EmbeddedPostgresError(
        `The PostgreSQL of ${cluster.folder} (process ${pid}) runs but does not respond: see ${cluster.logFile}.`,
      )
    await pause(10)
  }
}

/** Role and database are missing after a first start, also an interrupted one. */
async function isReachable(cluster: Cluster, port: number) {
  const password = readPassword(cluster)
  const connectionString = url(superuser, password, port)
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000, query_timeout: 30_000 })
  client.on("error", () => {})
  try {
    await client.connect()
    const { rows } = await client.query(
      `select current_setting('data_directory') as folder, exists (select from pg_roles where rolname = $1) as has_role,
        exists (select from pg_database where datname = $1) as has_database`,
      [shop],
    )
    const { folder, has_role, has_database } = rows[0]
    if (!existsSync(folder) || realpathSync(folder) !== realpathSync(cluster.data))
      throw new EmbeddedPostgresError(
        `Another PostgreSQL answers in place of the one in ${cluster.folder}: stop it and start again.`,
      )
    if (!has_role) await client.query(`create role ${shop} login createdb password ${client.escapeLiteral(password)}`)
    if (!has_database) await client.query(`create database ${shop} owner ${shop}`)
    return true
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error
    const { code = "", message } = error as { code?: string; message: string }
    if (code === "28P01" || code === "28000")
      throw new EmbeddedPostgresError(
        `The password in ${cluster.passwordFile} is not the one of the database beside it.`,
      )
    if (/^(57P0|53300|ECONN)/.test(code) || /timeout|terminated/.test(message)) return false
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

function url(role: string, password: string, port: number) {
  return `postgres://${role}:${password}@127.0.0.1:${port}/${role}`
}
