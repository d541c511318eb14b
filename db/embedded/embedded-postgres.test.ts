import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { ask } from "../testing/test-client"
import { clusterData } from "./cluster"
import { type EmbeddedPostgresOptions, openEmbeddedPostgres } from "./embedded-postgres"
import { findPostmaster } from "./postmaster"
import { sharedFolder, temporaryFolder } from "./testing/launcher"

const folder = sharedFolder()

async function open(options: EmbeddedPostgresOptions) {
  const server = await openEmbeddedPostgres(options)
  onTestFinished(() => server.stop())
  return server
}

/** Milliseconds; the best of several, because the machine has other load */
async function quickest(action: () => Promise<unknown>) {
  const times: number[] = []
  for (let round = 0; round < 4; round++) times.push(await took(action))
  return Math.min(...times)
}

async function took(action: () => Promise<unknown>) {
  const begin = performance.now()
  await action()
  return performance.now() - begin
}

test("the first start creates a database with all of Unicode that syncs to disk", async () => {
  const { url } = await open({ folder })
  expect(new URL(url)).toMatchObject({ protocol: "postgres:", hostname: "127.0.0.1", pathname: "/counter" })
  expect(await ask(url, "show server_encoding")).toBe("UTF8")
  expect(await ask(url, "select upper('ðale, žluť, été, ελιά')")).toBe("ÐALE, ŽLUŤ, ÉTÉ, ΕΛΙΆ")
  expect(await ask(url, "select datlocale from pg_database where datname = 'counter'")).toBe("C.UTF-8")
  expect(await ask(url, "show fsync")).toBe("on")
  expect(await ask(url, "show synchronous_commit")).toBe("on")
})

test("the shop can load its search extensions, although it is not a superuser", async () => {
  const { url } = await open({ folder })
  expect(await ask(url, "select rolsuper from pg_roles where rolname = current_user")).toBe(false)
  for (const name of ["pg_trgm", "unaccent", "citext"]) await ask(url, `create extension ${name}`)
  expect(await ask(url, "select similarity(unaccent('crème'), 'creme')")).toBe(1)
})

test("only users who can read the password can connect, and only from this machine", async () => {
  const { url } = await open({ folder })
  const file = join(folder, "postgres/password")
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(new URL(url).password).toBe(readFileSync(file, "utf8"))
  expect(readFileSync(file, "utf8").length).toBeGreaterThanOrEqual(32)
  for (const user of ["counter", "postgres"]) {
    const stranger = Object.assign(new URL(url), { username: user, password: "guess" })
    await expect(ask(stranger.href, "select 1")).rejects.toThrow("password authentication failed")
  }
  expect(await ask(url, "show listen_addresses")).toBe("127.0.0.1")
  expect(readFileSync(join(folder, "postgres/data/postmaster.pid"), "utf8").split("\n")[4]).toBe("")
  expect(readFileSync(join(folder, "postgres/data/pg_hba.conf"), "utf8")).not.toMatch(/^\w.*\btrust$/m)
})

test("data persists after a stop, and opening again takes well under a second", async () => {
  const began = performance.now()
  const first = await openEmbeddedPostgres({ folder })
  const made = performance.now() - began
  await ask(first.url, "create table note as select 'kept' as text")
  await first.stop()
  expect(findPostmaster(clusterData(folder))).toBeUndefined()
  const time = await quickest(async () => {
    const next = await openEmbeddedPostgres({ folder })
    expect(next.url).toBe(first.url)
    expect(await ask(next.url, "select text from note")).toBe("kept")
    await next.stop()
  })
  expect(time).toBeLessThan(Math.max(1_000, made))
})

test("a running server is joined immediately, and stays until its last user has left", async () => {
  const first = await open({ folder })
  const second = await open({ folder })
  expect(second.url).toBe(first.url)
  expect(await quickest(() => open({ folder }).then((third) => third.stop()))).toBeLessThan(500)
  await first.stop()
  await first.stop()
  expect(await ask(second.url, "select 1")).toBe(1)
  await Promise.all([second.stop(), second.stop()])
  expect(findPostmaster(clusterData(folder))).toBeUndefined()
})

test("a stop does not wait for remaining clients", async () => {
  const { url, stop } = await open({ folder })
  const lingering = ask(url, "select pg_sleep(60)").catch(String)
  while (!(await ask(url, "select count(*)::int from pg_stat_activity where query like '%pg_sleep(60)'")));
  expect(await took(stop)).toBeLessThan(20_000)
  expect(await lingering).toMatch(/terminat/)
})

