import { type ChildProcess, spawn } from "node:child_process"
import { closeSync, constants, existsSync, fstatSync, ftruncateSync, openSync, readFileSync, readSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import type { Cluster } from "./cluster"
import { EmbeddedPostgresError } from "./embedded-postgres-error"
import type { NativeBinaries } from "./native-binaries"
import { nativeEnvironment } from "./native-environment"
import { disownPidFile, endSurvivors } from "./postmaster"

/** For a small shop on a small machine. Commits reach the disk, because money is written here. */
const ownSettings = {
  shared_buffers: "128MB",
  effective_cache_size: "512MB",
  work_mem: "8MB",
  maintenance_work_mem: "64MB",
  max_connections: "100",
  random_page_cost: "1.1",
  jit: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  timezone: "UTC",
  log_timezone: "UTC",
  log_min_messages: "warning",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
  log_line_prefix: "%m [%p] ",
}

/** What no setting of the caller may undo. */
const fixedSettings = { listen_addresses: "127.0.0.1", unix_socket_directories: "", logging_collector: "off" }

const longestLog = 10_000_000

/** Starts the server of a cluster that has none. It lives on by itself, in a session of its own. */
export async function startServer(cluster: Cluster, binaries: NativeBinaries, settings: Record<string, string>) {
  if (existsSync(join(cluster.data, "postmaster.pid"))) {
    endSurvivors(cluster.data)
    disownPidFile(cluster.data)
  }
  let reason = ""
  for (let attempt = 0; attempt < 5; attempt++) {
    const port = attempt === 0 ? await usualPort(cluster) : await freePort()
    const log = openLog(cluster.logFile)
    try {
      const begin = fstatSync(log).size
      const child = launch(
        cluster,
        binaries,
        { ...ownSettings, ...settings, ...fixedSettings, port: String(port) },
        log,
      )
      if (await isUp(child, cluster)) return
      reason = lastWords(log, begin)
    } finally {
      closeSync(log)
    }
    if (!/Address already in use|could not bind|could not create any TCP|is still in use/.test(reason)) break
    await pause(attempt * 200)
  }
  throw new EmbeddedPostgresError(`The PostgreSQL of ${cluster.folder} does not start: ${reason}`)
}

function launch(cluster: Cluster, binaries: NativeBinaries, settings: Record<string, string>, log: number) {
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])
  const child = spawn(binaries.postgres, ["-D", cluster.data, ...options], {
    ...cluster.user,
    cwd: cluster.home,
    env: nativeEnvironment(),
    detached: true,
    stdio: ["ignore", log, log],
    windowsHide: true,
  })
  child.unref()
  return child
}

/** Whether the server has come as far as its pid file; false when it gave up before. */
async function isUp(child: ChildProcess, cluster: Cluster) {
  let failure: Error | undefined
  child.on("error", (error) => {
    failure = error
  })
  for (;;) {
    if (failure)
      throw new EmbeddedPostgresError(
        `PostgreSQL cannot be run on this system (${failure.message}): set DATABASE_URL to one of your own.`,
      )
    if (child.exitCode !== null || child.signalCode !== null) return false
    if (isReady(child, cluster)) return true
    await pause(5)
  }
}

function isReady(child: ChildProcess, cluster: Cluster) {
  try {
    const lines = readFileSync(join(cluster.data, "postmaster.pid"), "utf8").split("\n")
    return Number(lines[0]) === child.pid && lines[7]?.trim() === "ready"
  } catch {
    return false
  }
}

/** The port it had before, so that whoever still knows that one finds it again; any free one otherwise. */
async function usualPort({ data }: Cluster) {
  const options = join(data, "postmaster.opts")
  const port = existsSync(options) ? /port=(\d+)/.exec(readFileSync(options, "utf8"))?.[1] : undefined
  return (port && (await listenOnce(Number(port)))) || freePort()
}

async function freePort() {
  const port = await listenOnce(0)
  if (port) return port
  throw new EmbeddedPostgresError("No port of 127.0.0.1 is free for the embedded PostgreSQL.")
}

function listenOnce(port: number) {
  return new Promise<number | undefined>((resolve) => {
    const server = createServer()
    server.on("error", () => resolve(undefined))
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address ? address.port : undefined))
    })
  })
}

function openLog(file: string) {
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW } = constants
  const log = openSync(file, O_RDWR | O_APPEND | O_CREAT | (O_NOFOLLOW ?? 0), 0o600)
  if (fstatSync(log).size > longestLog) ftruncateSync(log)
  return log
}

/** The last complaint of the server since a place in its log. */
function lastWords(log: number, begin: number) {
  const bytes = Buffer.alloc(Math.max(0, Math.min(fstatSync(log).size - begin, 20_000)))
  readSync(log, bytes, 0, bytes.length, begin)
  const lines = bytes.toString("utf8").trim().split("\n")
  const complaint = lines.findLast((line) => /FATAL|PANIC|ERROR/.test(line)) ?? lines.at(-1) ?? ""
  const bind = lines.find((line) => /could not bind/.test(line))
  return (bind ?? complaint).replace(/^.*?(FATAL|PANIC|ERROR|LOG): +/, "") || "it says nothing"
}
