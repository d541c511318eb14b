import { afterAll, beforeAll, expect, test } from "vitest"
import { ask } from "../testing/test-client"
import { clusterData } from "./cluster"
import { findPostmaster } from "./postmaster"
import { runLauncher, sharedFolder, temporaryFolder } from "./testing/launcher"
import { createTestProject, type TestProject } from "./testing/project"

let project: TestProject
beforeAll(async () => {
  project = await createTestProject()
})
afterAll(() => project.remove())

const folder = sharedFolder()
const server = (of = folder) => findPostmaster(clusterData(of))
const run = (where = folder) => runLauncher(project, where)

test("five processes that start concurrently on an empty folder share one server", async () => {
  const folder = temporaryFolder()
  const five = await Promise.all(Array.from({ length: 5 }, () => run(folder)))
  expect(five.map(({ error }) => error)).toEqual(["", "", "", "", ""])
  const starts = await Promise.all(five.map(({ url }) => ask(url, "select pg_postmaster_start_time()::text")))
  expect(new Set(starts).size).toBe(1)
  expect(five.filter(({ progress }) => progress.includes("Starting the database"))).toHaveLength(1)
  await Promise.all(five.map((launcher) => launcher.send("stop")))
  expect(server(folder)).toBeUndefined()
})

test("two processes that start a stopped database concurrently share one server", async () => {
  await (await run()).send("stop")
  const [one, other] = await Promise.all([run(), run()])
  expect([one.error, other.error]).toEqual(["", ""])
  expect(one.url).toBe(other.url)
  await one.send("stop")
  expect(await ask(other.url, "select 1")).toBe(1)
  await other.send("stop")
  expect(server()).toBeUndefined()
})

test("a seed that joins a running shop does not stop the database when it is done", async () => {
  const shop = await run()
  const seed = await run()
  await ask(seed.url, "create table seeded as select 1")
  await seed.send("stop")
  expect(await ask(shop.url, "select count(*)::int from seeded")).toBe(1)
  await shop.send("stop")
  expect(server()).toBeUndefined()
})

test("a seed may outlive the shop that started the database", async () => {
  const shop = await run()
  const seed = await run()
  await shop.send("stop")
  expect(await ask(seed.url, "select 1")).toBe(1)
  await seed.send("stop")
  expect(server()).toBeUndefined()
})

test("a process that exits abruptly stops the database too", async () => {
  const launcher = await run()
  await launcher.send("exit")
  await expect.poll(() => server()).toBeUndefined()
})

test("a seed that is interrupted stops the database it started", async () => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    const seed = await run()
    await seed.signal(signal)
    await expect.poll(() => server()).toBeUndefined()
  }
})

test("a shop that shuts down slowly is not killed", async () => {
  const shop = await run()
  await shop.send("end in order")
  const ended = shop.signal("SIGTERM")
  expect(await ask(shop.url, "select 1 from pg_sleep(0.1)")).toBe(1)
  expect(await ended).toBe(7)
  await expect.poll(() => server()).toBeUndefined()
})

test("Ctrl-C in the terminal reaches the shop, but not its database", async () => {
  const shop = await run()
  const before = server()
  const seed = await run()
  await shop.signal("SIGINT")
  expect(server()).toEqual(before)
  expect(await ask(seed.url, "select 1")).toBe(1)
  await seed.send("stop")
  expect(server()).toBeUndefined()
})

test("processes that start and stop concurrently never leave a server behind, nor lose it to one another", async () => {
  const visits = Array.from({ length: 8 }, async (_, visit) => {
    await new Promise((resolve) => setTimeout(resolve, visit * 60))
    const launcher = await run()
    expect(await ask(launcher.url, "select 1")).toBe(1)
    await launcher.send("stop")
  })
  await Promise.all(visits)
  expect(server()).toBeUndefined()
})
