import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { DAY, HOUR, MINUTE } from "~/domain/durations"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { openPool } from "~db/database.server"
import { openRateLimits } from "./rate-limits.server"

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

const rule = { name: "knocking", points: 3, minutes: 10 }
const ringing = { name: "ringing", points: 1, minutes: 10 }

test("processes share their counts", async () => {
  const pool = openPool({ url: testShop.databaseUrl, max: 1 })
  const other = openRateLimits(pool)
  const { limits } = testShop.shop
  await limits.consume(rule, "ada")
  await other.consume(rule, "ada")
  await limits.consume(rule, "ada")
  await expect(other.consume(rule, "ada")).rejects.toMatchObject({ kind: "tooMany", retryAfter: expect.any(Number) })
  await expect(limits.check([ringing, "ada"], [rule, "ada"])).rejects.toMatchObject({ kind: "tooMany" })
  await other.consume(rule, "bob")
  await pool.end()
})

test.each([-DAY, -HOUR, -MINUTE, MINUTE, HOUR, DAY])(
  "a process whose clock is %i ms off counts like the others",
  async (skew) => {
    const { limits } = testShop.shop
    const key = `skewed by ${skew}`
    await limits.consume(rule, key)
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + skew })
    await limits.consume(rule, key)
    vi.useRealTimers()
    await limits.consume(rule, key)
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + skew })
    await expect(limits.consume(rule, key)).rejects.toThrow("Please try again in 10 minutes.")
    await expect(limits.check([rule, key])).rejects.toThrow("Please try again in 10 minutes.")
    vi.useRealTimers()
  },
)

test("of concurrent attempts exactly as many as allowed succeed", async () => {
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => testShop.shop.limits.consume(rule, "crowd")))
  expect(tries.filter((one) => one.status === "fulfilled")).toHaveLength(3)
})

test("two limits are counted in one statement, the second only if the first allows it", async () => {
  const { limits } = testShop.shop
  const network = { name: "network", points: 4, minutes: 10 }
  const knock = (who: string) => limits.consumeBoth([rule, who], [network, "here"])
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => knock("one of a crowd")))
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(3)
  for (const one of tries) if (one.status === "rejected") expect(one.reason).toMatchObject({ limit: "knocking" })
  await knock("another")
  await expect(knock("another")).rejects.toMatchObject({ kind: "tooMany", limit: "network" })
  await expect(knock("one of a crowd")).rejects.toThrow("Too many attempts. Please try again in 10 minutes.")
})

