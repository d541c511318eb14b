import { brotliDecompressSync } from "node:zlib"
import { afterEach, expect, test, vi } from "vitest"
import { CachedAnswer, type EncodedAnswer } from "./cached-answer.server"

afterEach(() => void vi.useRealTimers())

/** A list of things that are alike but for a number: what compresses better with more effort. */
const body = Buffer.from(
  Array.from({ length: 900 }, (_, n) => `<li>Walnut tray ${(n * 7_919) % 1_009}</li>`).join("\n"),
)
const lengthOf = (answer?: EncodedAnswer) => answer?.body.length ?? 0

async function openAnswer() {
  vi.useFakeTimers({ toFake: ["performance"] })
  const address = { path: "/products", kind: "page" as const, isEndless: false }
  const answer = new CachedAnswer({ address, headers: {}, body, keyword: null })
  const quick = lengthOf(await answer.encoded("br"))
  return { answer, quick, sendOften: () => Array.from({ length: 40 }, () => answer.known("br")) }
}

test("an answer that has just been made is compressed quickly, however often it is sent", async () => {
  const { answer, quick, sendOften } = await openAnswer()
  sendOften()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(lengthOf(answer.known("br"))).toBe(quick)
})

test("one that stays true gets as small as it can, once", async () => {
  const { answer, quick, sendOften } = await openAnswer()
  vi.advanceTimersByTime(11_000)
  sendOften()
  await expect.poll(() => lengthOf(answer.known("br"))).toBeLessThan(quick)
  const smallest = answer.known("br")
  sendOften()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(answer.known("br")).toBe(smallest)
  expect(brotliDecompressSync(smallest?.body ?? Buffer.alloc(0)).equals(body)).toBe(true)
})
