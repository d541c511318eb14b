import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { clusterData } from "../embedded/cluster"
import { openEmbeddedPostgres } from "../embedded/embedded-postgres"
import { findPostmaster, kill } from "../embedded/postmaster"
import { ask } from "./test-client"
import { createTestFolder, discardEmbeddedPostgres } from "./test-folder"

interface ReplicationOptions {
  /** Fills the primary before it is copied. */
  prepare?: (url: string) => Promise<void>
  /** Whether a commit waits until the replica has it */
  isSynchronous?: boolean
}

/** A primary and a streaming replica */
export type TestReplication = Awaited<ReturnType<typeof openTestReplication>>

const settings = { wal_level: "replica", max_wal_senders: "4", fsync: "off", full_page_writes: "off" }

/** The replica starts as a copy of the stopped primary's files, with the same roles and passwords. */
export async function openTestReplication({ prepare, isSynchronous = false }: ReplicationOptions = {}) {
  const folders = { primary: createTestFolder(), replica: createTestFolder() }
  const original = await openEmbeddedPostgres({ folder: folders.primary, settings })
  await prepare?.(original.url)
  await original.stop()
  copyCluster(folders.primary, folders.replica)
  const primarySettings = isSynchronous ? { ...settings, synchronous_standby_names: "*" } : settings
  const primary = await openEmbeddedPostgres({ folder: folders.primary, settings: primarySettings })
  const { port, password } = new URL(primary.url)
  const replicaSettings = {
    ...settings,
    primary_conninfo: `host=127.0.0.1 port=${port} user=postgres password=${password}`,
    // The replica reconnects immediately to a restarted primary.
    wal_retrieve_retry_interval: "100ms",
  }
  const openReplica = () => openEmbeddedPostgres({ folder: folders.replica, settings: replicaSettings })
  let replica = await openReplica()
  const askAsSuperuser = (query: string, { url } = replica) =>
    ask<void>(Object.assign(new URL(url), { username: "postgres" }).href, query)
  return {
    primaryUrl: primary.url,
    replicaUrl: replica.url,
    /** Pauses and resumes the replay, so that the replica lags. */
    pauseReplay: () => askAsSuperuser("select pg_wal_replay_pause()"),
    resumeReplay: () => askAsSuperuser("select pg_wal_replay_resume()"),
    /** Suspends the replica without closing connections. */
    freeze: () => signal(folders.replica, "SIGSTOP"),
    thaw: () => signal(folders.replica, "SIGCONT"),
    stopReplica: () => replica.stop(),
    /** Promotes the replica; the old primary continues if it is alive. */
    promote: () => askAsSuperuser("select pg_promote()"),
    /** Sets `default_transaction_read_only` of the primary, without a restart. */
    async setReadOnly(value: "on" | "off") {
      await askAsSuperuser(`alter system set default_transaction_read_only = ${value}`, primary)
      await askAsSuperuser("select pg_reload_conf()", primary)
    },
    /** Kills the primary for good: no server can be started in a missing folder. */
    killPrimary() {
      const data = clusterData(folders.primary)
      const pid = findPostmaster(data)?.pid
      renameSync(data, `${data}.killed`)
      if (pid) kill(pid, "SIGKILL")
    },
    async startReplica() {
      replica = await openReplica()
    },
    async close() {
      await replica.stop()
      await primary.stop()
      for (const folder of Object.values(folders)) await discardEmbeddedPostgres(folder)
    },
  }
}

function copyCluster(from: string, to: string): void {
  mkdirSync(join(to, "postgres"))
  for (const name of ["data", "password"])
    cpSync(join(from, "postgres", name), join(to, "postgres", name), { recursive: true })
  writeFileSync(join(clusterData(to), "standby.signal"), "")
}

/** Signals a server and all of its processes, each in its own group. */
function signal(folder: string, name: NodeJS.Signals): void {
  const pid = findPostmaster(clusterData(folder))?.pid
  if (!pid) throw new Error("There is no server to signal")
  const children = execFileSync("pgrep", ["-P", String(pid)], { encoding: "utf8" })
  for (const one of [pid, ...children.trim().split("\n").map(Number)]) process.kill(one, name)
}
