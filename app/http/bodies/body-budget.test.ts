import { beforeEach, describe, expect, test } from "vitest"
import { BodyBudget, type MemoryLease } from "./body-budget.server"
import { readChunks } from "./body-stream.server"

const SIZE = { total: 100, perAddress: 60, uncountedBytes: 10, waitTimeout: 300 }
let budget: BodyBudget
beforeEach(() => {
  budget = new BodyBudget(SIZE)
})

/** Returns whether a reservation has been granted so far. */
async function found(taking: Promise<void>): Promise<boolean> {
  const waiting = Symbol()
  return (await Promise.race([taking, new Promise((resolve) => setTimeout(resolve, 20, waiting))])) !== waiting
}

/** A body that has reserved so many bytes, including its first part */
async function holding(address: string, bytes: number): Promise<MemoryLease> {
  const intake = budget.lease(address)
  await intake.acquire(bytes)
  return intake
}

describe("memory for bodies", () => {
  test("is counted by received bytes: a client that has sent little blocks no one", async () => {
    for (let at = 0; at < 50; at++) await holding("10.0.0.1", 10)
    expect(await found(budget.lease("10.0.0.2").acquire(60))).toBe(true)
  })

  test("is released when a request is answered, to the body that has waited longest", async () => {
    await holding("10.0.0.1", 60)
    const second = await holding("10.0.0.2", 60)
    const third = budget.lease("10.0.0.3").acquire(40)
    const fourth = budget.lease("10.0.0.4").acquire(40)
    expect([await found(third), await found(fourth)]).toEqual([false, false])
    second.release()
    expect([await found(third), await found(fourth)]).toEqual([true, false])
    await fourth.catch(() => {})
  })

  test("is never used up by one address", async () => {
    await holding("10.0.0.1", 60)
    const more = budget.lease("10.0.0.1").acquire(40)
    expect(await found(more)).toBe(false)
    expect(await found(budget.lease("10.0.0.2").acquire(40))).toBe(true)
    await more.catch(() => {})
  })

  test("always suffices to finish one body, however many have begun together", async () => {
    const bodies = Array.from({ length: 20 }, (_, at) => ({ intake: budget.lease(`10.0.0.${at % 5}`), left: 12 }))
    const finished = await Promise.all(
      bodies.map(async ({ intake, left }) => {
        for (; left > 0; left--) await intake.acquire(10)
        intake.release()
        return true
      }),
    )
    expect(finished).toHaveLength(20)
  })

  test("has a time limit for waiting", async () => {
    await holding("10.0.0.1", 110)
    const refusal = budget.lease("10.0.0.2").acquire(60)
    await expect(refusal).rejects.toMatchObject({ kind: "unavailable", retryAfter: 30 })
  })

  test("is not reserved for a client that has disconnected", async () => {
    await holding("10.0.0.1", 110)
    const gone = new AbortController()
    const waiting = budget.lease("10.0.0.2", gone.signal).acquire(60)
    gone.abort()
    await expect(waiting).rejects.toMatchObject({ kind: "unavailable" })
  })
})

describe("a sender", () => {
  const PACE = { grace: 100, bytesPerSecond: 200, bytesPerSecondContended: 100_000 }

  /** Sends so many bytes every 20 milliseconds; returns how many were read before the sender was cut off. */
  async function read(bytes: number, times: number, intake = budget.lease("10.0.0.9")): Promise<number> {
    let sent = 0
    const stream = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, 20))
        if (sent++ < times) controller.enqueue(new Uint8Array(bytes))
        else controller.close()
      },
    })
    let all = 0
    for await (const chunk of readChunks(stream, 1_000_000, intake, PACE)) all += chunk.length
    return all
  }

  test("that is steady is read to the end, however long it takes", async () => {
    budget = new BodyBudget({ ...SIZE, uncountedBytes: 100_000 })
    expect(await read(200, 20)).toBe(4_000)
  })

  test("that trickles is cut off", async () => {
    await expect(read(1, 1_000)).rejects.toMatchObject({ kind: "tooSlow" })
  })

  test("that sends nothing at all is cut off", async () => {
    const silent = new ReadableStream<Uint8Array>({})
    const chunks = readChunks(silent, 100, budget.lease("10.0.0.9"), PACE)
    await expect(chunks.next()).rejects.toMatchObject({ kind: "tooSlow" })
  })

  /** Sends so many bytes in one go, and then nothing. */
  function stalled(bytes: number): ReadableStream<Uint8Array> {
    return new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(bytes)) })
  }

  async function readAll(stream: ReadableStream<Uint8Array>, intake: MemoryLease, pace = PACE): Promise<number> {
    let all = 0
    try {
      for await (const chunk of readChunks(stream, 1_000_000, intake, pace)) all += chunk.length
      return all
    } finally {
      intake.release()
    }
  }

  test("that has sent much at once and then stops is cut off", async () => {
    budget = new BodyBudget({ ...SIZE, uncountedBytes: 1_000_000 })
    const began = performance.now()
    await expect(readAll(stalled(500_000), budget.lease("10.0.0.9"))).rejects.toMatchObject({ kind: "tooSlow" })
    // No one waits for its memory, so it may pause for longer than one grace period.
    expect(performance.now() - began).toBeGreaterThan(3 * PACE.grace)
  })

  test("that stops is cut off in favour of waiting ones, however much it has sent", async () => {
    budget = new BodyBudget({ total: 400_000, perAddress: 300_000, uncountedBytes: 10, waitTimeout: 20_000 })
    const pace = { grace: 200, bytesPerSecond: 1, bytesPerSecondContended: 1_000 }
    const attackers = ["10.0.0.1", "10.0.0.2"].map((address) => readAll(stalled(200_000), budget.lease(address), pace))
    const cut = Promise.all(attackers.map((one) => expect(one).rejects.toMatchObject({ kind: "tooSlow" })))
    await new Promise((resolve) => setTimeout(resolve, 50))
    await budget.lease("10.0.0.3").acquire(100_000)
    await cut
  })

  test("is not charged for the time in which it waits for memory", async () => {
    budget = new BodyBudget({ total: 400_000, perAddress: 400_000, uncountedBytes: 10, waitTimeout: 20_000 })
    const pace = { grace: 500, bytesPerSecond: 10, bytesPerSecondContended: 1_000 }
    const first = await holding("10.0.0.1", 350_000)
    let sent = 0
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => (sent++ < 4 ? controller.enqueue(new Uint8Array(20_000)) : controller.close()),
    })
    const reading = readAll(stream, budget.lease("10.0.0.2"), pace)
    await new Promise((resolve) => setTimeout(resolve, 3 * pace.grace))
    expect(sent).toBeLessThan(5)
    first.release()
    expect(await reading).toBe(80_000)
  })

  test("that was fast enough is too slow once others wait for its memory", async () => {
    const slow = read(200, 1_000, budget.lease("10.0.0.9"))
    const cut = expect(slow).rejects.toMatchObject({ kind: "tooSlow" })
    await new Promise((resolve) => setTimeout(resolve, 100))
    await expect(budget.lease("10.0.0.8").acquire(115)).rejects.toMatchObject({ kind: "unavailable" })
    await cut
  })
})
