import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest"
import type { Staff } from "~/domain/accounts/actor"
import { anAdmin } from "~/testing/shop/people.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { openDatabase } from "~db/database.server"
import { BASELINE, migrate } from "~db/migrate.server"
import { openOldDatabase } from "~db/testing/test-old-database"
import { listPopularSearches, setSearchBlocked } from "./blocked-searches.server"
import { deleteOldSearches, flushSearches, popularSearches, recordSearch } from "./popular-searches.server"

let here: TestShop
let admin: Staff
beforeAll(async () => {
  here = await openTestShop()
  admin = await anAdmin(here.shop)
})
afterAll(() => here.close())
beforeEach(async () => {
  await here.shop.db.deleteFrom("popular_searches").execute()
})

const clients = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `client${from + i}`)

async function search(keyword: string, by: string[]) {
  for (const client of by) recordSearch(here.shop, keyword, client)
  await flushSearches(here.shop)
}

const counted = (keyword: string) =>
  here.shop.db
    .selectFrom("popular_searches")
    .select(["times", "clients"])
    .where("keyword", "=", keyword)
    .executeTakeFirst()

const rowsOfClients = async () => (await here.shop.db.selectFrom("popular_search_clients").selectAll().execute()).length

test("whatever a client does, it counts once a day, and as one client on many days", async () => {
  for (let reload = 0; reload < 6; reload++) await search("mug", ["ada"])
  for (let reload = 0; reload < 6; reload++) recordSearch(here.shop, "mug", "ada")
  await flushSearches(here.shop)
  expect(await counted("mug")).toEqual({ times: 1, clients: 1 })
  for (let day = 1; day < 8; day++) {
    here.clock.advance({ days: 1 })
    await search("mug", ["ada"])
  }
  expect(await counted("mug")).toEqual({ times: 8, clients: 1 })
  expect(await popularSearches(here.shop)).toEqual([])
})

test("a search is shown once five clients have made it, the most popular first", async () => {
  await search("mug", clients(4))
  await search("walnut bowl", clients(5))
  expect(await popularSearches(here.shop)).toEqual(["walnut bowl"])
  await search("mug", clients(3, 4))
  expect(await popularSearches(here.shop)).toEqual(["mug", "walnut bowl"])
  expect(await popularSearches(here.shop, 8, "wal")).toEqual(["walnut bowl"])
})

test("processes that save the same searches concurrently count each client once", async () => {
  const rounds = Array.from({ length: 6 }, () => ({ ...here.shop, db: openDatabase(here.pool) }))
  for (const shop of rounds) for (const client of clients(20)) recordSearch(shop, "race", client)
  await Promise.all(rounds.map((shop) => flushSearches(shop)))
  expect(await counted("race")).toEqual({ times: 20, clients: 20 })
})

test("twenty keywords of one client count within a day, and a thousand at a time of all together", async () => {
  for (let i = 0; i < 60; i++) {
    recordSearch(here.shop, `word ${i}`, "eve")
    if (i % 15 === 0) await flushSearches(here.shop)
  }
  await flushSearches(here.shop)
  expect(await rowsOfClients()).toBe(20)
  for (let i = 0; i < 3_000; i++) recordSearch(here.shop, "crowd", `crowd${i}`)
  await flushSearches(here.shop)
  expect(await rowsOfClients()).toBe(1_020)
})

test("an unreasonably long keyword is not counted, and does not prevent others from being counted", async () => {
  recordSearch(here.shop, "x".repeat(300), "ada")
  await search("mug", ["ada"])
  expect(await rowsOfClients()).toBe(1)
})

test("the record of a client's searches is deleted after a month, and a keyword with the last of them", async () => {
  await search("mug", clients(5))
  await search("bowl", clients(5))
  here.clock.advance({ days: 20 })
  await search("mug", clients(3, 4))
  here.clock.advance({ days: 12 })
  await deleteOldSearches(here.shop)
  expect(await rowsOfClients()).toBe(3)
  expect([await counted("mug"), await counted("bowl")]).toEqual([{ times: 8, clients: 3 }, undefined])
  expect(await popularSearches(here.shop)).toEqual([])
})

