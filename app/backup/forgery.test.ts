import { createHash, randomUUID } from "node:crypto"
import { existsSync } from "node:fs"
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { promisify } from "node:util"
import { gunzip, gzip } from "node:zlib"
import { generateIdentity, identityToRecipient } from "age-encryption"
import { pack } from "tar-stream"
import { afterAll, beforeAll, expect, test } from "vitest"
import { main as restoreCommand } from "~/commands/restore.server"
import { storePicture } from "~/domain/media/store-picture.server"
import { encodedAs, samplePicture } from "~/domain/media/testing/sample-pictures"
import { parseSettings } from "~/start/settings.server"
import { buy, shelve, signUp, signUpAdmin } from "~/testing/shop/test-orders.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { ArchiveEnd, type ArchiveHead, entryNames, isSums } from "./archive"
import { createArchive, readArchive } from "./archive-file.server"
import { SealReader } from "./archive-seal.server"
import type { BackupKeys } from "./backup-keys"
import { checkBackup } from "./check-backup.server"
import { restoreBackup } from "./restore-backup.server"
import { speedUpPassphrases } from "./testing/fast-passphrases.server"
import { writeBackup } from "./write-backup.server"

const BLOCK = 512
const PASSPHRASE = "correct horse battery staple"
const none: BackupKeys = { key: null, signingKey: null }
const passphrase: BackupKeys = { key: PASSPHRASE, signingKey: null }

speedUpPassphrases()

let testShop: TestShop
let folder: string
let identity: string
/** An unencrypted backup, and its bytes */
let whole: string
let bytes: Buffer
let entries: { name: string; start: number; size: number; end: number }[]

beforeAll(async () => {
  testShop = await openTestShop()
  folder = await mkdtemp(join(tmpdir(), "counter-forgery-"))
  identity = await generateIdentity()
  const { shop } = testShop
  const tray = await shelve(shop, await signUpAdmin(shop), { name: "Walnut tray", stock: 500 })
  await buy(shop, await signUp(shop, "ada@buyers.test"), tray, 2)
  for (const width of [40, 60]) await storePicture(shop, await encodedAs("png", samplePicture(width, 40)))
  whole = await backUp(none)
  bytes = await readFile(whole)
  entries = entriesOf(bytes)
})
afterAll(async () => {
  await testShop.close()
  await rm(folder, { recursive: true, force: true })
})

const newPath = () => join(folder, `${randomUUID()}.tar`)

async function backUp(keys: BackupKeys): Promise<string> {
  const path = newPath()
  const { shop, databaseUrl } = testShop
  await writeBackup({ shop, databaseUrl, sessionSecret: "the secret" }, { path, keys })
  return path
}

async function saved(contents: Uint8Array): Promise<string> {
  const path = newPath()
  await writeFile(path, contents)
  return path
}

/** The positions of a tar file's entries: a header block, the contents, zeros up to the next block */
function entriesOf(tar: Buffer) {
  const found: typeof entries = []
  for (let start = 0; tar[start]; ) {
    const name = tar.toString("latin1", start, tar.indexOf(0, start))
    const size = Number.parseInt(tar.toString("latin1", start + 124, start + 135), 8)
    if (!/^[a-z]/.test(name) || Number.isNaN(size)) break
    const end = start + BLOCK + Math.ceil(size / BLOCK) * BLOCK
    found.push({ name, start, size, end })
    start = end
  }
  return found
}

function entry(pattern: RegExp, index = 0) {
  const found = entries.filter(({ name }) => pattern.test(name))[index]
  if (!found) throw new Error(`There is no ${pattern}`)
  return found
}

function flipped(at: number, of = bytes): Buffer {
  const changed = Buffer.from(of)
  changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
  return changed
}

const without = ({ start, end }: { start: number; end: number }) =>
  Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)])

/** Swaps two entries, or their contents alone. */
function swapped(one: RegExp, other: RegExp, index: number, { contentsOnly = false } = {}): Buffer {
  const [first, second] = [entry(one), entry(other, index)]
  const skip = contentsOnly ? BLOCK : 0
  return Buffer.concat([
    bytes.subarray(0, first.start + skip),
    bytes.subarray(second.start + skip, second.end),
    bytes.subarray(first.end, second.start + skip),
    bytes.subarray(first.start + skip, first.end),
    bytes.subarray(second.end),
  ])
}

/** Returns the exit code of the command with these arguments; a new shop would get its own folder. */
async function restoreInto(dataDir: string, args: string[], keys: BackupKeys): Promise<string> {
  const { key, signingKey } = keys
  const settings = parseSettings({
    DATA_DIR: dataDir,
    BACKUP_KEY: key ?? "",
    BACKUP_SIGNING_KEY: signingKey ?? "",
    LOG_LEVEL: "silent",
  })
  return restoreCommand(settings, args).then(
    () => "no error",
    (error: Error) => `${error.name}: ${error.message}`,
  )
}

