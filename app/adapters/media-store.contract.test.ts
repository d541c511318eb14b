import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { MediaStore } from "~/domain/media/media-store"
import { MAX_PICTURE_BYTES } from "~/domain/media/picture-limits"
import { openDiskMedia } from "./disk-media.server"
import { openS3Media } from "./s3-media.server"
import { type S3Server, startS3Server } from "./testing/s3-server"

const keys = { accessKeyId: "shop", secretAccessKey: "shop-secret/+with=signs", region: "eu-north-1" }
let folder: string
let server: S3Server
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "media-contract-"))
  server = await startS3Server({ ...keys, bucket: "pictures", pageSize: 3 })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const s3Options = () => ({ ...keys, bucket: "pictures", endpoint: server.url, forcePathStyle: true, baseUrl: null })
const stores: Record<string, () => MediaStore> = {
  disk: () => openDiskMedia({ folder: join(folder, "made", "when-needed"), baseUrl: "/media/" }),
  s3: () => openS3Media(s3Options()),
}

describe.each(Object.entries(stores))("the %s store", (kind, open) => {
  const bytes = (length: number, seed: number) => Uint8Array.from({ length }, (_, at) => (at * seed) % 251)
  const names = async (store: MediaStore) => {
    const all: string[] = []
    for await (const name of store.list()) all.push(name)
    return all.sort()
  }

  test("names itself and the origin of its objects, without a slash at the end", () => {
    expect(open().kind).toBe(kind)
    expect(open().baseUrl).toMatch(/[^/]$/)
  })

  test("is empty at first", async () => {
    expect(await names(open())).toEqual([])
    expect(await open().get("nothing-160.webp")).toBeNull()
    await open().remove(["nothing-160.webp"])
  })

  test("gives back exactly the bytes it was given, also to another process", async () => {
    const picture = bytes(300_000, 7)
    await open().put("picture-640.avif", picture, "image/avif")
    expect(Buffer.from(picture).equals((await open().get("picture-640.avif")) ?? Buffer.of())).toBe(true)
  })

  test("accepts the same name again, as when an interrupted move is repeated", async () => {
    await open().put("again-160.jpg", bytes(10, 3), "image/jpeg")
    await open().put("again-160.jpg", bytes(20, 5), "image/jpeg")
    expect(await open().get("again-160.jpg")).toHaveLength(20)
  })

  test("stores an empty object and one of several megabytes", async () => {
    await open().put("empty.jpg", new Uint8Array(), "image/jpeg")
    await open().put("large.jpg", bytes(6_000_000, 11), "image/jpeg")
    expect(await open().get("empty.jpg")).toHaveLength(0)
    expect(await open().get("large.jpg")).toHaveLength(6_000_000)
  })

  test("lists every object, page by page, and removes objects", async () => {
    const before = await names(open())
    const many = Array.from({ length: 25 }, (_, at) => `many-${at}.webp`)
    await Promise.all(many.map((name) => open().put(name, bytes(5, 3), "image/webp")))
    expect(await names(open())).toEqual([...before, ...many].sort())
    await open().remove([...many, "never-was.webp"])
    expect(await names(open())).toEqual(before)
    await open().remove([])
  })

  test.each(["../outside.jpg", "/etc/passwd", "a/b.jpg", "..", ".hidden", "", "a\\b.jpg", "a\0.jpg", "x".repeat(300)])(
    "refuses the name %j",
    async (name) => {
      await expect(open().put(name, bytes(5, 3), "image/jpeg")).rejects.toThrow("not the name of a stored object")
      await expect(open().get(name)).rejects.toThrow("not the name of a stored object")
      await expect(open().remove([name])).rejects.toThrow("not the name of a stored object")
    },
  )
})

describe("the disk store", () => {
  test("leaves no unfinished file behind and does not list one", async () => {
    const own = await mkdtemp(join(folder, "own-"))
    const store = openDiskMedia({ folder: own, baseUrl: "/media" })
    await writeFile(join(own, ".cut-off.part"), "half")
    await store.put("whole.jpg", new Uint8Array(9), "image/jpeg")
    expect((await readdir(own)).sort()).toEqual([".cut-off.part", "whole.jpg"])
    const listed = []
    for await (const name of store.list()) listed.push(name)
    expect(listed).toEqual(["whole.jpg"])
  })

  test("reports a folder that it cannot write to", async () => {
    const file = join(folder, "a-file")
    await writeFile(file, "")
    const store = openDiskMedia({ folder: join(file, "media"), baseUrl: "/media" })
    await expect(store.put("a.jpg", new Uint8Array(1), "image/jpeg")).rejects.toMatchObject({
      kind: "unavailable",
      message: "The picture folder cannot be read or written",
    })
  })
})

