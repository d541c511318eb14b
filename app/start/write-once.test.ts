import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { writeOnce } from "./write-once.server"

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "counter-once-"))
})
afterAll(() => rm(folder, { recursive: true }))

test("of many concurrent writers one wins, and everyone reads its complete text", async () => {
  const path = join(folder, "at", "once")
  const texts = Array.from({ length: 50 }, (_, number) => `${number}`.repeat(1_000))
  const seen = await Promise.all(texts.map((text) => writeOnce(path, text).then(() => readFile(path, "utf8"))))
  expect(new Set(seen).size).toBe(1)
  expect(texts).toContain(seen[0])
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readdir(join(folder, "at"))).toEqual(["once"])
})

test("an empty file, left by a full disk or a crash, is not a secret", async () => {
  const path = join(folder, "empty")
  await writeFile(path, "")
  await writeOnce(path, "a secret")
  await writeOnce(path, "another")
  expect(await readFile(path, "utf8")).toBe("a secret")
})
