import { tooLarge, tooSlow } from "~/domain/shop-error"
import type { MemoryLease } from "./body-budget.server"
import { type MinimumRate, SenderRate } from "./sender-rate.server"

/** Milliseconds and bytes */
const DISCARD_LIMITS = { time: 5_000, bytes: 64 * 1024 * 1024 }

const MINIMUM_RATE: MinimumRate = { grace: 8_000, bytesPerSecond: 8 * 1024, bytesPerSecondContended: 64 * 1024 }

/** Discards the rest of the body if reading stops early. @throws ShopError `tooLarge`, `tooSlow`, `unavailable` */
export async function* readChunks(
  stream: ReadableStream<Uint8Array>,
  limit: number,
  intake: MemoryLease,
  pace: MinimumRate = MINIMUM_RATE,
): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  let complete = false
  let read = 0
  const sender = new SenderRate(pace)
  try {
    while (true) {
      const since = performance.now()
      const isLate = () => sender.isTooSlow(performance.now() - since, intake.isContended)
      const { done, value } = await rejectWhenLate(reader.read(), isLate, sender.sampleInterval)
      if (done) {
        complete = true
        return
      }
      sender.record(performance.now() - since, value.byteLength)
      read += value.byteLength
      if (read > limit) throw tooLarge("This request is too large")
      await intake.acquire(value.byteLength)
      yield value
    }
  } finally {
    reader.releaseLock()
    if (!complete) discardBody(stream)
  }
}

async function rejectWhenLate<T>(awaited: Promise<T>, isLate: () => boolean, every: number): Promise<T> {
  let watch: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    watch = setInterval(() => isLate() && reject(tooSlow()), every)
  })
  try {
    return await Promise.race([awaited, late])
  } finally {
    clearInterval(watch)
  }
}

export function discardUnread({ body, bodyUsed }: Request): void {
  if (body && !bodyUsed && !body.locked) discardBody(body)
}

/** Drains the unread body, because a browser that is cut off while sending never reads the response. */
export function discardBody(stream: ReadableStream<Uint8Array>): void {
  const reader = stream.getReader()
  const giveUp = setTimeout(() => reader.cancel().catch(() => {}), DISCARD_LIMITS.time)
  giveUp.unref()
  const discard = async () => {
    for (let taken = 0; taken < DISCARD_LIMITS.bytes; ) {
      const { done, value } = await reader.read()
      if (done) return
      taken += value.byteLength
    }
    await reader.cancel()
  }
  discard()
    .catch(() => {})
    .finally(() => clearTimeout(giveUp))
}
