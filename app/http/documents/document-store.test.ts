import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { gunzipSync } from "node:zlib"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import type { Staff } from "~/domain/accounts/actor"
import { updateProduct } from "~/domain/catalog/editing/update-product.server"
import { addProduct, moveStock } from "~/testing/shop/buyers.server"
import { anAdmin } from "~/testing/shop/people.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import type { Document } from "./document.server"
import { DocumentStore } from "./document-store.server"

let here: TestShop
let admin: Staff
let product: string
let store: DocumentStore
let folder: string
/** The number of times a text was started, of texts in progress, and the highest number in progress */
let begun: number
let running: number
let mostAtOnce: number

beforeAll(async () => {
  here = await openTestShop()
  admin = await anAdmin(here.shop)
  product = await addProduct(here.shop, { price: 1_000, stock: 10 })
})
afterAll(() => here?.close())
afterEach(() => store.close())
beforeEach(() => {
  folder = join(here.mediaFolder, "tmp")
  store = new DocumentStore(folder)
  begun = running = mostAtOnce = 0
})

/** The number of chunks, ten milliseconds apart */
async function* piecesOf(count: number, name = "chunk") {
  begun++
  mostAtOnce = Math.max(mostAtOnce, ++running)
  try {
    for (let number = 1; number <= count; number++) {
      await sleep(10)
      yield `${name} ${number}\n`
    }
  } finally {
    running--
  }
}

const open = (name = "list", count = 5, signal = new AbortController().signal) =>
  store.open(here.shop, { name, text: () => piecesOf(count, name) }, signal)

async function textOf(document: Document): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of document.read()) chunks.push(chunk)
  return gunzipSync(Buffer.concat(chunks)).toString()
}

async function plainTextOf(document: Document): Promise<string> {
  let text = ""
  for await (const chunk of document.readPlain()) text += Buffer.from(chunk).toString()
  return text
}

test("a text is rendered once for all its readers, and again when the catalogue has changed", async () => {
  const readers = await Promise.all(Array.from({ length: 100 }, () => open()))
  const texts = await Promise.all(readers.map(({ document }, at) => (at % 2 ? textOf : plainTextOf)(document)))
  expect(new Set(texts)).toEqual(new Set(["list 1\nlist 2\nlist 3\nlist 4\nlist 5\n"]))
  for (const { leave } of readers) leave()
  // A sale does not change such a text.
  await moveStock(here.shop, product, -1)
  ;(await open()).leave()
  expect(begun).toBe(1)
  await updateProduct(here.shop, admin, product, { price: 1_100 })
  const { document, leave } = await open("list", 6)
  expect([begun, (await textOf(document)).endsWith("list 6\n")]).toEqual([2, true])
  leave()
  expect(await readdir(folder)).toEqual([])
})

test("an hour later, only a text that shows stock is rendered again because units have moved", async () => {
  const openShowing = (name: string, showsStock: boolean) =>
    store.open(here.shop, { name, showsStock, text: () => piecesOf(1) }, new AbortController().signal)
  const openBoth = async () => {
    for (const [name, showsStock] of Object.entries({ feed: true, sitemap: false }))
      (await openShowing(name, showsStock)).leave()
    return begun
  }
  expect(await openBoth()).toBe(2)
  await moveStock(here.shop, product, -1)
  expect(await openBoth()).toBe(2)
  here.clock.advance({ minutes: 61 })
  expect([await openBoth(), await openBoth()]).toEqual([3, 3])
  here.clock.advance({ minutes: 61 })
  expect(await openBoth()).toBe(3)
})

test("readers who waited for one text continue in turns, and other requests run between them", async () => {
  let turn = 0
  const count = () => {
    turn++
    if (counting) setImmediate(count)
  }
  let counting = true
  count()
  const turns = new Set<number>()
  const read = async () => {
    const { leave } = await open()
    turns.add(turn)
    leave()
  }
  await Promise.all(Array.from({ length: 100 }, read))
  counting = false
  expect(turns.size).toBeGreaterThan(20)
})

test("readers of an earlier state finish reading it, and its file is closed after that", async () => {
  const earlier = await open("list", 2)
  await updateProduct(here.shop, admin, product, { price: 1_200 })
  const { document, leave } = await open("list", 3)
  expect([await textOf(earlier.document), await textOf(document)]).toEqual([
    "list 1\nlist 2\n",
    "list 1\nlist 2\nlist 3\n",
  ])
  earlier.leave()
  leave()
  await expect(textOf(earlier.document)).rejects.toThrow()
  expect(await textOf(document)).toContain("list 3")
})

test("several texts are rendered one at a time", async () => {
  const names = ["one", "two", "three", "four"]
  const readers = await Promise.all(names.map((name) => open(name)))
  expect(await Promise.all(readers.map(({ document }) => textOf(document)))).toEqual(
    names.map((name) => expect.stringContaining(`${name} 5\n`)),
  )
  expect([begun, mostAtOnce]).toEqual([4, 1])
})

test("while another text is being rendered, an earlier one is used", async () => {
  ;(await open("list", 2)).leave()
  await updateProduct(here.shop, admin, product, { price: 1_300 })
  const long = open("long", 100)
  await expect.poll(() => running).toBe(1)
  const { document, leave } = await open("list", 3)
  expect(await textOf(document)).toBe("list 1\nlist 2\n")
  leave()
  ;(await long).leave()
  const newest = await open("list", 3)
  expect(await textOf(newest.document)).toContain("list 3")
  newest.leave()
})

test("a text without waiting readers is not continued", async () => {
  const readers = Array.from({ length: 5 }, () => new AbortController())
  const opened = readers.map(({ signal }) => open("endless", Number.POSITIVE_INFINITY, signal).catch(() => null))
  await expect.poll(() => running).toBe(1)
  for (const reader of readers.slice(1)) reader.abort()
  await sleep(50)
  expect(running).toBe(1)
  readers[0]?.abort()
  await expect.poll(() => running).toBe(0)
  await Promise.all(opened)
  const { document, leave } = await open("endless", 2)
  expect([begun, await textOf(document)]).toEqual([2, "endless 1\nendless 2\n"])
  leave()
})

test("a cancelled wait does not stop the others, and its text is not rendered", async () => {
  const long = open("long", 100)
  const waiting = new AbortController()
  const aborted = open("waiting", 5, waiting.signal).catch(() => null)
  await expect.poll(() => running).toBe(1)
  waiting.abort()
  ;(await long).leave()
  ;(await open("next")).leave()
  expect(begun).toBe(2)
  void aborted
})

test("a long text is read while it is being rendered", async () => {
  const { document, leave } = await open("long", 700)
  expect(document.isFinished).toBe(false)
  const chunks = document.readPlain()
  const { value } = await chunks.next()
  expect(Buffer.from(value ?? []).toString()).toMatch(/^long 1\n/)
  expect(document.isFinished).toBe(false)
  await chunks.return(undefined)
  leave()
  await expect.poll(() => running).toBe(0)
}, 30_000)

test("a failed text is no document, and the next reader starts it again", async () => {
  async function* failing() {
    yield "a"
    throw new Error("no database")
  }
  const { signal } = new AbortController()
  const failed = Array.from({ length: 3 }, () => store.open(here.shop, { name: "list", text: failing }, signal))
  for (const one of failed) await expect(one).rejects.toThrow("no database")
  const { document, leave } = await open()
  expect(await textOf(document)).toContain("list 5")
  leave()
})

test("a folder that cannot be written is not used", async () => {
  store = new DocumentStore("/dev/null/nowhere")
  const { document, leave } = await open()
  expect(await textOf(document)).toContain("list 5")
  leave()
})