describe("counts that are changed together", () => {
  const [home, work] = [
    { name: "home", points: 2, minutes: 10 },
    { name: "work", points: 1, minutes: 20 },
  ]

  test("take one statement, and are reset with it", async () => {
    const { limits } = testShop.shop
    await limits.consume(rule, "fay")
    await limits.countAll({ counted: [[home, "fay"]], checked: [[rule, "fay"]], reset: [[rule, "fay"]] })
    for (let time = 0; time < 3; time++) await limits.consume(rule, "fay")
    await limits.consume(home, "fay")
    await expect(limits.consume(home, "fay")).rejects.toMatchObject({ kind: "tooMany", limit: "home" })
  })

  test("count and reset nothing if one of the checked ones is used up", async () => {
    const { limits } = testShop.shop
    await limits.consume(work, "gus")
    await limits.consume(ringing, "gus")
    for (let time = 0; time < 5; time++) {
      const changes = {
        checked: [
          [home, "gus"],
          [work, "gus"],
        ],
        counted: [[home, "gus"]],
        reset: [[ringing, "gus"]],
      }
      await expect(limits.countAll(changes as never)).rejects.toMatchObject({
        ...{ kind: "tooMany", limit: "work", message: "Too many attempts. Please try again in 20 minutes." },
        retryAfter: expect.toSatisfy((seconds) => seconds > 1_100 && seconds <= 1_200),
      })
    }
    await limits.check([home, "gus"])
    await expect(limits.check([ringing, "gus"])).rejects.toMatchObject({ limit: "ringing" })
  })

  test("reset nothing if one of the counted ones is exceeded", async () => {
    const { limits } = testShop.shop
    await limits.consume(ringing, "hal")
    const count = () =>
      limits.countAll({
        counted: [
          [home, "hal"],
          [work, "hal"],
        ],
        reset: [[ringing, "hal"]],
      })
    await limits.consume(work, "hal")
    await expect(count()).rejects.toMatchObject({ limit: "work" })
    await expect(limits.check([ringing, "hal"])).rejects.toMatchObject({ limit: "ringing" })
  })

  test("begin again after their window", async () => {
    const { limits, db } = testShop.shop
    const count = () => limits.countAll({ checked: [[ringing, "ida"]], counted: [[work, "ida"]] })
    await limits.consume(ringing, "ida")
    await count().catch(() => {})
    await db.updateTable("rate_limits").set({ expire: 1 }).where("key", "like", "%ida").execute()
    await count()
    await expect(count()).rejects.toMatchObject({ limit: "work" })
  })

  test("never exceed a limit, and never lock each other out, when many come at once", async () => {
    const { limits } = testShop.shop
    const sure = { name: "sure", points: 1_000, minutes: 10 }
    const count = (who: string) =>
      limits.countAll({
        checked: [[rule, who]],
        counted: [
          [sure, who],
          [home, "everyone"],
        ],
        reset: [[ringing, who]],
      })
    const tries = await Promise.allSettled(Array.from({ length: 40 }, (_, at) => count(`one of ${at % 3}`)))
    const refusals = tries.flatMap((one) => (one.status === "rejected" ? [one.reason.kind] : []))
    expect(refusals).toEqual(Array(38).fill("tooMany"))
  })
})

test("peeking counts nothing, and a reset removes the count", async () => {
  const { limits } = testShop.shop
  for (let i = 0; i < 5; i++) await limits.check([rule, "eve"], [ringing, "eve"])
  for (let i = 0; i < 3; i++) await limits.consume(rule, "eve")
  await limits.release(rule, "eve")
  await limits.consume(rule, "eve")
  await expect(limits.check([rule, "eve"])).rejects.toMatchObject({ kind: "tooMany" })
  await limits.reset(rule, "eve")
  await limits.consume(rule, "eve")
})

test("the message says how long to wait", async () => {
  const { limits } = testShop.shop
  for (let i = 0; i < 3; i++) await limits.consume(rule, "dan")
  await expect(limits.consume(rule, "dan")).rejects.toThrow("Too many attempts. Please try again in 10 minutes.")
})

test("no count waits for the disk, and other statements of the connection do", async () => {
  const pool = openPool({ url: testShop.databaseUrl, max: 1 })
  await pool.query("set synchronous_commit = on")
  const waits: string[] = []
  const query = async (text: string, values: unknown[]) => {
    await pool.query("begin")
    const result = await pool.query(text, values)
    const { rows } = await pool.query("show synchronous_commit")
    waits.push(rows[0].synchronous_commit)
    await pool.query("commit")
    return result
  }
  // The library recognizes a pool by the name of its class.
  class Pool {
    query = query
  }
  const limits = openRateLimits(new Pool() as never)
  await limits.consume(rule, "patient")
  await limits.consumeBoth([rule, "patient"], [ringing, "patient"])
  await limits.countAll({ checked: [[ringing, "nobody"]], counted: [[rule, "patient"]], reset: [[ringing, "patient"]] })
  await limits.release(rule, "patient")
  await limits.reset(rule, "patient")
  await limits.consume({ ...rule, points: 1 }, "patient")
  expect(waits).toEqual(["off", "off", "off", "off", "off", "off"])
  expect((await pool.query("show synchronous_commit")).rows).toEqual([{ synchronous_commit: "on" }])
  await pool.end()
})