describe("the S3 store", () => {
  const put = (store: MediaStore) => store.put("a-160.jpg", new Uint8Array(9), "image/jpeg")

  test("keeps the type of a picture and lets it be cached for ever", async () => {
    await put(openS3Media(s3Options()))
    expect(server.objects.get("a-160.jpg")).toMatchObject({
      contentType: "image/jpeg",
      cacheControl: "public, max-age=31536000, immutable",
    })
  })

  test.each([
    ["wrong secret", { secretAccessKey: "other" }, "their store does not accept the configured keys"],
    ["unknown key", { accessKeyId: "nobody" }, "their store does not accept the configured keys"],
    ["missing bucket", { bucket: "elsewhere" }, "their store has no bucket of the configured name"],
    ["unknown host", { endpoint: "http://store.invalid" }, "their store cannot be reached"],
    ["closed port", { endpoint: "http://127.0.0.1:1" }, "their store cannot be reached"],
  ])("explains the error: %s", async (_, wrong, words) => {
    const store = openS3Media({ ...s3Options(), ...wrong })
    const refusal = (done: string) => ({
      kind: "unavailable",
      message: `Pictures cannot be ${done} right now: ${words}`,
    })
    await expect(put(store)).rejects.toMatchObject(refusal("saved"))
    await expect(store.get("a-160.jpg")).rejects.toMatchObject(refusal("read"))
    await expect(store.remove(["a-160.jpg"])).rejects.toMatchObject(refusal("removed"))
    await expect(store.list()[Symbol.asyncIterator]().next()).rejects.toMatchObject(refusal("read"))
  })

  test("explains a store that fails", async () => {
    server.behaviour = "failing"
    await expect(put(openS3Media(s3Options()))).rejects.toMatchObject({
      kind: "unavailable",
      message: "Pictures cannot be saved right now: their store reported an error (InternalError)",
    })
    server.behaviour = "well"
  })

  const late = (done: string) => ({
    kind: "unavailable",
    message: `Pictures cannot be ${done} right now: their store does not answer in time`,
  })

  test("gives up within 15 seconds on a store that does not respond or stops halfway", async () => {
    const store = openS3Media(s3Options())
    await store.put("b-160.jpg", new Uint8Array(90_000), "image/jpeg")
    const started = performance.now()
    server.behaviour = "stalling"
    const half = expect(store.get("b-160.jpg")).rejects.toMatchObject(late("read"))
    await new Promise((resolve) => setTimeout(resolve, 500))
    server.behaviour = "silent"
    await Promise.all([half, expect(put(store)).rejects.toMatchObject(late("saved"))])
    expect(performance.now() - started).toBeLessThan(15_000)
    server.behaviour = "well"
  })

  test("waits for a store that responds late, and limits each call to one that does not", async () => {
    const store = openS3Media({ ...s3Options(), timeout: 1_000 })
    server.delay = 500
    await put(store)
    expect(await store.get("a-160.jpg")).toHaveLength(9)
    server.delay = 1_500
    await Promise.all([
      expect(put(store)).rejects.toMatchObject(late("saved")),
      expect(store.get("a-160.jpg")).rejects.toMatchObject(late("read")),
      expect(store.remove(["a-160.jpg"])).rejects.toMatchObject(late("removed")),
      expect(store.list()[Symbol.asyncIterator]().next()).rejects.toMatchObject(late("read")),
    ])
    server.delay = 0
  })

  test("closes the connections of responses that stop halfway, so that others find one", async () => {
    const store = openS3Media({ ...s3Options(), timeout: 1_000 })
    await store.put("b-160.jpg", new Uint8Array(90_000), "image/jpeg")
    server.behaviour = "stalling"
    // More than the client keeps open at a time
    const stalled = Array.from({ length: 120 }, () => store.get("b-160.jpg").catch((error) => error.kind))
    expect(new Set(await Promise.all(stalled))).toEqual(new Set(["unavailable"]))
    server.behaviour = "well"
    expect(await store.get("b-160.jpg")).toHaveLength(90_000)
  })

  test("reads no more of an endless response than a picture can have", async () => {
    const store = openS3Media(s3Options())
    await put(store)
    server.behaviour = "endless"
    expect((await store.get("a-160.jpg"))?.length).toBeLessThan(MAX_PICTURE_BYTES + 1024 * 1024)
    server.behaviour = "well"
    expect(await store.get("a-160.jpg")).toHaveLength(9)
  })

  test("serves objects from the bucket itself or from a CDN", () => {
    const url = (options: object) => openS3Media({ ...s3Options(), endpoint: null, ...options }).baseUrl
    expect(url({ forcePathStyle: false })).toBe("https://pictures.s3.eu-north-1.amazonaws.com")
    expect(url({ endpoint: "https://store.test:9000" })).toBe("https://store.test:9000/pictures")
    expect(url({ endpoint: "https://store.test", forcePathStyle: false })).toBe("https://pictures.store.test")
    expect(url({ baseUrl: "https://cdn.test/media/" })).toBe("https://cdn.test/media")
  })
})
