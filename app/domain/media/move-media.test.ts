import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openDiskMedia } from "~/adapters/disk-media.server"
import { openS3Media } from "~/adapters/s3-media.server"
import { type S3Server, startS3Server } from "~/adapters/testing/s3-server"
import { fileSum } from "./file-sum.server"
import type { MediaStore } from "./media-store"
import { type MoveProgress, moveMedia } from "./move-media.server"
import { newPictureKey } from "./picture"

const keys = { accessKeyId: "shop", secretAccessKey: "secret", region: "us-east-1", bucket: "pictures" }
let folder: string
let server: S3Server
let disk: MediaStore
let s3: MediaStore
const names = Array.from(
  { length: 40 },
  (_, at) => `${newPictureKey(new Date(), new Uint8Array(12).fill(at))}-160.webp`,
)
const bytesOf = (name: string) => new Uint8Array(names.indexOf(name))
const findSum = async (name: string) => fileSum(bytesOf(name))
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "counter-move-"))
  server = await startS3Server(keys)
  disk = openDiskMedia({ folder, baseUrl: "/media" })
  s3 = openS3Media({ ...keys, endpoint: server.url, forcePathStyle: true, baseUrl: null })
  for (const [at, name] of names.entries()) await disk.put(name, new Uint8Array(at), "image/webp")
  await disk.put("somebody-elses.txt", new Uint8Array(3), "text/plain")
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

test("an interrupted move continues where it stopped, and reports its progress", async () => {
  const cutShort = moveMedia(disk, s3, {
    findSum,
    onProgress({ copied }) {
      if (copied === 15) server.behaviour = "failing"
    },
  })
  await expect(cutShort).rejects.toMatchObject({ kind: "unavailable" })
  server.behaviour = "well"
  const there = server.objects.size
  expect(there).toBeGreaterThanOrEqual(15)
  expect(there).toBeLessThan(names.length)

  const told: MoveProgress[] = []
  expect(await moveMedia(disk, s3, { findSum, onProgress: (progress) => told.push(progress) })).toEqual({
    copied: 40,
    skipped: there,
    total: 40,
    damaged: [],
  })
  expect(told.map(({ copied }) => copied)).toEqual(Array.from({ length: 41 }, (_, at) => at))
  expect([...server.objects.keys()].sort()).toEqual([...names].sort())
  expect(server.objects.get(names[9] ?? "")).toMatchObject({ bytes: Buffer.alloc(9), contentType: "image/webp" })
})

test("the old store keeps everything, and a move back works the same way", async () => {
  const back = openDiskMedia({ folder: join(folder, "back"), baseUrl: "/media" })
  expect(await moveMedia(s3, back, { findSum })).toMatchObject({ copied: 40, skipped: 0 })
  expect(await disk.get(names[7] ?? "")).toEqual(await back.get(names[7] ?? ""))
})

test("a store that returns 200 with half of the bytes is detected, and a second move replaces damaged files", async () => {
  const name = names[30] ?? ""
  const stored = server.objects.get(name)
  server.objects.set(name, { bytes: Buffer.alloc(15), contentType: "image/webp", cacheControl: "" })
  expect(await moveMedia(disk, s3, { findSum })).toMatchObject({ copied: 40, skipped: 39, damaged: [] })
  expect(server.objects.get(name)?.bytes).toEqual(stored?.bytes)
  // Another picture's bytes of the same size
  server.objects.set(name, { bytes: Buffer.alloc(30, 1), contentType: "image/webp", cacheControl: "" })
  expect(await moveMedia(disk, s3, { findSum })).toMatchObject({ skipped: 39, damaged: [] })
  expect(server.objects.get(name)?.bytes).toEqual(stored?.bytes)

  server.behaviour = "truncating"
  const empty = openDiskMedia({ folder: join(folder, "truncated"), baseUrl: "/media" })
  const { damaged } = await moveMedia(s3, empty, { findSum })
  server.behaviour = "well"
  expect(damaged).toEqual(names.slice(1).sort())
  expect(await empty.get(name)).toBeNull()
})

test("a store that returns the object it had before is detected, in the new store and in the old one", async () => {
  const name = names[20] ?? ""
  server.former.set(name, { bytes: Buffer.alloc(20, 1), contentType: "image/webp", cacheControl: "" })
  server.behaviour = "outdated"
  expect(await moveMedia(disk, s3, { findSum })).toMatchObject({ copied: 39, damaged: [name] })
  const empty = openDiskMedia({ folder: join(folder, "outdated"), baseUrl: "/media" })
  expect((await moveMedia(s3, empty, { findSum })).damaged).toEqual([name])
  expect(await empty.get(name)).toBeNull()
  server.behaviour = "well"
  expect(await moveMedia(disk, s3, { findSum })).toMatchObject({ copied: 40, damaged: [] })
})
