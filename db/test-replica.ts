import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, cpSync, lchownSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import pg from "pg"
import { type Cluster, clusterData, prepareCluster } from "./embedded/cluster"
import { readPassword } from "./embedded/cluster-access"
import { discardEmbeddedPostgres, openEmbeddedPostgres } from "./embedded/embedded-postgres"
import { nativeBinaries } from "./embedded/native-binaries"
import { nativeEnvironment } from "./embedded/native-environment"
import { freePort } from "./embedded/port"
import { createTestFolder } from "./test-folder"

/** A primary, and a server that streams from it what it writes. */
export interface TestReplication {
  primaryUrl: string
  replicaUrl: string
  /** Stops what is replayed, and lets it go on: the replica lags. */
  pauseReplay(): Promise<void>
  resumeReplay(): Promise<void>
  /** Lets the replica stand still without closing anything. */
  freeze(): void
  thaw(): void
  stopReplica(): Promise<void>
  startReplica(): Promise<void>
  close(): Promise<void>
}

const settings = {
  wal_level: "replica",
  max_wal_senders: "4",
  fsync: "off",
  full_page_writes: "off",
}

/** The replica begins as a copy of the primary's files, taken while it is stopped: it has the same password and roles. */
export async function openTestReplication(): Promise<TestReplication> {
  const folders = { primary: createTestFolder(), replica: createTestFolder() }
  await (await openEmbeddedPostgres({ folder: folders.primary, settings })).stop()
  const cluster = prepareCluster(folders.replica)
  copyCluster(folders.primary, cluster)
  const primary = await openEmbeddedPostgres({ folder: folders.primary, settings })
  const from = new URL(primary.url)
  const password = readPassword(prepareCluster(folders.primary))
  const port = await freePort()
  const replica = new ReplicaServer(cluster, port, [
    `primary_conninfo=host=127.0.0.1 port=${from.port} user=postgres password=${password}`,
    // So that a primary which is stopped and started is found again at once.
    "wal_retrieve_retry_interval=100ms",
  ])
  const url = new URL(primary.url)
  url.port = String(port)
  const superuser = new URL(url)
  superuser.username = "postgres"
  await replica.start(url.href)
  return {
    primaryUrl: primary.url,
    replicaUrl: url.href,
    pauseReplay: () => ask(superuser.href, "select pg_wal_replay_pause()"),
    resumeReplay: () => ask(superuser.href, "select pg_wal_replay_resume()"),
    freeze: () => replica.signal("SIGSTOP"),
    thaw: () => replica.signal("SIGCONT"),
    stopReplica: () => replica.stop(),
    startReplica: () => replica.start(url.href),
    async close() {
      await replica.stop()
      await primary.stop()
      for (const folder of Object.values(folders)) await discardEmbeddedPostgres(folder)
    },
  }
}

function copyCluster(folder: string, { data, user }: Cluster): void {
  cpSync(clusterData(folder), data, { recursive: true })
  rmSync(join(data, "postmaster.pid"), { force: true })
  writeFileSync(join(data, "standby.signal"), "")
  chmodSync(data, 0o700)
  if (!user) return
  for (const name of ["", ...readdirSync(data, { recursive: true, encoding: "utf8" })]) {
    lchownSync(join(data, name), user.uid, user.gid)
  }
}

class ReplicaServer {
  #child: ChildProcess | null = null

  constructor(
    private readonly cluster: Cluster,
    private readonly port: number,
    private readonly settings: string[],
  ) {}

  async start(url: string): Promise<void> {
    const { data, user, home } = this.cluster
    const own = ["listen_addresses=127.0.0.1", "unix_socket_directories=", `port=${this.port}`, "fsync=off"]
    const args = ["-D", data, ...[...own, ...this.settings].flatMap((setting) => ["-c", setting])]
    const { postgres } = nativeBinaries(this.cluster)
    const child = spawn(postgres, args, { ...user, cwd: home, env: nativeEnvironment(), stdio: "ignore" })
    this.#child = child
    for (let tries = 0; child.exitCode === null && tries < 400; tries++) {
      if (
        await ask(url, "select 1").then(
          () => true,
          () => false,
        )
      )
        return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error("the replica does not start")
  }

  /** To the server and all of its processes, each of which is in a group of its own. */
  signal(signal: NodeJS.Signals): void {
    const pid = this.#child?.pid
    if (!pid) return
    const children = execFileSync("pgrep", ["-P", String(pid)], { encoding: "utf8" })
      .trim()
      .split("\n")
    for (const one of [pid, ...children.map(Number)]) process.kill(one, signal)
  }

  async stop(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, "exit")
    child.kill("SIGINT")
    await gone
  }
}

async function ask(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on("error", () => {})
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end().catch(() => {})
  }
}
