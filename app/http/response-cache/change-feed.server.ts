import { readCatalogChanges, type Snapshot } from "~/domain/catalog/catalog-changes.server"
import type { Queryable } from "~/domain/shop"
import { withDeadline } from "~db/deadline.server"

/**
 * How long a request waits for the database to say what has changed: so many times so many milliseconds. Between them
 * answers are heard that waited only for work of our own.
 */
const WAIT = { times: 10, milliseconds: 50 }
/** After so long a question is given up, in milliseconds. */
const GIVE_UP_AFTER = 2_000

interface FeedOptions {
  /** How old what is known may be when it is relied on, in milliseconds; with 0 every request asks for itself. */
  maxStaleness: number
  /**
   * Hears of what has changed before it counts as known; and when the question before this one began, which had found it
   * unchanged (as `performance.now()` says it).
   */
  onChanges: (subjects: readonly string[], unchangedAt: number) => void
}

/** Asks the database what has changed, and for a moment relies on the answer. */
export class ChangeFeed {
  #snapshot: Snapshot | null = null
  /** When the question began that was answered last. */
  #readAt = Number.NEGATIVE_INFINITY
  /** When something was changed by this process itself: what was asked before that says nothing any more. */
  #writtenAt = Number.NEGATIVE_INFINITY
  #asking: Promise<boolean> | null = null
  #askedAt = Number.NEGATIVE_INFINITY
  #next: Promise<boolean> | null = null
  #isInDoubt = false

  constructor(
    private readonly shop: Queryable,
    private readonly options: FeedOptions,
  ) {}

  /**
   * Whether what is known is young enough, without waiting. While requests come, the next question is asked ahead of
   * time, so that none of them has to.
   */
  isFresh(): boolean {
    if (!this.isYoung(this.#readAt)) return false
    const isHalfway = performance.now() - this.#readAt > this.options.maxStaleness / 2
    if (isHalfway && this.#asking === null) void this.#ask()
    return true
  }

  /**
   * Whether what is known is young enough, if need be after a question; false while the database does not answer. A
   * question that began too early says too little: so whoever comes while one is under way waits for the next one,
   * together with everybody else who came meanwhile.
   */
  isCurrent(): Promise<boolean> | boolean {
    if (this.isFresh()) return true
    if (this.#isInDoubt) {
      if (this.#asking === null) void this.#ask()
      return false
    }
    if (this.#asking === null) return this.#ask()
    if (this.isYoung(this.#askedAt)) return this.#asking
    this.#next ??= this.#asking.then((answered) => {
      this.#next = null
      return answered && this.#ask()
    })
    return this.#next
  }

  /** Something was changed by this process: whoever did it sees it. */
  noteWrite(): void {
    this.#writtenAt = performance.now()
  }

  /** Whether what a question has found that began then may still be relied on. */
  isYoung(askedAt: number): boolean {
    return performance.now() - askedAt < this.options.maxStaleness && askedAt > this.#writtenAt
  }

  /** Answers within `WAIT`; the question itself may take longer, and then ends the doubt. */
  #ask(): Promise<boolean> {
    this.#askedAt = performance.now()
    const asking = new Promise<boolean>((resolve) => {
      const doubt = () => {
        this.#isInDoubt = true
        resolve(false)
      }
      let waited = 0
      const timer = setInterval(() => ++waited >= WAIT.times && doubt(), WAIT.milliseconds)
      this.#read(this.#askedAt)
        .then(() => {
          this.#isInDoubt = false
          resolve(true)
        }, doubt)
        .finally(() => {
          clearInterval(timer)
          if (this.#asking === asking) this.#asking = null
        })
    })
    this.#asking = asking
    return asking
  }

  async #read(began: number): Promise<void> {
    const read = () => readCatalogChanges(this.shop, this.#snapshot)
    const { snapshot, subjects } = await withDeadline(read, GIVE_UP_AFTER)
    const unchangedAt = this.#readAt
    this.#snapshot = snapshot
    this.#readAt = began
    if (subjects.length > 0) this.options.onChanges(subjects, unchangedAt)
  }
}
