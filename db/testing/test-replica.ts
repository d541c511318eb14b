import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { cp } from "node:fs/promises"
import { basename, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { clusterData } from "../embedded/cluster"
import { openEmbeddedPostgres } from "../embedded/embedded-postgres"
import { findPostmaster, kill } from "../embedded/postmaster"
import { findDamage } from "./check-storage"
import { ask, withClient } from "./test-client"
import { createTestFolder, discardEmbeddedPostgres } from "./test-folder"

interface ReplicationOptions {
  /** Fills the primary before it is copied. */
  prepare?: (url: string) => Promise<void>
  /** Whether a commit waits until the replica has it */
  isSynchronous?: boolean
  /** Returns the address at which a replica reaches its primary, such as a proxy's. */
  link?: (primaryUrl: string) => Promise<string>
}

/** A primary and a streaming replica */
export type TestReplication = Awaited<ReturnType<typeof openTestReplication>>

type TestServer = Awaited<ReturnType<typeof openEmbeddedPostgres>> & { folder: string }

/** A copy of a running server has no log, so the server keeps the log for it. */
const settings = {
  wal_level: "replica",
  max_wal_senders: "4",
  wal_keep_size: "1GB",
  fsync: "off",
  full_page_writes: "off",
}

/** The replica starts as a copy of the stopped primary's files, with the same roles and passwords. */
export async function openTestReplication({
  prepare,
  isSynchronous = false,
  link = async (url) => url,
}: ReplicationOptions = {}) {
  const folders = [createTestFolder(), createTestFolder()] as const
  const open = async (folder: string, own: Record<string, string> = {}): Promise<TestServer> => {
    return { folder, ...(await openEmbeddedPostgres({ folder, settings: { ...settings, ...own } })) }
  }
  const openReplica = async (folder: string, ofUrl: string) => {
    const { port, password } = new URL(await link(ofUrl))
    return open(folder, {
      primary_conninfo: `host=127.0.0.1 port=${port} user=postgres password=${password}`,
      // The replica reconnects immediately to a restarted primary.
      wal_retrieve_retry_interval: "100ms",
    })
  }
  const original = await open(folders[0])
  await prepare?.(original.url)
  await original.stop()
  copyCluster(...folders)
  let primary = await open(folders[0])
  if (isSynchronous) await setSynchronous(primary, true)
  let replica = await openReplica(folders[1], primary.url)
  return {
    get primaryUrl() {
      return primary.url
    },
    get replicaUrl() {
      return replica.url
    },
    /** Pauses and resumes the replay, so that the replica lags. */
    pauseReplay: () => askAsSuperuser<void>(replica, "select pg_wal_replay_pause()"),
    resumeReplay: () => askAsSuperuser<void>(replica, "select pg_wal_replay_resume()"),
    /** Suspends the replica without closing connections. */
    freeze: () => signal(replica.folder, "SIGSTOP"),
    thaw: () => signal(replica.folder, "SIGCONT"),
    stopReplica: () => replica.stop(),
    /** Promotes the replica; the old primary continues if it is alive. */
    promote: () => askAsSuperuser<void>(replica, "select pg_promote()"),
    /** Sets `default_transaction_read_only` of the primary, without a restart. */
    async setReadOnly(value: "on" | "off") {
      await askAsSuperuser(primary, `alter system set default_transaction_read_only = ${value}`)
      await askAsSuperuser(primary, "select pg_reload_conf()")
    },
    /** Decides whether commits wait for the replica. */
    setSynchronous: (value: boolean) => setSynchronous(primary, value),
    /** Returns the first value that a superuser of the primary gets. */
    askPrimary: <T>(query: string) => askAsSuperuser<T>(primary, query),
    /** Returns what amcheck finds in the files of the promoted replica. */
    findDamage: () => findDamage(superuserUrl(replica.url)),
    /** Kills the primary for good: no server can be started in a missing folder. */
    killPrimary: () => killPermanently(primary),
    async startReplica() {
      replica = await openReplica(replica.folder, primary.url)
    },
    /** Makes the promoted replica the primary, and a copy of it, taken while it works, its replica. */
    async replaceReplica() {
      await primary.stop()
      await discardEmbeddedPostgres(primary.folder)
      primary = replica
      const folder = createTestFolder()
      await copyRunning(primary, folder)
      replica = await openReplica(folder, primary.url)
      if (!isSynchronous) return
      await setSynchronous(primary, true)
      await untilSynchronous(primary)
    },
    async close() {
      for (const server of [replica, primary]) {
        await server.stop()
        await discardEmbeddedPostgres(server.folder)
      }
    },
  }
}

function askAsSuperuser<T>({ url }: TestServer, query: string): Promise<T> {
  return ask<T>(superuserUrl(url), query)
}

const superuserUrl = (url: string) => Object.assign(new URL(url), { username: "postgres" }).href

async function setSynchronous(server: TestServer, isOn: boolean): Promise<void> {
  await askAsSuperuser(server, `alter system set synchronous_standby_names = ${isOn ? "'*'" : "''"}`)
  await askAsSuperuser(server, "select pg_reload_conf()")
}

/** Waits until the replica has all that was committed before commits waited for it. */
async function untilSynchronous(server: TestServer): Promise<void> {
  const isReached = async (condition: string) => {
    const query = `select exists (select from pg_stat_replication where ${condition})`
    while (!(await askAsSuperuser<boolean>(server, query))) await sleep(20)
  }
  await isReached("sync_state = 'sync'")
  const end = await askAsSuperuser<string>(server, "select pg_current_wal_flush_lsn()::text")
  await isReached(`sync_state = 'sync' and flush_lsn >= '${end}'`)
}

function killPermanently({ folder }: TestServer): void {
  const data = clusterData(folder)
  const pid = findPostmaster(data)?.pid
  renameSync(data, `${data}.killed`)
  if (pid) kill(pid, "SIGKILL")
}

function copyCluster(from: string, to: string): void {
  mkdirSync(join(to, "postgres"))
  for (const name of ["data", "password"])
    cpSync(join(from, "postgres", name), join(to, "postgres", name), { recursive: true })
  becomeReplica(clusterData(to))
}

/** Copies the files of a server that works, as pg_basebackup would. */
async function copyRunning({ folder, url }: TestServer, to: string): Promise<void> {
  const [from, data] = [clusterData(folder), clusterData(to)]
  mkdirSync(join(to, "postgres"))
  cpSync(join(folder, "postgres", "password"), join(to, "postgres", "password"))
  await withClient(superuserUrl(url), async (client) => {
    await client.query("select pg_backup_start('replica', true)")
    await copyChanging(from, data)
    const { rows } = await client.query("select labelfile from pg_backup_stop(false)")
    writeFileSync(join(data, "backup_label"), rows[0].labelfile)
  })
  for (const name of ["postmaster.pid", "postmaster.opts"]) rmSync(join(data, name), { force: true })
  becomeReplica(data)
}

const COPIES = 5

/** Tries again if the server removes a file during the copy; the log comes from the primary. */
async function copyChanging(from: string, to: string): Promise<void> {
  const log = join(from, "pg_wal")
  const isCopied = (path: string) => !path.startsWith(`${log}/`) && !basename(path).startsWith("pgsql_tmp")
  for (let copies = 1; ; copies++) {
    try {
      await cp(from, to, { recursive: true, filter: isCopied })
      mkdirSync(join(to, "pg_wal", "archive_status"), { recursive: true })
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT" || copies === COPIES) throw error
    }
  }
}

/** A promoted replica waits for no other, unless it is told to. */
function becomeReplica(data: string): void {
  writeFileSync(join(data, "standby.signal"), "")
  writeFileSync(join(data, "postgresql.auto.conf"), "")
}

/** Signals a server and all of its processes, each in its own group. */
function signal(folder: string, name: NodeJS.Signals): void {
  const pid = findPostmaster(clusterData(folder))?.pid
  if (!pid) throw new Error("There is no server to signal")
  const children = execFileSync("pgrep", ["-P", String(pid)], { encoding: "utf8" })
  for (const one of [pid, ...children.trim().split("\n").map(Number)]) process.kill(one, name)
}
