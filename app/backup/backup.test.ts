import { randomUUID } from "node:crypto"
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { generateIdentity, identityToRecipient } from "age-encryption"
import type pg from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openS3Media } from "~/adapters/s3-media.server"
import { startS3Server } from "~/adapters/testing/s3-server"
import type { Member } from "~/domain/accounts/actor"
import { startSession } from "~/domain/accounts/sessions/sessions.server"
import { checkInvariants } from "~/domain/checkout/check-invariants.server"
import type { MediaStore } from "~/domain/media/media-store"
import { variantNames } from "~/domain/media/picture"
import { storePicture } from "~/domain/media/store-picture.server"
import { encodedAs, samplePicture } from "~/domain/media/testing/sample-pictures"
import { listProducts } from "~/domain/search/listing.server"
import { parseProductFilter } from "~/domain/search/product-filter"
import { unavailable } from "~/domain/shop-error"
import { buy, shelve, signUp, signUpAdmin } from "~/testing/shop/test-orders.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { BASELINE, migrationNames } from "~db/migrate.server"
import { ownProcessMark } from "~db/processes/process-mark.mjs"
import { schemaText, withoutBrackets } from "~db/testing/schema-text"
import { openOldDatabase } from "~db/testing/test-old-database"
import { createArchive } from "./archive-file.server"
import type { BackupKeys } from "./backup-keys"
import { listMigrations } from "./backup-tables.server"
import { assertRestorable, type CheckedBackup, checkBackup } from "./check-backup.server"
import { restoreBackup } from "./restore-backup.server"
import { speedUpPassphrases } from "./testing/fast-passphrases.server"
import { writeBackup, writeTables } from "./write-backup.server"

speedUpPassphrases()

let testShop: TestShop
let folder: string
let member: Member
let product: string
let objects: string[]
const none: BackupKeys = { key: null, signingKey: null }
const withKey = (key: string): BackupKeys => ({ key, signingKey: null })

/** Returns an unencrypted backup of an idle shop. */
let whole: string

beforeAll(async () => {
  testShop = await openTestShop()
  folder = await mkdtemp(join(tmpdir(), "counter-backup-"))
  const { shop } = testShop
  product = await shelve(shop, await signUpAdmin(shop), { name: "Walnut tray", stock: 500 })
  member = await signUp(shop, "ada@buyers.test")
  await buy(shop, member, product, 2)
  await startSession(shop, member, { userAgent: "tests", address: "127.0.0.1" })
  objects = variantNames(await storePicture(shop, await encodedAs("png", samplePicture(40, 40))))
  whole = await backUp()
})
afterAll(async () => {
  await testShop.close()
  await rm(folder, { recursive: true, force: true })
})

async function backUp(keys: BackupKeys = none): Promise<string> {
  const path = join(folder, `${randomUUID()}.tar`)
  const { shop, databaseUrl } = testShop
  await writeBackup({ shop, databaseUrl, sessionSecret: "the secret" }, { path, keys })
  return path
}

/** Restores the backup into a new shop. */
async function restored(path: string, keys: BackupKeys = none) {
  const target = await openTestShop()
  const result = await restoreBackup(target, await checkBackup(path, keys), { path, keys })
  return { ...target, ...result }
}

const partialFiles = async (path: string) =>
  (await readdir(folder)).filter((name) => name.startsWith(basename(path)) && name.endsWith(".partial"))

