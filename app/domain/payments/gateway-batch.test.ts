import { pino } from "pino"
import { expect, test } from "vitest"
import { GatewayBatch } from "./gateway-batch"

const open = (signal?: AbortSignal) => new GatewayBatch({ log: pino({ level: "silent" }), concurrency: 4, signal })

/** The number of items, none of which is ever done */
function waiting(count: number) {
  const pages: number[] = []
  const find = async (tried: readonly string[], limit: number) => {
    const left = Array.from({ length: count }, (_, at) => ({ id: String(at) })).filter(({ id }) => !tried.includes(id))
    pages.push(Math.min(left.length, limit))
    return left.slice(0, limit)
  }
  return { pages, find }
}

test("a round reads a hundred at a time, and tries each once, even if it fails", async () => {
  const { pages, find } = waiting(250)
  const seen: string[] = []
  await open().forEach(
    find,
    ({ id }) => id,
    async ({ id }) => {
      seen.push(id)
      if (id === "7") throw new Error("no")
    },
  )
  expect(pages).toEqual([100, 100, 50])
  expect(seen).toEqual(Array.from({ length: 250 }, (_, at) => String(at)))
})

test("a stopped round reads no further page", async () => {
  const { pages, find } = waiting(250)
  const stop = new AbortController()
  const batch = open(stop.signal)
  await batch.forEach(
    find,
    ({ id }) => id,
    async () => stop.abort(),
  )
  expect(pages).toEqual([100])
  expect(batch.waiting.length).toBeGreaterThan(90)
})
