import { readFile, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { sql } from "kysely"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { openDiskMedia } from "~/adapters/disk-media.server"
import { type S3Server, startS3Server } from "~/adapters/testing/s3-server"
import { variantNames } from "~/domain/media/picture"
import { storePicture } from "~/domain/media/store-picture.server"
import { encodedAs, samplePicture } from "~/domain/media/testing/sample-pictures"
import { learnSums } from "~/domain/media/verify-pictures.server"
import { parseSettings } from "~/start/settings.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { main as backup } from "./backup.server"
import { main } from "./media.server"
import { printFailure } from "./process/failure.server"

const bucket = { accessKeyId: "shop", secretAccessKey: "secret", region: "us-east-1", bucket: "pictures" }
let testShop: TestShop
let store: S3Server
let names: string[]
let said: string
beforeAll(async () => {
  testShop = await openTestShop()
  store = await startS3Server(bucket)
  const media = openDiskMedia({ folder: join(testShop.mediaFolder, "media"), baseUrl: "/media" })
  const bytes = await encodedAs("png", samplePicture(40, 40))
  names = variantNames(await storePicture({ ...testShop.shop, media }, bytes)).sort()
})
afterAll(async () => {
  await store.close()
  await testShop.close()
})

beforeEach(() => {
  said = ""
  const hear = (words: string | Uint8Array) => {
    said += words
    return true
  }
  vi.spyOn(process.stdout, "write").mockImplementation(hear)
  vi.spyOn(process.stderr, "write").mockImplementation(hear)
  vi.stubEnv("DATABASE_URL", testShop.databaseUrl)
  vi.stubEnv("DATA_DIR", testShop.mediaFolder)
  vi.stubEnv("SESSION_SECRET", "a secret for the tests only")
  vi.stubEnv("PAYMENTS", "sandbox")
  vi.stubEnv("LOG_LEVEL", "silent")
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  process.exitCode = undefined
})

const media = (args: string[]) => main(parseSettings(process.env), args).catch(printFailure)

function withS3() {
  vi.stubEnv("S3_BUCKET", bucket.bucket)
  vi.stubEnv("S3_ENDPOINT", store.url)
  vi.stubEnv("S3_ACCESS_KEY_ID", bucket.accessKeyId)
  vi.stubEnv("S3_SECRET_ACCESS_KEY", bucket.secretAccessKey)
  vi.stubEnv("S3_FORCE_PATH_STYLE", "true")
}

test("a check finds nothing wrong with a healthy store", async () => {
  await media(["check"])
  expect(said).toBe(`1 pictures, ${names.length} objects on disk\n`)
  expect(process.exitCode).toBeUndefined()
})

test("a check names missing files, and fails", async () => {
  const path = join(testShop.mediaFolder, "media", names[0] ?? "")
  await rename(path, `${path}.away`)
  await media(["check"])
  await rename(`${path}.away`, path)
  expect(said).toContain(`missing   ${names[0]}\n1 objects are missing\n`)
  expect(process.exitCode).toBe(1)
})

test("a move copies everything and reports it; a second one has nothing to do", async () => {
  withS3()
  await media(["move", "disk", "s3"])
  expect(said).toContain(`${names.length} objects copied, 0 already there`)
  expect([...store.objects.keys()].sort()).toEqual(names)
  await media(["move", "disk", "s3"])
  expect(said).toContain(`0 objects copied, ${names.length} already there`)
})

test("a move needs a target store", async () => {
  await media(["move", "disk", "s3"])
  expect(said).toBe("S3_BUCKET is not set\n")
  expect(process.exitCode).toBe(1)
})

test("a damaged file is named by the check and by the backup, and a second move replaces it", async () => {
  withS3()
  const name = names.find((file) => file.endsWith(".webp")) ?? ""
  const whole = store.objects.get(name)
  if (whole) store.objects.set(name, { ...whole, bytes: whole.bytes.subarray(0, whole.bytes.length / 2) })
  await media(["check"])
  expect(said).toContain(`damaged   ${name}\n1 objects are damaged\n`)
  const path = join(testShop.mediaFolder, "damaged.tar")
  await backup(parseSettings(process.env), [path])
  expect(said).toContain(`${path} lacks 1 picture files`)
  expect(process.exitCode).toBe(1)
  said = ""
  await backup(parseSettings(process.env), ["--check", path])
  expect(said).toContain(`damaged   ${name}\n1 of its picture files are damaged`)
  said = ""
  await media(["move", "disk", "s3"])
  expect(said).toContain(`1 objects copied, ${names.length - 1} already there`)
  expect(store.objects.get(name)?.bytes).toEqual(whole?.bytes)
})

test("an object that the store had before is named by the check, the backup, its check, and the move", async () => {
  withS3()
  const name = names.find((file) => file.endsWith(".avif")) ?? ""
  const other = names.findLast((file) => file.endsWith(".avif")) ?? ""
  store.former.set(name, store.objects.get(other) ?? { bytes: Buffer.of(), contentType: "", cacheControl: "" })
  store.behaviour = "outdated"
  await media(["check"])
  expect(said).toContain(`damaged   ${name}\n1 objects are damaged\n`)
  const path = join(testShop.mediaFolder, "outdated.tar")
  await backup(parseSettings(process.env), [path])
  expect(said).toContain(`${path} lacks 1 picture files`)
  said = ""
  await backup(parseSettings(process.env), ["--check", path])
  expect(said).toContain(`damaged   ${name}\n1 of its picture files are damaged`)
  said = ""
  await media(["move", "disk", "s3"])
  store.behaviour = "well"
  expect(said).toContain(`damaged   ${name}\n1 objects could not be copied completely; start the move again\n`)
  expect(process.exitCode).toBe(1)
})

test("commands end with a sentence if the store no longer responds", async () => {
  withS3()
  store.behaviour = "silent"
  await Promise.all([media(["check"]), media(["move", "disk", "s3"])])
  store.behaviour = "well"
  const late = "Pictures cannot be read right now: their store does not answer in time"
  expect(said).toContain(`${late}\n`)
  expect(said).toContain(`${late}. Start the move again to continue it.\n`)
  expect(process.exitCode).toBe(1)
})

test("older pictures get their checksums at the first complete reading, and only then", async () => {
  const { db } = testShop.shop
  await db.updateTable("pictures").set({ sums: sql`null` }).execute()
  const path = join(testShop.mediaFolder, "media", names[0] ?? "")
  const bytes = await readFile(path)
  const middle = Buffer.from(bytes)
  middle.fill(0, 60, bytes.length - 60)
  await writeFile(path, middle)
  await media(["check"])
  expect(said).toContain(`damaged   ${names[0]}`)
  expect(await db.selectFrom("pictures").select("sums").execute()).toEqual([{ sums: null }])
  await writeFile(path, bytes)
  await learnSums({ ...testShop.shop, media: openDiskMedia({ folder: join(path, ".."), baseUrl: "/media" }) })
  const [picture] = await db.selectFrom("pictures").select("sums").execute()
  expect(Object.keys(picture?.sums ?? {})).toHaveLength(names.length)
})

test("an error of a store is explained", async () => {
  withS3()
  vi.stubEnv("S3_SECRET_ACCESS_KEY", "wrong")
  await media(["check"])
  expect(said).toBe("Pictures cannot be read right now: their store does not accept the configured keys\n")
  expect(process.exitCode).toBe(1)
})

test.each([[[]], [["paint"]], [["move", "disk"]], [["move", "s3", "s3"]], [["move", "disk", "tape"]]])(
  "%j prints the usage",
  async (args) => {
    await media(args)
    expect(said).toContain("npm run media -- move disk s3")
    expect(process.exitCode).toBe(1)
  },
)
