import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { PictureWorker } from "./picture-worker.server"

/**
 * Returns its process id, the size of its input and the names of its environment variables; follows the instructions in
 * the input.
 */
const PROGRAM = `
process.on("message", ({ id, job }) => {
  if (job.svg === "crash") process.abort()
  if (job.svg === "refuse") return process.send({ id, kind: "invalid", message: "no picture" })
  if (job.svg === "stumble") return process.send({ id, kind: null, message: "a bug" })
  if (job.svg === "hang") return
  process.send({ id, encoded: { pid: process.pid, bytes: job.bytes?.length, environment: Object.keys(process.env) } })
})
process.on("disconnect", () => process.exit())
`
let folder: string
let program: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "counter-worker-"))
  program = join(folder, "picture-worker.mjs")
  await writeFile(program, PROGRAM)
})
afterAll(() => rm(folder, { recursive: true }))

interface Told {
  pid: number
  bytes: number | undefined
  environment: string[]
}
const drawing = async (worker: PictureWorker, svg = "") =>
  (await worker.run({ kind: "drawing", svg })) as unknown as Told
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test("one process does jobs in sequence and concurrently", async () => {
  const worker = new PictureWorker(program)
  const told = await Promise.all([1, 2, 3].map(() => drawing(worker)))
  expect(new Set([...told, await drawing(worker)].map(({ pid }) => pid)).size).toBe(1)
  const upload = await worker.run({ kind: "upload", bytes: new Uint8Array(8_000_000) })
  expect(upload).toMatchObject({ bytes: 8_000_000 })
})

test("it ends when idle, and starts again", async () => {
  const worker = new PictureWorker(program, { idleTimeout: 50 })
  const { pid } = await drawing(worker)
  await expect.poll(() => isAlive(pid)).toBe(false)
  expect((await drawing(worker)).pid).not.toBe(pid)
})

test("it has none of the shop's secrets", async () => {
  process.env.S3_SECRET_ACCESS_KEY = "secret"
  const { environment } = await drawing(new PictureWorker(program))
  delete process.env.S3_SECRET_ACCESS_KEY
  expect(environment).toContain("PATH")
  expect(environment).not.toContain("S3_SECRET_ACCESS_KEY")
})

test("a refusal arrives as a refusal, and a bug as an error", async () => {
  const worker = new PictureWorker(program)
  await expect(drawing(worker, "refuse")).rejects.toMatchObject({
    name: "ShopError",
    kind: "invalid",
    message: "no picture",
  })
  await expect(drawing(worker, "stumble")).rejects.toMatchObject({ kind: "unavailable", cause: "a bug" })
})

test("a picture that crashes the process fails with the concurrent ones; the next one gets a new process", async () => {
  const worker = new PictureWorker(program)
  const { pid } = await drawing(worker)
  const both = await Promise.allSettled([drawing(worker, "hang"), drawing(worker, "crash")])
  expect(both).toMatchObject([{ reason: { kind: "unavailable" } }, { reason: { kind: "unavailable" } }])
  expect((await drawing(worker)).pid).not.toBe(pid)
})

test("a picture that takes too long is aborted", async () => {
  const worker = new PictureWorker(program, { jobTimeout: 100 })
  await expect(drawing(worker, "hang")).rejects.toMatchObject({ kind: "unavailable" })
})
