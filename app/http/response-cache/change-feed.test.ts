import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { unitsOf } from "~/domain/catalog/catalog-changes.server"
import { addProduct, moveStock } from "~/testing/shop/buyers.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { ChangeFeed } from "./change-feed.server"

const MAX_STALENESS = 500
let here: TestShop
let tags: string[] = []
let feed: ChangeFeed
let asked: number

beforeEach(async () => {
  here = await openTestShop()
  vi.useFakeTimers({ toFake: ["performance"] })
  feed = new ChangeFeed(here.shop, { maxStaleness: MAX_STALENESS, onChanges: (changed) => tags.push(...changed) })
  await feed.isCurrent()
  tags = []
  asked = 0
  here.pool.on("acquire", () => asked++)
  vi.advanceTimersByTime(1)
})
afterEach(async () => {
  vi.useRealTimers()
  await here?.close()
})

test("any number of requests rely on one poll for a while", async () => {
  for (let time = 0; time < 100; time++) expect([feed.isFresh(), await feed.isCurrent()]).toEqual([true, true])
  vi.advanceTimersByTime(MAX_STALENESS / 2 - 1)
  expect([feed.isFresh(), asked]).toEqual([true, 0])
})

test("after half of the time the next poll starts, without anyone waiting for it", async () => {
  const product = await addProduct(here.shop)
  await moveStock(here.shop, product, -1)
  vi.advanceTimersByTime(MAX_STALENESS / 2 + 1)
  asked = 0
  for (let time = 0; time < 100; time++) expect(feed.isFresh()).toBe(true)
  await expect.poll(() => tags.length).toBeGreaterThan(0)
  expect(asked).toBe(1)
  vi.advanceTimersByTime(MAX_STALENESS / 2 - 2)
  await expect.poll(() => feed.isFresh()).toBe(true)
})

test("afterwards it is invalid, and requests wait for the next one", async () => {
  const product = await addProduct(here.shop)
  vi.advanceTimersByTime(MAX_STALENESS)
  expect(feed.isFresh()).toBe(false)
  await moveStock(here.shop, product, -1)
  expect(await feed.isCurrent()).toBe(true)
  expect(tags).toContain(unitsOf(product))
  expect(feed.isFresh()).toBe(true)
})

test("a write of this process invalidates it, and a poll in progress as well", async () => {
  feed.noteWrite()
  expect(feed.isFresh()).toBe(false)
  const early = feed.isCurrent()
  vi.advanceTimersByTime(1)
  feed.noteWrite()
  vi.advanceTimersByTime(1)
  const late = feed.isCurrent()
  expect(late).not.toBe(early)
  expect(await early).toBe(true)
  expect(feed.isFresh()).toBe(false)
  expect(await late).toBe(true)
  expect(feed.isFresh()).toBe(true)
})

test("a poll that the database does not answer in time is not relied on", async () => {
  vi.advanceTimersByTime(MAX_STALENESS)
  const held = await Promise.all(Array.from({ length: 12 }, () => here.pool.connect()))
  expect(await feed.isCurrent()).toBe(false)
  expect([feed.isFresh(), await feed.isCurrent()]).toEqual([false, false])
  for (const connection of held) connection.release()
  await expect.poll(async () => feed.isCurrent()).toBe(true)
})
