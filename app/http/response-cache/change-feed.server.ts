import { readCatalogChanges, type Snapshot } from "~/domain/catalog/catalog-changes.server"
import type { Queryable } from "~/domain/shop"
import { withDeadline } from "~db/deadline.server"

/** How long requests wait for a poll. In slices, so that a response is noticed which waited only for work of this process. */
const WAIT = { slices: 10, milliseconds: 50 }
/** Milliseconds. */
const POLL_TIMEOUT = 2_000

interface FeedOptions {
  /** For how many milliseconds a poll is relied on; with 0 every request polls. */
  maxStaleness: number
  /** Called with the changed tags, and with when the previous poll began, which had found them unchanged. */
  onChanges: (tags: readonly string[], unchangedAt: number) => void
}

/** Polls the database for changes, and relies on the result for a moment. Times are from `performance.now()`. */
export class ChangeFeed {
  #snapshot: Snapshot | null = null
  /** When the last successful poll began. */
  #readAt = Number.NEGATIVE_INFINITY
  /** When this process itself wrote something: earlier polls are not relied on. */
  #writtenAt = Number.NEGATIVE_INFINITY
  #poll: Promise<boolean> | null = null
  #polledAt = Number.NEGATIVE_INFINITY
  #next: Promise<boolean> | null = null
  #isSilent = false

  constructor(
    private readonly shop: Queryable,
    private readonly options: FeedOptions,
  ) {}

  /** Whether the last poll can be relied on. From the middle of its time on the next one is started ahead. */
  isFresh(): boolean {
    if (!this.isRecent(this.#readAt)) return false
    const isHalfway = performance.now() - this.#readAt > this.options.maxStaleness / 2
    if (isHalfway && this.#poll === null) void this.#startPoll()
    return true
  }

  /**
   * Whether a poll can be relied on, if need be a new one; false while the database is silent. A poll under way may have
   * begun too early: then all who come meanwhile share the next one.
   */
  isCurrent(): Promise<boolean> | boolean {
    if (this.isFresh()) return true
    if (this.#isSilent) {
      if (this.#poll === null) void this.#startPoll()
      return false
    }
    if (this.#poll === null) return this.#startPoll()
    if (this.isRecent(this.#polledAt)) return this.#poll
    this.#next ??= this.#poll.then((succeeded) => {
      this.#next = null
      return succeeded && this.#startPoll()
    })
    return this.#next
  }

  noteWrite(): void {
    this.#writtenAt = performance.now()
  }

  /** Whether a poll or rendering that began then can be relied on. */
  isRecent(beganAt: number): boolean {
    return performance.now() - beganAt < this.options.maxStaleness && beganAt > this.#writtenAt
  }

  /** Resolves within `WAIT`; the poll itself may take longer, and then ends the silence. */
  #startPoll(): Promise<boolean> {
    this.#polledAt = performance.now()
    const poll = new Promise<boolean>((resolve) => {
      const giveUp = () => {
        this.#isSilent = true
        resolve(false)
      }
      let waited = 0
      const timer = setInterval(() => ++waited >= WAIT.slices && giveUp(), WAIT.milliseconds)
      this.#read(this.#polledAt)
        .then(() => {
          this.#isSilent = false
          resolve(true)
        }, giveUp)
        .finally(() => {
          clearInterval(timer)
          if (this.#poll === poll) this.#poll = null
        })
    })
    this.#poll = poll
    return poll
  }

  async #read(beganAt: number): Promise<void> {
    const read = () => readCatalogChanges(this.shop, this.#snapshot)
    const { snapshot, tags } = await withDeadline(read, POLL_TIMEOUT)
    const unchangedAt = this.#readAt
    this.#snapshot = snapshot
    this.#readAt = beganAt
    if (tags.length > 0) this.options.onChanges(tags, unchangedAt)
  }
}
