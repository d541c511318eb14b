import { createHash } from "node:crypto"
import { EventEmitter, once } from "node:events"
import type { FileHandle } from "node:fs/promises"
import { Readable, Writable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { setImmediate as nextTurn } from "node:timers/promises"
import { constants, createGunzip, createGzip } from "node:zlib"
import pLimit from "p-limit"
import type { Snapshot } from "~/domain/catalog/catalog-changes.server"
import { withDeadline } from "~db/deadline.server"

/** Bytes */
const CHUNK = 32 * 1024
/** Lets other requests run while many readers are resumed. */
const inTurns = pLimit(4)

export class Document {
  size = 0
  etag: string | null = null
  snapshot: Snapshot | null = null
  madeAt: Date | null = null
  readonly #events = new EventEmitter().setMaxListeners(0)
  readonly #stop = new AbortController()
  #state: "queued" | "growing" | "finished" | "failed" = "queued"
  #failure: unknown = null
  #file: FileHandle | null = null
  #readers = 0

  constructor(private readonly onUnread: () => void) {}

  get isFinished(): boolean {
    return this.#state === "finished"
  }

  get isQueued(): boolean {
    return this.#state === "queued"
  }

  get isClosed(): boolean {
    return this.#stop.signal.aborted
  }

  get isRead(): boolean {
    return this.#readers > 0
  }

  /** Returns a function that removes the reader. */
  join(): () => void {
    this.#readers++
    let isGone = false
    return () => {
      if (isGone) return
      isGone = true
      if (--this.#readers === 0) this.onUnread()
    }
  }

  async make(file: FileHandle, text: AsyncGenerator<string>): Promise<void> {
    this.#file = file
    const hash = createHash("sha256")
    const append = async (chunk: Buffer) => {
      await file.appendFile(chunk)
      this.size += chunk.length
      this.#change("growing")
    }
    const appending = new Writable({
      write: (chunk, _encoding, done) => void append(chunk).then(() => done(), done),
    })
    const { signal } = this.#stop
    // Each chunk becomes readable once it is written.
    const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH })
    await pipeline(Readable.from(hashed(text, hash)), gzip, appending, { signal })
    this.etag = `W/"${hash.digest("base64url")}"`
    this.#change("finished")
  }

  async close(error?: unknown): Promise<void> {
    this.#failure ??= error ?? new DOMException("This document is no longer available", "AbortError")
    this.#stop.abort()
    if (!this.isFinished) this.#change("failed")
    await this.#file?.close()
  }

  /** @throws the error of the rendering */
  async waitWhile(state: "queued" | "growing", milliseconds: number): Promise<void> {
    if (this.#state === state) {
      await once(this.#events, "state", { signal: AbortSignal.timeout(milliseconds) }).catch(() => {})
      await inTurns(() => nextTurn())
    }
    if (this.#state === "failed") throw this.#failure
  }

  async *read(): AsyncGenerator<Uint8Array> {
    for (let position = 0; ; ) {
      const file = this.#file
      if (file && position < this.size) {
        const { bytesRead, buffer } = await inTurns(() => file.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, position))
        position += bytesRead
        yield buffer.subarray(0, bytesRead)
      } else {
        if (this.#state === "failed") throw this.#failure
        if (this.#state === "finished") return
        await once(this.#events, "growth")
      }
    }
  }

  async *readPlain(): AsyncGenerator<Uint8Array> {
    const gunzip = createGunzip()
    const reading = pipeline(Readable.from(this.read()), gunzip)
    // The loop throws the error.
    reading.catch(() => {})
    try {
      yield* gunzip as AsyncIterable<Buffer>
    } finally {
      gunzip.destroy()
    }
  }

  #change(state: "growing" | "finished" | "failed"): void {
    const isNew = this.#state !== state
    this.#state = state
    this.#events.emit("growth")
    if (isNew) this.#events.emit("state")
  }
}

async function* hashed(text: AsyncGenerator<string>, hash: ReturnType<typeof createHash>): AsyncGenerator<string> {
  try {
    for (;;) {
      const { value, done } = await withDeadline(() => text.next())
      if (done) return
      hash.update(value)
      yield value
    }
  } finally {
    await text.return(undefined)
  }
}
