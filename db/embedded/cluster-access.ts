import { randomBytes } from "node:crypto"
import { closeSync, fsyncSync, openSync, readFileSync, realpathSync, renameSync, rmSync, writeSync } from "node:fs"
import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"
import type { Cluster } from "./cluster"
import { EmbeddedPostgresError } from "./embedded-postgres-error"
import { giveToFolderOwner } from "./folder-owner.mjs"
import { findPostmaster, kill, type Postmaster } from "./postmaster"

/** The shop's own role may do what it likes in its databases, but is no superuser. */
const shop = "counter"
const superuser = "postgres"

/** How long a server may be silent, in milliseconds; recovering from a crash may take any time. */
const SILENCE_TIMEOUT = 30_000

export function shopUrl(cluster: Cluster, port: number) {
  return url(shop, readPassword(cluster), port, shop)
}

/** Makes the password both roles share; its file is there only when it is whole. */
export function createPassword({ passwordFile }: Cluster) {
  const draft = `${passwordFile}.draft`
  rmSync(draft, { force: true })
  const file = openSync(draft, "wx", 0o600)
  try {
    writeSync(file, randomBytes(24).toString("base64url"))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  giveToFolderOwner(draft)
  renameSync(draft, passwordFile)
}

export function readPassword(cluster: Cluster) {
  try {
    return readFileSync(cluster.passwordFile, "utf8").trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error
    throw new EmbeddedPostgresError(
      `The password of the database is gone: put ${cluster.passwordFile} back from a backup.`,
    )
  }
}

/** Waits until the cluster's live server answers and makes sure it is ours; nothing when there is none, or it is leaving. */
export async function reachServer(cluster: Cluster): Promise<Postmaster | undefined> {
  let deadline = Date.now() + SILENCE_TIMEOUT
  for (;;) {
    const postmaster = findPostmaster(cluster.data)
    if (!postmaster) return undefined
    if (postmaster.state === "ready" && (await isReachable(cluster, postmaster))) return postmaster
    if (postmaster.state === "stopping") kill(postmaster.pid, "SIGINT")
    if (postmaster.state === "starting") deadline = Date.now() + SILENCE_TIMEOUT
    if (Date.now() > deadline) throw unresponsive(cluster, postmaster)
    await pause(10)
  }
}

async function isReachable(cluster: Cluster, { port }: Postmaster) {
  try {
    await ensureShopDatabase(cluster, port)
    return true
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code === "28P01" || code === "28000") {
      throw new EmbeddedPostgresError(
        `The password in ${cluster.passwordFile} is not the one of the database beside it.`,
      )
    }
    if (error instanceof EmbeddedPostgresError) throw error
    if (code && /^(57P0|53300|ECONN)/.test(code)) return false
    if (/timeout|terminated/.test(message)) return false
    throw error
  }
}

/** `3D000`: no such database yet, as after a first start that was cut short. */
async function ensureShopDatabase(cluster: Cluster, port: number) {
  try {
    await withClient(cluster, port, shop, (client) => checkOwnership(cluster, client))
  } catch (error) {
    if ((error as { code?: string }).code !== "3D000") throw error
    await withClient(cluster, port, superuser, async (client) => {
      await checkOwnership(cluster, client)
      await createShopDatabase(cluster, client)
    })
  }
}

async function checkOwnership(cluster: Cluster, client: pg.Client) {
  const { rows } = await client.query<{ folder: string }>("select current_setting('data_directory') as folder")
  if (rows[0] && sameFolder(rows[0].folder, cluster.data)) return
  throw new EmbeddedPostgresError(
    `Another PostgreSQL answers in place of the one in ${cluster.folder}: stop it and start again.`,
  )
}

function sameFolder(one: string, other: string) {
  try {
    return realpathSync(one) === realpathSync(other)
  } catch {
    return false
  }
}

async function createShopDatabase(cluster: Cluster, client: pg.Client) {
  const { rows } = await client.query("select from pg_roles where rolname = $1", [shop])
  const password = client.escapeLiteral(readPassword(cluster))
  if (rows.length === 0) await client.query(`create role ${shop} login createdb password ${password}`)
  await client.query(`create database ${shop} owner ${shop}`)
}

async function withClient(cluster: Cluster, port: number, database: string, use: (client: pg.Client) => Promise<void>) {
  const connectionString = url(superuser, readPassword(cluster), port, database)
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000, query_timeout: 30_000 })
  client.on("error", () => {})
  try {
    await client.connect()
    await use(client)
  } finally {
    await client.end().catch(() => {})
  }
}

function url(user: string, password: string, port: number, database: string) {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
}

function unresponsive(cluster: Cluster, { pid }: Postmaster) {
  return new EmbeddedPostgresError(
    `The PostgreSQL of ${cluster.folder} (process ${pid}) runs but does not answer: look into ${cluster.logFile}.`,
  )
}