async function expectRefused(what: string, path: string, keys: BackupKeys, words = /./, flags: string[] = []) {
  const dataDir = join(folder, randomUUID())
  for (const args of [
    ["--check", ...flags, path],
    [...flags, path],
  ]) {
    const outcome = await restoreInto(dataDir, args, keys)
    expect(outcome, `${what} ${args.join(" ")}`).toMatch(/^BackupError/)
    expect(outcome, what).toMatch(words)
  }
  expect(existsSync(dataDir), what).toBe(false)
}

test("damage is found anywhere, before anything is written", async () => {
  const [part, picture, end] = [entry(/^tables\/users/), entry(/^media/), entry(/^end/)]
  const middle = ({ start, size }: typeof part) => start + BLOCK + Math.floor(size / 2)
  const seal = bytes.length - BLOCK
  const damage: Record<string, Buffer> = {
    "the first header": flipped(3),
    "the head": flipped(entry(/^head/).start + BLOCK + 20),
    rows: flipped(middle(part)),
    "the header of rows": flipped(part.start + 130),
    "a picture": flipped(middle(picture)),
    "what fills a picture's last block": flipped(picture.end - 1),
    "the session secret": flipped(middle(entry(/^session-secret/))),
    "the sums": flipped(middle(entry(/^sums/))),
    "the end": flipped(middle(end)),
    "what ends the tar file": flipped(seal - 300),
    "the seal's sum": flipped(seal + 40),
    "the seal's name": flipped(seal + 3),
    "the seal's last byte": flipped(bytes.length - 1),
    "64 wrong bytes in a picture": Buffer.concat([
      bytes.subarray(0, picture.start + BLOCK + 8),
      Buffer.alloc(64, 7),
      bytes.subarray(picture.start + BLOCK + 72),
    ]),
    "half of it": bytes.subarray(0, bytes.length / 2),
    "one byte too few": bytes.subarray(0, bytes.length - 1),
    "no seal": bytes.subarray(0, seal),
    "no end": bytes.subarray(0, end.start),
    "one byte too many": Buffer.concat([bytes, Buffer.from("a")]),
    "zeros after it": Buffer.concat([bytes, Buffer.alloc(BLOCK)]),
    "itself after it": Buffer.concat([bytes, bytes]),
    "two tables in each other's place": swapped(/^tables/, /^tables/, 1),
    "two pictures in each other's place": swapped(/^media/, /^media/, 1),
    "the contents of two pictures in each other's place": swapped(/^media/, /^media/, 1, { contentsOnly: true }),
    "a picture is missing": without(picture),
    "a table is missing": without(part),
    "a table twice": Buffer.concat([bytes.subarray(0, part.end), bytes.subarray(part.start)]),
    nothing: Buffer.alloc(0),
    "something else": Buffer.from("not a backup at all".repeat(100)),
  }
  for (const [what, contents] of Object.entries(damage)) {
    expect(contents.equals(bytes), what).toBe(false)
    await expectRefused(what, await saved(contents), none, /damaged|incomplete/)
  }
})

test("a change of any byte is found", async () => {
  const step = Math.ceil(bytes.length / 150)
  for (let at = step - 1; at < bytes.length; at += step)
    await expect(checkBackup(await saved(flipped(at)), none), `at ${at}`).rejects.toThrow(/damaged|incomplete/)
}, 60_000)

test("an encrypted backup that was damaged or truncated is refused", async () => {
  const keys: BackupKeys = { key: identity, signingKey: null }
  const encrypted = await readFile(await backUp(keys))
  for (const [what, contents] of Object.entries({
    header: flipped(60, encrypted),
    contents: Buffer.concat([encrypted.subarray(0, 9_000), Buffer.alloc(64), encrypted.subarray(9_064)]),
    "cut off": encrypted.subarray(0, encrypted.length - 1_000),
    longer: Buffer.concat([encrypted, Buffer.alloc(BLOCK)]),
  }))
    await expectRefused(what, await saved(contents), keys, /damaged|cannot decrypt/)
})

test("a file that changes after the check is not restored", async () => {
  const checked = await checkBackup(whole, none)
  const target = await openTestShop()
  const [picture, part] = [entry(/^media/), entry(/^tables\/users/)]
  for (const at of [picture.start + BLOCK + 9, part.start + BLOCK + 30]) {
    const path = await saved(flipped(at))
    await expect(restoreBackup(target, checked, { path, keys: none })).rejects.toThrow(/changed/)
  }
  expect((await target.pool.query("select from users")).rowCount).toBe(0)
  expect(await readdir(target.mediaFolder)).toEqual([])
  await target.close()
})

const unpack = promisify(gunzip)
const compress = promisify(gzip)