test("the caller's settings take precedence over the defaults, but never open the server to the network", async () => {
  const settings = { fsync: "off", work_mem: "3MB", listen_addresses: "*" }
  const { url } = await open({ folder, settings })
  expect(await ask(url, "show fsync")).toBe("off")
  expect(await ask(url, "show work_mem")).toBe("3MB")
  expect(await ask(url, "show listen_addresses")).toBe("127.0.0.1")
})

test("another port is used if the usual one is taken", async () => {
  const first = await openEmbeddedPostgres({ folder })
  await first.stop()
  const rival = createServer().listen(Number(new URL(first.url).port), "127.0.0.1")
  onTestFinished(() => void rival.close())
  const second = await open({ folder })
  expect(second.url).not.toBe(first.url)
  expect(await ask(second.url, "select 1")).toBe(1)
})

test("the log starts over once it has grown long, and contains no values", async () => {
  const log = join(folder, "postgres/postgres.log")
  await (await openEmbeddedPostgres({ folder })).stop()
  writeFileSync(log, "x".repeat(10_000_001))
  const { url } = await open({ folder })
  await ask(url, "create table secret (word text primary key)")
  await ask(url, "insert into secret values ('tell-nobody')")
  await expect(ask(url, "insert into secret values ('tell-nobody')")).rejects.toThrow("duplicate key")
  expect(readFileSync(log, "utf8")).toMatch(/duplicate key/)
  expect(readFileSync(log, "utf8")).not.toMatch(/x{9}|tell-nobody/)
})

test("progress is reported in sentences, and only while there is something to wait for", async () => {
  const folder = temporaryFolder()
  const lines: string[] = []
  const onProgress = (line: string) => lines.push(line)
  await open({ folder, settings: { fsync: "off" }, onProgress })
  expect(lines).toEqual([`Creating the database in ${folder}`, "Starting the database"])
  await open({ folder, onProgress })
  expect(lines).toHaveLength(2)
})

test("a database created by another PostgreSQL is reported, and not changed", async () => {
  const file = join(folder, "postgres/data/PG_VERSION")
  writeFileSync(file, "16\n")
  onTestFinished(() => writeFileSync(file, "18\n"))
  await expect(openEmbeddedPostgres({ folder })).rejects.toThrow(/made by PostgreSQL 16, but this is PostgreSQL 18/)
})

test("files in the place of the database are reported, and not changed", async () => {
  const folder = temporaryFolder()
  const file = join(folder, "postgres/data/letters.txt")
  mkdirSync(join(folder, "postgres/data"), { recursive: true })
  writeFileSync(file, "dear customer")
  await expect(openEmbeddedPostgres({ folder })).rejects.toThrow(
    `${folder}/postgres/data contains files that are not a database`,
  )
  expect(readFileSync(file, "utf8")).toBe("dear customer")
})

test("a wrong setting is reported in PostgreSQL's own words", async () => {
  const attempt = openEmbeddedPostgres({ folder, settings: { shared_buffers: "lots" } })
  await expect(attempt).rejects.toThrow(/does not start: .*shared_buffers/)
})

test("a lost or changed password is reported together with its file", async () => {
  await open({ folder })
  const file = join(folder, "postgres/password")
  const password = readFileSync(file, "utf8")
  onTestFinished(() => writeFileSync(file, password))
  writeFileSync(file, "another")
  await expect(openEmbeddedPostgres({ folder })).rejects.toThrow(`${file} is not the one`)
  rmSync(file)
  await expect(openEmbeddedPostgres({ folder })).rejects.toThrow(`put ${file} back`)
})

test("a file in the place of the folder is reported", async () => {
  const file = join(temporaryFolder(), "taken")
  writeFileSync(file, "")
  await expect(openEmbeddedPostgres({ folder: file })).rejects.toThrow(`${file} cannot be`)
  await expect(openEmbeddedPostgres({ folder: join(file, "below") })).rejects.toThrow(/set DATA_DIR to another folder/)
})

test("a folder removed under a running shop stops its server with the shop", async () => {
  const server = await openEmbeddedPostgres({ folder })
  const pid = findPostmaster(clusterData(folder))?.pid
  rmSync(join(folder, "postgres"), { recursive: true })
  await server.stop()
  await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false)
  expect(existsSync(join(folder, "postgres"))).toBe(false)
})
