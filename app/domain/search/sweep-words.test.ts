import { sql } from "kysely"
import { expect, test } from "vitest"
import { softDeleteProduct } from "~/domain/catalog/editing/delete-product.server"
import { publishProduct } from "~/domain/catalog/editing/publish-product.server"
import { updateProduct } from "~/domain/catalog/editing/update-product.server"
import { sweepWords } from "./sweep-words.server"
import { openSearchTest } from "./testing/search-test.server"

const here = openSearchTest()

const publish = (name: string) =>
  publishProduct(here.shop, here.admin, { name, desc: "The lot.", category: "Gaming", price: 1_000, stock: 1 })

test("unused words are removed from the vocabulary, and return with a product", async () => {
  const [gone, draft] = [await publish("Zyxquill lamp"), await publish("Wherdle lamps")]
  // The words that an earlier release stored for a text without spaces
  await sql`insert into search_words (word) values ('陶瓷咖啡杯')`.execute(here.shop.db)
  const all = await wordCount()
  await sweepWords(here.shop)
  expect(await wordCount()).toBe(all - 1)
  expect(await known("陶瓷咖啡杯", "zyxquill", "wherdle", "lamps", "the")).toEqual([
    "lamps",
    "the",
    "wherdle",
    "zyxquill",
  ])
  await softDeleteProduct(here.shop, here.admin, gone)
  await updateProduct(here.shop, here.admin, draft, { status: "draft" })
  await sweepWords(here.shop)
  expect(await known("zyxquill", "wherdle", "lamp", "the")).toEqual(["lamp", "the"])
  await updateProduct(here.shop, here.admin, draft, { status: "published" })
  expect(await known("wherdle")).toEqual(["wherdle"])
})

test("a word that a new product is about to use stays", async () => {
  await sql`insert into search_words (word) values ('quorndle')`.execute(here.shop.db)
  let sweep = Promise.resolve()
  await here.shop.transaction(async (tx) => {
    await sql`update search_words set weight = weight + 1 where word = 'quorndle'`.execute(tx.db)
    sweep = sweepWords(here.shop)
    await sweep
  })
  expect(await known("quorndle")).toEqual(["quorndle"])
})

async function known(...words: string[]): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from search_words where word = any(${words}) order by word`.execute(here.shop.db)
  return rows.map(({ word }) => word)
}

async function wordCount(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from search_words`.execute(
    here.shop.db,
  )
  return rows[0]?.count ?? 0
}