/** A backup in which someone else has Ada's account, with correct checksums; it is made with what a forger has. */
async function forged(keys: BackupKeys): Promise<string> {
  const path = newPath()
  const archive = await createArchive(path, keys)
  for await (const { name, bytes } of readArchive(whole, null, new SealReader())) {
    if (name === entryNames.end) {
      const { sums: _, ...end } = ArchiveEnd.parse(JSON.parse(bytes.toString()))
      const users = await unpack(await contentsOf(/^tables\/users/))
      const sha256 = createHash("sha256").update(asEve(users)).digest("hex")
      await archive.finish({ ...end, tables: { ...end.tables, users: { rows: 2, sha256 } } })
    } else if (name === entryNames.part("users", 0)) await archive.add(name, await compress(asEve(await unpack(bytes))))
    else if (!isSums(name)) await archive.add(name, bytes)
  }
  return path
}

const asEve = (rows: Buffer) => Buffer.from(rows.toString().replaceAll("ada@buyers.test", "eve@forger.test"))

async function contentsOf(pattern: RegExp): Promise<Buffer> {
  const { start, size } = entry(pattern)
  return bytes.subarray(start + BLOCK, start + BLOCK + size)
}

test("with a key, a backup that its holder has not made is refused", async () => {
  const recipient = await identityToRecipient(identity)
  const mine: BackupKeys = { key: identity, signingKey: null }
  const signing: BackupKeys = { key: identity, signingKey: "a secret for signing" }
  expect((await checkBackup(await forged(none), none)).end.tables.users?.rows).toBe(2)
  await expectRefused("plain", await forged(none), passphrase, /not encrypted .*--plain/)
  await expectRefused("plain", whole, mine, /not encrypted .*--plain/)
  await expectRefused(
    "to another key",
    await forged({ ...none, key: await generateIdentity() }),
    mine,
    /cannot decrypt/,
  )
  const toHer = await forged({ key: recipient, signingKey: null })
  await expectRefused("to the public key", toHer, mine, /not signed.*--unverified/)
  await expectRefused("to the public key", toHer, signing, /not signed.*--unverified/)
  const signedByEve = await forged({ key: recipient, signingKey: "what Eve signs with" })
  await expectRefused("signed by someone else", signedByEve, signing, /not signed with this/, ["--unverified"])
  await expectRefused("signed by someone else", signedByEve, mine, /set BACKUP_SIGNING_KEY/)
  await expectRefused("without the secret key", toHer, { key: recipient, signingKey: null }, /secret one/)
  const plainlySigned = await forged({ key: null, signingKey: "what Eve signs with" })
  await expectRefused("plain and signed", plainlySigned, signing, /not signed with this/, ["--plain", "--unverified"])
})

test("a backup that the operator vouches for is accepted, and what is unverified is reported", async () => {
  const about = [expect.stringMatching(/^Its origin is not verified/)]
  expect((await checkBackup(whole, none)).unverified).toEqual(about)
  expect((await checkBackup(whole, passphrase, { plain: true })).unverified).toEqual(about)
  const toHer = await backUp({ key: await identityToRecipient(identity), signingKey: null })
  const mine: BackupKeys = { key: identity, signingKey: null }
  expect((await checkBackup(toHer, mine, { unverified: true })).unverified).toEqual(about)
})

test("the holder of the keys can verify who made a backup", async () => {
  const secret = "a secret for signing"
  const toHer = await backUp({ key: await identityToRecipient(identity), signingKey: secret })
  for (const [path, keys] of [
    [await backUp(passphrase), passphrase],
    [toHer, { key: identity, signingKey: secret }],
    [await backUp({ key: null, signingKey: secret }), { key: null, signingKey: secret }],
    [await backUp({ key: identity, signingKey: null }), { key: identity, signingKey: "a key that came later" }],
  ] as const)
    expect((await checkBackup(path, keys)).unverified).toEqual([])
})

/** A file in the format of earlier versions */
async function ofEarlierVersion(): Promise<string> {
  const tar = pack()
  const file = buffer(Readable.from(tar))
  for await (const { name, bytes } of readArchive(whole, null, new SealReader())) {
    if (isSums(name)) continue
    if (name === entryNames.head)
      tar.entry(
        { name },
        changed(bytes, (head: ArchiveHead) => ({ ...head, format: 1 })),
      )
    else if (name === entryNames.end)
      tar.entry(
        { name },
        changed(bytes, ({ sums: _, ...end }: ArchiveEnd) => end),
      )
    else tar.entry({ name }, bytes)
  }
  tar.finalize()
  return saved(await file)
}

const changed = <T>(json: Buffer, change: (value: T) => object) =>
  Buffer.from(JSON.stringify(change(JSON.parse(json.toString()))))

test("a backup of an earlier version is restored when the operator vouches for it", async () => {
  const path = await ofEarlierVersion()
  await expectRefused("an earlier version's", path, none, /earlier version.*--unverified/)
  const checked = await checkBackup(path, none, { unverified: true })
  expect(checked.unverified).toEqual([expect.stringContaining("pictures")])
  const target = await openTestShop()
  await restoreBackup(target, checked, { path, keys: none })
  expect((await target.pool.query("select from orders")).rowCount).toBe(1)
  await target.close()
})