test("however many clients there are, the number of rows is limited, and the newest are kept", async () => {
  await search("old", clients(30))
  here.clock.advance({ days: 1 })
  await search("new", clients(30))
  await deleteOldSearches(here.shop, 40)
  expect(await rowsOfClients()).toBe(40)
  expect([await counted("old"), await counted("new")]).toMatchObject([{ clients: 10 }, { clients: 30 }])
})

describe("an administrator", () => {
  test("blocks a search, which is then neither shown nor counted nor deleted, and allows it again", async () => {
    await search("mug", clients(5))
    await search("rude words", clients(9))
    await search("private", clients(4))
    await setSearchBlocked(here.shop, admin, { keyword: "rude words", blocked: true })
    expect(await popularSearches(here.shop)).toEqual(["mug"])
    expect(await popularSearches(here.shop, 8, "rude")).toEqual([])
    expect((await listPopularSearches(here.shop, admin, { page: 1 })).searches).toMatchObject([
      { keyword: "mug", isBlocked: false },
      { keyword: "rude words", isBlocked: true },
    ])
    await search("rude words", clients(50, 100))
    here.clock.advance({ days: 100 })
    await deleteOldSearches(here.shop)
    expect(await counted("rude words")).toEqual({ times: 9, clients: 0 })
    await setSearchBlocked(here.shop, admin, { keyword: "rude words", blocked: false })
    await search("rude words", clients(5))
    expect(await popularSearches(here.shop)).toEqual(["rude words"])
  })

  test("leaves an entry in the audit log for each change, and none without a change", async () => {
    await here.shop.db.deleteFrom("popular_searches").execute()
    await search("mug", clients(5))
    for (const blocked of [true, true, false]) await setSearchBlocked(here.shop, admin, { keyword: "mug", blocked })
    const lines = await here.shop.db
      .selectFrom("audit_log")
      .select(["action", "before", "after"])
      .orderBy("id", "desc")
      .limit(2)
      .execute()
    const [shown, hidden] = [
      { name: "mug", shown: true },
      { name: "mug", shown: false },
    ]
    expect(lines).toEqual([
      { action: "search.allowed", before: hidden, after: shown },
      { action: "search.blocked", before: shown, after: hidden },
    ])
    await expect(setSearchBlocked(here.shop, admin, { keyword: "gone", blocked: true })).rejects.toMatchObject({
      kind: "notFound",
    })
  })
})

test("an earlier block also applies to the present spelling", async () => {
  const old = await openOldDatabase(BASELINE)
  onTestFinished(() => old.close())
  await old.client.query(`
    insert into popular_searches (keyword, score, times, clients, searched_at, blocked_at)
    select keyword, 1, 7, clients, now(), case when blocked then now() end from (values
      ('らーめん', 6, true), ('らーメン', 6, true), ('ラーメン', 9, false), ('どんぶり', 6, false), ('おちゃ', 6, true),
      ('straße', 6, true), ('lamp', 6, true), ('커피', 6, true), (U&'\\00ad', 6, true)) searches (keyword, clients, blocked)`)
  await migrate(old.url)
  const { rows } = await old.client.query(`
    select keyword, clients, times, blocked_at is not null as blocked from popular_searches order by keyword`)
  expect(rows).toEqual([
    { keyword: "lamp", clients: 6, times: 7, blocked: true },
    { keyword: "strasse", clients: 0, times: 7, blocked: true },
    { keyword: "どんぶり", clients: 6, times: 7, blocked: false },
    { keyword: "オチャ", clients: 0, times: 7, blocked: true },
    { keyword: "ラーメン", clients: 9, times: 7, blocked: true },
    { keyword: "커피", clients: 6, times: 7, blocked: true },
  ])
})
