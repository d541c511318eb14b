import { spawn } from "node:child_process"
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { setTimeout as pause } from "node:timers/promises"
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest"
import { ask } from "../testing/test-client"
import { clusterData } from "./cluster"
import { openEmbeddedPostgres } from "./embedded-postgres"
import { installedBinaries } from "./native-binaries"
import { findPostmaster } from "./postmaster"
import { isRoot, runLauncher, sharedFolder, spawnLauncher, temporaryFolder } from "./testing/launcher"
import { createTestProject, type TestProject } from "./testing/project"

let project: TestProject
beforeAll(async () => {
  project = await createTestProject()
})
afterAll(() => project.remove())

const folder = sharedFolder()
const server = (of = folder) => findPostmaster(clusterData(of))
const run = (where = folder) => runLauncher(project, where)
const pidFile = join(folder, "postgres/data/postmaster.pid")

function killServer() {
  const pid = server()?.pid
  if (!pid) throw new Error("There is no server to kill")
  process.kill(pid, "SIGKILL")
  return pid
}

async function open() {
  const opened = await openEmbeddedPostgres({ folder })
  onTestFinished(() => opened.stop())
  return opened
}

test("a database whose shop was killed is joined, and stopped with its next last user", async () => {
  const shop = await run()
  await ask(shop.url, "create table note as select 'kept' as text")
  const before = server()
  await shop.signal("SIGKILL")
  expect(server()).toEqual(before)
  const next = await open()
  expect(server()?.pid).toBe(before?.pid)
  expect(await ask(next.url, "select text from note")).toBe("kept")
  await next.stop()
  expect(server()).toBeUndefined()
})

test("a killed database recovers all commits", async () => {
  const first = await run()
  await ask(first.url, "create table payment as select 4200 as cents")
  await first.signal("SIGKILL")
  killServer()
  expect(existsSync(pidFile)).toBe(true)
  const { url } = await open()
  expect(await ask(url, "select cents from payment")).toBe(4200)
})

test("a database that is killed under a running shop restarts on the same port", async () => {
  const { url } = await open()
  const killed = killServer()
  await expect.poll(() => ask(url, "select 1").catch(String)).toBe(1)
  expect(server()?.pid).not.toBe(killed)
})

test("two shops restart a killed database once", async () => {
  const [one, other] = [await open(), await open()]
  killServer()
  await expect.poll(() => ask(one.url, "select 1").catch(String)).toBe(1)
  await one.stop()
  expect(await ask(other.url, "select 1")).toBe(1)
  await other.stop()
  expect(server()).toBeUndefined()
})

test("processes left by a killed database are ended before the next one starts", async () => {
  const first = await run()
  const busy = ask(first.url, "select count(*) from generate_series(1, 1e12) as busy").catch(String)
  await expect
    .poll(() => ask(first.url, "select count(*)::int from pg_stat_activity where query like '%1e12) as busy'"))
    .toBe(1)
  await first.signal("SIGKILL")
  killServer()
  const { url } = await open()
  expect(await ask(url, "select 1")).toBe(1)
  await busy
})

test("a recycled pid is not mistaken for the database", async () => {
  const first = await run()
  await first.signal("SIGKILL")
  killServer()
  const { uid, gid } = statSync(pidFile)
  const stranger = spawn("sleep", ["60"], { stdio: "ignore", ...(isRoot && { uid, gid }) })
  onTestFinished(() => void stranger.kill())
  const lines = readFileSync(pidFile, "utf8").split("\n")
  writeFileSync(pidFile, [stranger.pid, ...lines.slice(1)].join("\n"))
  const { url, stop } = await open()
  expect(await ask(url, "select 1")).toBe(1)
  await stop()
  expect(stranger.exitCode).toBeNull()
})

test.each([
  ["Creating the database", 150],
  ["Starting the database", 30],
])("a first start that is killed while %s does not break the next one", async (progress, later) => {
  const folder = temporaryFolder()
  const child = spawnLauncher(project, folder)
  for await (const line of createInterface({ input: child.stdout })) if (line.includes(progress)) break
  await pause(later)
  child.kill("SIGKILL")
  for (const _ of ["next", "and the one after"]) {
    const launcher = await run(folder)
    expect(launcher.error).toBe("")
    expect(await ask(launcher.url, "select 1")).toBe(1)
    await launcher.send("stop")
    expect(server(folder)).toBeUndefined()
  }
  // If the server's user cannot reach this project, it has its own copy of the programs.
  const copy = `native-${installedBinaries().version}`
  const left = readdirSync(join(folder, "postgres")).filter((name) => name !== copy)
  expect(left.sort()).toEqual(["data", "lock", "password", "postgres.log", "users"])
})
