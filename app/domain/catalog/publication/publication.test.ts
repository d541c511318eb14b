import { sql } from "kysely"
import { expect, test } from "vitest"
import { readCatalogVersion } from "~/domain/versions/versions.server"
import { openOrdersTest, shelve } from "~/testing/shop/test-orders.server"
import { restoreProduct, softDeleteProduct } from "../editing/delete-product.server"
import { updateProduct } from "../editing/update-product.server"
import { findEditedProduct, findProductOrNull } from "../find-product.server"
import { findDeletedProduct } from "../similar.server"
import type { Publication } from "./publication"
import { updatePublications } from "./publication.server"

const here = openOrdersTest()

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const [yesterday, today, tomorrow] = [dayFromNow(-1), dayFromNow(0), dayFromNow(1)]
const product = (publication: Partial<Publication>, name = "Mug") =>
  shelve(here.shop, here.admin, { name, ...publication })
const isSeen = async (id: string) => (await findProductOrNull(here.shop, id)) !== null
/** Uses the database's clock */
const setMoment = (id: string, column: "published_from" | "published_until", milliseconds: number) =>
  sql`update products set ${sql.ref(column)} = clock_timestamp() + ${milliseconds} * interval '1 ms'
    where id = ${id}`.execute(here.shop.db)
const sleepInDatabase = (milliseconds: number) => sql`select pg_sleep(${milliseconds / 1000})`.execute(here.shop.db)

test.each<[Partial<Publication>, string]>([
  [{}, "published"],
  [{ status: "draft" }, "draft"],
  [{ status: "draft", publishedFrom: yesterday }, "draft"],
  [{ publishedFrom: today }, "published"],
  [{ publishedFrom: tomorrow }, "scheduled"],
  [{ publishedUntil: today }, "published"],
  [{ publishedUntil: yesterday }, "ended"],
  [{ publishedFrom: tomorrow, publishedUntil: tomorrow }, "scheduled"],
  [{ publishedFrom: "2000-01-01", publishedUntil: "2999-12-31" }, "published"],
])("a product with %j is %s, and has these days when read", async (publication, state) => {
  const id = await product(publication)
  expect(await findEditedProduct(here.shop, id)).toMatchObject({ ...publication, state })
  expect(await isSeen(id)).toBe(state === "published")
})

test("the last day cannot be before the first, whichever of them an edit changes", async () => {
  const refusal = { kind: "invalid", field: "publishedUntil" }
  await expect(product({ publishedFrom: today, publishedUntil: yesterday })).rejects.toMatchObject(refusal)
  const id = await product({ publishedFrom: today })
  const edit = (changes: Partial<Publication>) => updateProduct(here.shop, here.admin, id, changes)
  await expect(edit({ publishedUntil: yesterday })).rejects.toMatchObject(refusal)
  await edit({ publishedUntil: today })
  await expect(edit({ publishedFrom: tomorrow })).rejects.toMatchObject(refusal)
  await edit({ publishedFrom: null, publishedUntil: yesterday })
  expect(await findEditedProduct(here.shop, id)).toMatchObject({ state: "ended", publishedFrom: null })
})

test("a product is published and ended on time, once among several processes", async () => {
  const id = await product({ status: "draft" })
  await setMoment(id, "published_from", 300)
  await updateProduct(here.shop, here.admin, id, { status: "published" })
  expect(await isSeen(id)).toBe(false)
  const before = await readCatalogVersion(here.shop)
  await Promise.all([updatePublications(here.shop), updatePublications(here.shop)])
  expect(await isSeen(id)).toBe(true)
  expect((await readCatalogVersion(here.shop)).version).toBe(before.version + 1)
  await setMoment(id, "published_until", 300)
  expect(await isSeen(id)).toBe(true)
  await updatePublications(here.shop)
  expect(await isSeen(id)).toBe(false)
  expect(await findEditedProduct(here.shop, id)).toMatchObject({ status: "published", state: "ended" })
})

test("times that passed while the shop was down are processed later, also for many products", async () => {
  const ids = await Promise.all(Array.from({ length: 5 }, () => product({ status: "draft" })))
  await sql`update products set is_draft = false, published_from = clock_timestamp() + interval '100 ms',
    published_until = case when id = ${ids[0]} then clock_timestamp() + interval '150 ms' end
    where id = any(${ids})`.execute(here.shop.db)
  await sleepInDatabase(200)
  expect(await Promise.all(ids.map(isSeen))).toEqual([false, false, false, false, false])
  await updatePublications(here.shop)
  expect(await Promise.all(ids.map(isSeen))).toEqual([false, true, true, true, true])
})

test("a far-off time is not waited for, and a cancelled one has no effect", async () => {
  const far = await product({ publishedFrom: "2999-12-31" })
  const taken = await product({ publishedFrom: tomorrow })
  await setMoment(taken, "published_from", 400)
  const waiting = updatePublications(here.shop)
  await updateProduct(here.shop, here.admin, taken, { status: "draft" })
  await waiting
  expect([await isSeen(far), await isSeen(taken)]).toEqual([false, false])
})

test("a process that stops does not wait for the next time", async () => {
  const id = await product({ publishedFrom: tomorrow })
  await setMoment(id, "published_from", 900)
  const stopping = new AbortController()
  const waiting = updatePublications(here.shop, stopping.signal)
  stopping.abort()
  await expect(waiting).rejects.toThrow()
  expect(await isSeen(id)).toBe(false)
  await product({})
  await updateProduct(here.shop, here.admin, id, { status: "draft" })
})

test("words of a hidden product are not suggested, including those of one not yet published", async () => {
  const isKnown = async () => {
    const { rows } = await sql`select word from search_words where word = 'zyxquill'`.execute(here.shop.db)
    return rows.length > 0
  }
  const id = await product({ status: "draft" }, "Zyxquill lamp")
  await updateProduct(here.shop, here.admin, id, { desc: "Zyxquill, and brass." })
  expect(await isKnown()).toBe(false)
  await updateProduct(here.shop, here.admin, id, { status: "published" })
  expect(await isKnown()).toBe(true)
})

test("a deleted product is restored as it was, and only one that was public is reported as gone", async () => {
  const [draft, former, plain] = [
    await product({ status: "draft" }),
    await product({ publishedUntil: yesterday }),
    await product({}, "Plain"),
  ]
  await updateProduct(here.shop, here.admin, plain, { status: "draft" })
  for (const id of [draft, former, plain]) await softDeleteProduct(here.shop, here.admin, id)
  expect(await Promise.all([draft, former, plain].map((id) => findDeletedProduct(here.shop, id)))).toEqual([
    null,
    null,
    { name: "Plain" },
  ])
  await restoreProduct(here.shop, here.admin, plain)
  expect(await findEditedProduct(here.shop, plain)).toMatchObject({ state: "draft" })
  expect(await isSeen(plain)).toBe(false)
})

test("changes of a draft's status are in the audit log", async () => {
  const id = await product({ status: "draft" })
  await updateProduct(here.shop, here.admin, id, { status: "published", publishedUntil: tomorrow })
  const entries = await here.shop.db
    .selectFrom("audit_log")
    .select(["action", "before", "after"])
    .where("subject_id", "=", id)
    .orderBy("id")
    .execute()
  expect(entries).toMatchObject([
    { action: "product.drafted", after: { status: "draft" } },
    {
      action: "product.updated",
      before: { status: "draft" },
      after: { status: "published", publishedUntil: tomorrow },
    },
  ])
})
