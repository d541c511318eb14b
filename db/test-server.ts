import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { discardEmbeddedPostgres, openEmbeddedPostgres } from "./embedded/embedded-postgres"
import { isRunning, ownProcessMark } from "./embedded/process-mark"

const prefix = "counter-test-"

/** Nothing here outlives the run, so nothing waits for the disk. */
const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", autovacuum: "off" }

/** A PostgreSQL of this run's own in a temporary folder; also clears away what a killed run left behind. */
export async function openTestServer() {
  await discardAbandonedServers()
  const folder = join(tmpdir(), prefix + ownProcessMark())
  mkdirSync(folder)
  chmodSync(folder, 0o711)
  const server = await openEmbeddedPostgres({ folder, settings })
  return {
    url: server.url,
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function discardAbandonedServers() {
  const names = readdirSync(tmpdir()).filter((name) => name.startsWith(prefix) && !isRunning(name.slice(prefix.length)))
  const folders = names.map((name) => join(tmpdir(), name)).filter(isOurs)
  for (const folder of folders) await discardEmbeddedPostgres(folder)
}

function isOurs(path: string) {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat?.isDirectory() === true && stat.uid === (process.getuid?.() ?? stat.uid)
}
