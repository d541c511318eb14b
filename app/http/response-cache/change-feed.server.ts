import { readCatalogChanges, type Snapshot } from "~/domain/catalog/catalog-changes.server"
import type { Queryable } from "~/domain/shop"
import { withDeadline } from "~db/deadline.server"

/** Requests wait in slices, so that a busy process is not mistaken for an unresponsive database. */
const WAIT = { slices: 10, milliseconds: 50 }
const POLL_TIMEOUT = 2_000

interface FeedOptions {
  /** Milliseconds for which a poll is valid; with 0 every request polls. */
  maxStaleness: number
  onChanges: (tags: readonly string[], unchangedAt: number) => void
}

export class ChangeFeed {
  #snapshot: Snapshot | null = null
  #readAt = Number.NEGATIVE_INFINITY
  /** Polls that began before a write of this process are not valid. */
  #writtenAt = Number.NEGATIVE_INFINITY
  #poll: Promise<boolean> | null = null
  #polledAt = Number.NEGATIVE_INFINITY
  #next: Promise<boolean> | null = null
  #isSilent = false

  constructor(
    private readonly shop: Queryable,
    private readonly options: FeedOptions,
  ) {}

  /** Starts the next poll early once half of the time has passed. */
  isFresh(): boolean {
    if (!this.isRecent(this.#readAt)) return false
    const isHalfway = performance.now() - this.#readAt > this.options.maxStaleness / 2
    if (isHalfway && this.#poll === null) void this.#startPoll()
    return true
  }

  /** Returns false during an outage; if a poll began too early, later requests share the next one. */
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

  isRecent(beganAt: number): boolean {
    return performance.now() - beganAt < this.options.maxStaleness && beganAt > this.#writtenAt
  }

  /** Resolves within `WAIT`; a poll that succeeds later ends the outage. */
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
