import { brotliDecompressSync } from "node:zlib"
import { afterEach, expect, test, vi } from "vitest"
import { CachedResponse, type EncodedResponse } from "./cached-response.server"

afterEach(() => void vi.useRealTimers())

/** A list of items that differ by a number, which compresses better with more effort */
const body = Buffer.from(
  Array.from({ length: 900 }, (_, n) => `<li>Walnut tray ${(n * 7_919) % 1_009}</li>`).join("\n"),
)
const lengthOf = (response?: EncodedResponse) => response?.body.length ?? 0

async function openResponse() {
  vi.useFakeTimers({ toFake: ["performance"] })
  const response = new CachedResponse({ headers: {}, body, keyword: null, tags: new Set() })
  const quick = lengthOf(await response.encoded("br"))
  return { response, quick, sendOften: () => Array.from({ length: 40 }, () => response.known("br")) }
}

test("a new response is compressed quickly, however often it is sent", async () => {
  const { response, quick, sendOften } = await openResponse()
  sendOften()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(lengthOf(response.known("br"))).toBe(quick)
})

test("a stable response is compressed as small as possible, once", async () => {
  const { response, quick, sendOften } = await openResponse()
  vi.advanceTimersByTime(11_000)
  sendOften()
  await expect.poll(() => lengthOf(response.known("br"))).toBeLessThan(quick)
  const smallest = response.known("br")
  sendOften()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(response.known("br")).toBe(smallest)
  expect(brotliDecompressSync(smallest?.body ?? Buffer.alloc(0)).equals(body)).toBe(true)
})