/** Returns every row of a table as PostgreSQL writes it. */
async function rowsOf({ pool }: TestShop, table: string): Promise<string[]> {
  const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${table} t order by 1`)
  return rows.map(({ row }) => row)
}

const schemaOf = async (database: Pick<pg.ClientBase, "query">) =>
  withoutBrackets(await schemaText(database, { withBodies: true }))

test("a backup is restored row for row, with its pictures and the cookie secret", async () => {
  const twin = await restored(whole)
  const { head, end } = await checkBackup(whole, none)
  expect(head.tables.length).toBeGreaterThan(20)
  for (const { name } of head.tables) expect(await rowsOf(twin, name), name).toEqual(await rowsOf(testShop, name))
  expect([twin.sessionSecret, end.objects, end.missing]).toEqual(["the secret", objects.length, 0])
  for (const name of objects) expect(await twin.shop.media.get(name)).toEqual(await testShop.shop.media.get(name))
  expect(await schemaOf(twin.pool)).toBe(await schemaOf(testShop.pool))
  expect(await rowsOf(twin, "audit_log")).toContainEqual(expect.stringMatching(/Operator.*shop\.exported.*backup/))
  await twin.close()
})

test("a restored shop continues to sell from where the other one stopped", async () => {
  const twin = await restored(whole)
  const found = await listProducts(
    twin.shop,
    parseProductFilter(twin.shop.categories.current, new URLSearchParams("keyword=walnutt")),
  )
  expect(found.products.map(({ id }) => id)).toEqual([product])
  expect(await buy(twin.shop, member, product)).toMatch(/^[0-9a-f]{24}$/)
  expect(await checkInvariants(twin.shop)).toEqual([])
  await expect(twin.pool.query("update products set stock = 1")).rejects.toThrow()
  await twin.close()
})

test("a backup made during sales has every order from before it and no incomplete one", async () => {
  const buyers = await Promise.all([1, 2, 3, 4].map((index) => signUp(testShop.shop, `buyer${index}@buyers.test`)))
  const before: string[] = []
  let selling = true
  const sellers = buyers.map(async (buyer) => {
    while (selling) before.push(await buy(testShop.shop, buyer, product))
  })
  await expect.poll(() => before.length).toBeGreaterThan(4)
  const acknowledged = [...before]
  const path = await backUp()
  selling = false
  await Promise.all(sellers)
  expect(before.length).toBeGreaterThan(acknowledged.length)

  const twin = await restored(path)
  const orders = await twin.shop.db.selectFrom("orders").select("id").execute()
  const there = new Set(orders.map(({ id }) => id))
  expect(acknowledged.filter((id) => !there.has(id))).toEqual([])
  expect(await checkInvariants(twin.shop)).toEqual([])
  await twin.close()
})

test("with a key only its holder can read the backup, and only the file's owner may open it", async () => {
  const identity = await generateIdentity()
  const forHer = await backUp(withKey(await identityToRecipient(identity)))
  const path = await backUp(withKey("a passphrase of many words"))
  for (const file of [path, forHer]) {
    expect((await readFile(file)).includes("ada@buyers.test")).toBe(false)
    expect((await stat(file)).mode & 0o077).toBe(0)
    await expect(checkBackup(file, none)).rejects.toThrow("set BACKUP_KEY")
  }
  await expect(checkBackup(path, withKey("another passphrase"))).rejects.toThrow("BACKUP_KEY cannot decrypt")
  const twin = await restored(path, withKey("a passphrase of many words"))
  expect(await rowsOf(twin, "users")).toEqual(await rowsOf(testShop, "users"))
  await twin.close()
})

test("a secret key of age both creates and reads backups", async () => {
  const keys = withKey(await generateIdentity())
  const { end, unverified } = await checkBackup(await backUp(keys), keys)
  expect([end.objects, unverified]).toEqual([objects.length, []])
})

test("a backup is complete and readable only by its owner, even if another of the same name starts in the meantime", async () => {
  const path = join(folder, "twice.tar")
  const { shop, databaseUrl } = testShop
  let other: ReturnType<typeof createArchive> | undefined
  const onProgress = () => {
    other ??= createArchive(path, none)
  }
  await writeBackup({ shop, databaseUrl, sessionSecret: null }, { path, keys: none, onProgress })
  expect((await checkBackup(path, none)).end.objects).toBe(objects.length)
  expect((await stat(path)).mode & 0o077).toBe(0)
  await (await other)?.abandon()
  expect(await partialFiles(path)).toEqual([])
})

test("a backup removes what earlier killed backups to the same file left behind, and nothing else", async () => {
  const path = join(folder, "left.tar")
  const of = (mark: string) => `${path}.${mark}.${randomUUID()}.partial`
  const dead = [`${path}.partial`, of(`${process.pid}-1-00000000`), of("999999999-1")]
  const others = [of(ownProcessMark()), `${path}.mine.partial`, join(folder, "right.tar.partial")]
  for (const file of [...dead, ...others]) await writeFile(file, "")
  const archive = await createArchive(path, none)
  await archive.abandon()
  const left = await readdir(folder)
  expect(dead.filter((file) => left.includes(basename(file)))).toEqual([])
  expect(others.filter((file) => !left.includes(basename(file)))).toEqual([])
  for (const file of others) await rm(file)
})

test("a backup that cannot be written leaves no file behind, whatever its name", async () => {
  const path = join(folder, "failed.tar")
  const media = { ...testShop.shop.media, get: () => Promise.reject(new Error("the store is gone")) }
  const source = { shop: { ...testShop.shop, media }, databaseUrl: testShop.databaseUrl, sessionSecret: null }
  await expect(writeBackup(source, { path, keys: none })).rejects.toThrow("the store is gone")
  await expect(stat(path)).rejects.toThrow("ENOENT")
  expect(await partialFiles(path)).toEqual([])
})

test("a shop that has been used is not overwritten", async () => {
  const target = await openTestShop()
  await signUp(target.shop, "grace@buyers.test")
  const backup = await checkBackup(whole, none)
  await expect(restoreBackup(target, backup, { path: whole, keys: none })).rejects.toThrow(/not empty .*users/)
  expect(await rowsOf(target, "orders")).toEqual([])
  await target.close()
})

test("a restore that fails halfway leaves the database empty", async () => {
  const target = await openTestShop()
  const backup = await checkBackup(whole, none)
  const half = join(folder, "half.tar")
  await writeFile(half, await readFile(whole))
  await truncate(half, (await stat(half)).size - 6_000)
  await expect(restoreBackup(target, backup, { path: half, keys: none })).rejects.toThrow()
  expect(await rowsOf(target, "users")).toEqual([])
  await restoreBackup(target, backup, { path: whole, keys: none })
  expect(await rowsOf(target, "users")).toHaveLength(backup.end.tables.users?.rows ?? 0)
  await target.close()
})

test("a backup of an earlier release is restored into the present schema", async () => {
  const old = await openOldDatabase(BASELINE)
  const [user, tray] = ["a".repeat(24), "b".repeat(24)]
  await old.client.query(`
    insert into users (id, name, email, password_hash) values ('${user}', 'Ada', 'ada@earlier.test', '-');
    insert into products (id, name, category, price) values ('${tray}', 'Oak tray', 'Kitchen', 1200);
    insert into product_descriptions (product_id, description) values ('${tray}', 'For tea.');
    insert into stock_ledger (variant_id, change, reason) values ('${tray}', 7, 'opening');`)
  const path = join(folder, "earlier.tar")
  const archive = await createArchive(path, none)
  const tables = await writeTables(old.client, archive, { madeAt: new Date(), onProgress: () => {} })
  await archive.finish({ tables, objects: 0, missing: 0, damaged: [], contradictions: [] })
  await old.close()

  const empty = await openOldDatabase(BASELINE)
  await restoreBackup({ shop: testShop.shop, databaseUrl: empty.url }, await checkBackup(path, none), {
    path,
    keys: none,
  })
  expect(await listMigrations(empty.client)).toEqual(migrationNames())
  const { rows } = await empty.client.query("select name, stock from products")
  expect(rows).toEqual([{ name: "Oak tray", stock: 7 }])
  expect(await schemaOf(empty.client)).toBe(await schemaOf(testShop.pool))
  await empty.close()
})

test("a backup from before the oldest schema, or from a newer release, says what can restore it", () => {
  const of = (...migrations: string[]): Pick<CheckedBackup, "head"> => ({
    head: { format: 2, madeAt: "", migrations, tables: [] },
  })
  expect(assertRestorable(of("0001_shop", ...migrationNames()))).toBeUndefined()
  expect(() => assertRestorable(of("0001_shop"))).toThrow(/with the release of commit ac35d386/)
  expect(() => assertRestorable(of(...migrationNames(), "9999_later"))).toThrow("a newer version of the shop")
})

test("the cookie secret is stored before the tables, so that a restore that fails there can be repeated", async () => {
  const target = await openTestShop()
  const backup = await checkBackup(whole, none)
  const full = () => Promise.reject(new Error("the disk is full"))
  await expect(restoreBackup(target, backup, { path: whole, keys: none, keepSecret: full })).rejects.toThrow("full")
  const kept: string[] = []
  await restoreBackup(target, backup, { path: whole, keys: none, keepSecret: (secret) => kept.push(secret) })
  expect(kept).toEqual(["the secret"])
  await target.close()
})

test("an interrupted backup leaves no incomplete file", async () => {
  const path = join(folder, `${randomUUID()}.tar`)
  const before = process.listeners("exit")
  const archive = await createArchive(path, none)
  const atExit = process.listeners("exit").filter((listener) => !before.includes(listener))
  expect(atExit).toHaveLength(1)
  expect(await partialFiles(path)).toHaveLength(1)
  for (const listener of atExit) listener(1)
  expect(await partialFiles(path)).toEqual([])
  await archive.abandon()
  expect(process.listeners("exit")).toEqual(before)
})

test("a mistyped key of age is named, and leaves no file", async () => {
  const before = await readdir(folder)
  await expect(backUp(withKey("age1typotypotypo"))).rejects.toThrow("BACKUP_KEY begins like an age key but is not one")
  await expect(backUp(withKey("AGE-SECRET-KEY-1TYPO"))).rejects.toThrow("BACKUP_KEY")
  expect(await readdir(folder)).toEqual(before)
})

test("a media store that is briefly unavailable stops neither a backup nor a restore", async () => {
  const tried = new Set<string>()
  const late = (call: string, name: string) => {
    if (tried.has(call + name)) return
    tried.add(call + name)
    throw unavailable("The store does not answer in time")
  }
  const flaky = ({ shop, databaseUrl }: TestShop) => {
    const { get, put } = shop.media
    const media: MediaStore = {
      ...shop.media,
      async get(name) {
        late("get", name)
        return get(name)
      },
      async put(name, bytes, type) {
        late("put", name)
        return put(name, bytes, type)
      },
    }
    return { shop: { ...shop, media }, databaseUrl, sessionSecret: null }
  }
  const path = join(folder, "flaky.tar")
  await writeBackup(flaky(testShop), { path, keys: none })
  const target = await openTestShop()
  await restoreBackup(flaky(target), await checkBackup(path, none), { path, keys: none })
  for (const name of objects) expect(await target.shop.media.get(name)).toEqual(await testShop.shop.media.get(name))
  expect(tried.size).toBe(2 * objects.length)
  await target.close()
})

test("a backup ends with a sentence, and without a file, if the media store no longer responds", async () => {
  const keys = { accessKeyId: "shop", secretAccessKey: "secret", region: "us-east-1", bucket: "pictures" }
  const store = await startS3Server(keys)
  store.behaviour = "silent"
  const media = openS3Media({ ...keys, endpoint: store.url, forcePathStyle: true, baseUrl: null, timeout: 200 })
  const path = join(folder, "late.tar")
  const source = { shop: { ...testShop.shop, media }, databaseUrl: testShop.databaseUrl, sessionSecret: null }
  await expect(writeBackup(source, { path, keys: none })).rejects.toThrow(
    "Pictures cannot be read right now: their store does not answer in time",
  )
  await expect(stat(path)).rejects.toThrow("ENOENT")
  await store.close()
})

test("a restore does not end well with a store that returns the object it had before", async () => {
  const target = await openTestShop()
  const [name = "", other = ""] = objects.filter((object) => object.endsWith(".jpg"))
  const { get } = target.shop.media
  const media: MediaStore = { ...target.shop.media, get: (wanted) => get(wanted === name ? other : wanted) }
  const restoring = restoreBackup({ ...target, shop: { ...target.shop, media } }, await checkBackup(whole, none), {
    path: whole,
    keys: none,
  })
  await expect(restoring).rejects.toThrow(`The picture store returned ${name} changed`)
  expect(await rowsOf(target, "users")).toEqual([])
  await target.close()
})

test("an outdated object in the store is left out of the backup and listed, also by its check", async () => {
  const { shop, databaseUrl } = testShop
  const [name = "", other = ""] = objects.filter((object) => object.endsWith(".jpg"))
  const media: MediaStore = { ...shop.media, get: (wanted) => shop.media.get(wanted === name ? other : wanted) }
  const path = join(folder, `${randomUUID()}.tar`)
  const { damaged } = await writeBackup(
    { shop: { ...shop, media }, databaseUrl, sessionSecret: null },
    { path, keys: none },
  )
  expect(damaged).toEqual([name])
  expect((await checkBackup(path, none)).damaged).toEqual([name])
})
