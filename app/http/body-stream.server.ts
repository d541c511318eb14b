import { tooLarge } from "~/domain/shop-error"

/** An unread rest is taken and thrown away for this long, in milliseconds, and up to this many bytes. */
const LINGER = { time: 5_000, bytes: 64 * 1024 * 1024 }

/**
 * A body's chunks, up to a limit. When reading stops early, for whatever reason, the rest is discarded behind the scenes.
 * @throws ShopError `tooLarge` with the chunk that passes the limit
 */
export async function* readChunks(stream: ReadableStream<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  let read = 0
  let complete = false
  try {
    while (true) {
      const { done, value } = await reader.read()
      if (done) {
        complete = true
        return
      }
      read += value.byteLength
      if (read > limit) throw tooLarge("This request is too large")
      yield value
    }
  } finally {
    reader.releaseLock()
    if (!complete) discardBody(stream)
  }
}

/**
 * Takes what is still coming and forgets it: a browser that is cut off while it sends never reads the answer. Who does
 * not end soon is cut off all the same.
 */
export function discardBody(stream: ReadableStream<Uint8Array>): void {
  const reader = stream.getReader()
  const giveUp = setTimeout(() => reader.cancel().catch(() => {}), LINGER.time)
  giveUp.unref()
  const discard = async () => {
    for (let taken = 0; taken < LINGER.bytes; ) {
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
