import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest"
import { ask } from "../testing/test-client"
import { clusterData } from "./cluster"
import { openEmbeddedPostgres } from "./embedded-postgres"
import { findPostmaster } from "./postmaster"
import { isRoot, ordinaryUser, runLauncher, sharedFolder, temporaryFolder } from "./testing/launcher"
import { createBareTestProject, type TestProject } from "./testing/project"

let project: TestProject
beforeAll(async () => {
  project = await createBareTestProject()
})
afterAll(() => project.remove())

const ordinary = ordinaryUser()
const { uid: ordinaryUid } = ordinary ?? { uid: process.getuid?.() }
const rootFolder = sharedFolder()

/** A folder that belongs to the ordinary user */
function ownFolder() {
  const folder = temporaryFolder()
  if (ordinary) chownSync(folder, ordinary.uid, ordinary.gid)
  return folder
}

async function open(folder: string) {
  const server = await openEmbeddedPostgres({ folder })
  onTestFinished(() => server.stop())
  return server
}

function serverUid(folder: string) {
  const pid = findPostmaster(clusterData(folder))?.pid
  return pid && statSync(`/proc/${pid}`).uid
}

/** The links listed by the native package */
function links() {
  const list = JSON.parse(readFileSync(join(project.native, "pg-symlinks.json"), "utf8")) as { target: string }[]
  return list.map(({ target }) => join(project.native, "..", target))
}

function privateCopies(folder: string) {
  return readdirSync(join(folder, "postgres")).filter((name) => name.startsWith("native-"))
}

test("an ordinary user runs the database as themselves, next to a read-only node_modules", async () => {
  const folder = ownFolder()
  const lib = join(project.native, "lib")
  if (!ordinary) chmodSync(lib, 0o555)
  onTestFinished(() => chmodSync(lib, 0o755))
  const launcher = await runLauncher(project, folder, ordinary)
  expect(launcher.error).toBe("")
  expect(await ask(launcher.url, "select 1")).toBe(1)
  if (process.platform === "linux") expect(serverUid(folder)).toBe(ordinaryUid)
  expect(statSync(clusterData(folder)).uid).toBe(ordinaryUid)
  expect(links().filter(existsSync)).toEqual([])
  expect(privateCopies(folder)).toHaveLength(1)
  await launcher.send("stop")
})

test("the links that npm's install script would have created are created where possible", async () => {
  const launcher = await runLauncher(project, rootFolder)
  expect(launcher.error).toBe("")
  expect(await ask(launcher.url, "select 1")).toBe(1)
  expect(links().filter((link) => !existsSync(link))).toEqual([])
  expect(privateCopies(rootFolder)).toEqual([])
  await launcher.send("stop")
})

test("a read-only folder is reported in one sentence", async () => {
  const folder = temporaryFolder()
  chmodSync(folder, 0o555)
  const { error } = await runLauncher(project, folder, ordinary)
  expect(error).toBe(
    `EmbeddedPostgresError: ${folder} is not writable: change its owner, set DATA_DIR to another folder, or run the shop as its owner.`,
  )
})

test.runIf(isRoot)("root's database runs as an unprivileged user, who owns only the cluster", async () => {
  await open(rootFolder)
  const owner = statSync(clusterData(rootFolder)).uid
  expect(owner).not.toBe(0)
  expect(owner).not.toBe(ordinaryUid)
  expect(serverUid(rootFolder)).toBe(owner)
  const files = ["postgres", "postgres/password", "postgres/lock", "postgres/users", "postgres/postgres.log"]
  for (const file of files) expect([file, statSync(join(rootFolder, file)).uid]).toEqual([file, 0])
})

test.runIf(isRoot)("an ordinary user who finds root's database is told whose it is", async () => {
  await open(rootFolder)
  const { error } = await runLauncher(project, rootFolder, ordinary)
  expect(error).toContain(`${rootFolder} is not writable`)
})

test.runIf(isRoot)("root who starts in a user's folder does not lock that user out", async () => {
  const folder = join(ownFolder(), "data")
  const asRoot = await openEmbeddedPostgres({ folder })
  await ask(asRoot.url, "create table note as select 'by root' as text")
  expect(serverUid(folder)).toBe(ordinaryUid)
  const joined = await runLauncher(project, folder, ordinary)
  expect(joined.error).toBe("")
  await asRoot.stop()
  expect(await ask(joined.url, "select text from note")).toBe("by root")
  await joined.send("stop")
  const again = await runLauncher(project, folder, ordinary)
  expect(await ask(again.url, "select text from note")).toBe("by root")
  const rootAgain = await open(folder)
  await again.send("stop")
  expect(await ask(rootAgain.url, "select 1")).toBe(1)
})

test.runIf(isRoot)("root's project may be in a place that no other user can reach", async () => {
  chmodSync(project.path, 0o700)
  onTestFinished(() => chmodSync(project.path, 0o755))
  const launcher = await runLauncher(project, rootFolder)
  expect(launcher.error).toBe("")
  expect(await ask(launcher.url, "select 1")).toBe(1)
  expect(privateCopies(rootFolder)).toHaveLength(1)
  await launcher.send("stop")
})

test.runIf(isRoot)("a data folder that other users cannot reach is reported in one sentence", async () => {
  const outer = temporaryFolder()
  chmodSync(outer, 0o700)
  await expect(openEmbeddedPostgres({ folder: join(outer, "data") })).rejects.toThrow(
    /does not run as root, and no other user can reach/,
  )
})

test.runIf(isRoot)("a database that root restored from a copy changes its owner", async () => {
  await (await openEmbeddedPostgres({ folder: rootFolder })).stop()
  const folder = temporaryFolder()
  mkdirSync(join(folder, "postgres"))
  for (const name of ["data", "password"])
    cpSync(join(rootFolder, "postgres", name), join(folder, "postgres", name), { recursive: true })
  expect(statSync(clusterData(folder)).uid).toBe(0)
  const { url } = await open(folder)
  expect(await ask(url, "select 1")).toBe(1)
})
