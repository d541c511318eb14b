import { LRUCache } from "lru-cache"
import { EVERYTHING } from "~/domain/catalog/catalog-changes.server"
import type { CacheableAddress } from "./cacheable-address.server"
import type { CachedAnswer } from "./cached-answer.server"

/** What an address without end may take beside the others, in bytes: made-up keywords push out only one another. */
const ROOM = { others: 48 * 1024 * 1024, endless: 12 * 1024 * 1024 }
/** A longer answer is not remembered, in bytes. */
const LONGEST = 2 * 1024 * 1024
/** So many addresses are known again when they are asked for a second time. */
const MOST_SEEN = 5_000

interface Rendering<T> {
  answer: Promise<T>
  /** As `performance.now()` says it. */
  readonly beganAt: number
  /** What has changed since it began. */
  readonly changes: Set<string>
}

/** Finished answers by their address, and those that are being made. */
export class AnswerStore<T extends { cached: CachedAnswer | null }> {
  readonly #others = openRoom(ROOM.others)
  readonly #endless = openRoom(ROOM.endless)
  /** Addresses without end that have been asked for: only the second time is one worth its room. */
  readonly #seen = new LRUCache<string, true>({ max: MOST_SEEN })
  /** The newest of each address, and all of them: an older one may still be under way. */
  readonly #newest = new Map<string, Rendering<T>>()
  readonly #underWay = new Set<Rendering<T>>()

  get(address: CacheableAddress): CachedAnswer | undefined {
    return this.#roomOf(address).get(address.path)
  }

  /** Whether an answer is being made of which nothing has changed meanwhile. */
  isBeingMade({ path }: CacheableAddress): boolean {
    return this.#newest.get(path)?.changes.size === 0
  }

  /**
   * The answer that is being made, if nothing has changed since that began and it `isTrusted` by when it did, else a new one,
   * which is remembered if nothing that it says has changed meanwhile.
   */
  make(address: CacheableAddress, work: () => Promise<T>, isTrusted: (beganAt: number) => boolean): Promise<T> {
    const known = this.#newest.get(address.path)
    if (known?.changes.size === 0 && isTrusted(known.beganAt)) return known.answer
    const rendering: Rendering<T> = { beganAt: performance.now(), answer: work(), changes: new Set() }
    this.#newest.set(address.path, rendering)
    this.#underWay.add(rendering)
    const end = () => {
      this.#underWay.delete(rendering)
      if (this.#newest.get(address.path) === rendering) this.#newest.delete(address.path)
    }
    rendering.answer.then(({ cached }) => {
      if (cached && !isConcerned(cached, rendering.changes)) this.#remember(address, cached)
      end()
    }, end)
    return rendering.answer
  }

  /** Counts what an answer takes by now: it is compressed when that is first asked for. */
  weigh(address: CacheableAddress, answer: CachedAnswer): void {
    const room = this.#roomOf(address)
    if (room.peek(address.path) !== answer) return
    // What is set once more counts as it did the first time.
    room.delete(address.path)
    room.set(address.path, answer)
  }

  /** Marks what is no longer true; it stays until it has been made anew. */
  outdate(subjects: readonly string[], unchangedAt: number): void {
    for (const { changes } of this.#underWay) for (const subject of subjects) changes.add(subject)
    for (const room of [this.#others, this.#endless]) {
      for (const answer of room.values()) if (isConcerned(answer, subjects)) markOutdated(answer, unchangedAt)
    }
  }

  #remember(address: CacheableAddress, answer: CachedAnswer): void {
    if (address.isEndless && !this.#seen.get(address.path)) {
      this.#seen.set(address.path, true)
      return
    }
    this.#roomOf(address).set(address.path, answer)
  }

  #roomOf({ isEndless }: CacheableAddress) {
    return isEndless ? this.#endless : this.#others
  }
}

function openRoom(maxSize: number) {
  return new LRUCache<string, CachedAnswer>({
    maxSize,
    maxEntrySize: LONGEST,
    sizeCalculation: (answer, path) => answer.size + path.length,
  })
}

function markOutdated(answer: CachedAnswer, since: number): void {
  answer.outdatedSince = Math.min(answer.outdatedSince, since)
}

function isConcerned(answer: CachedAnswer, changes: Iterable<string>): boolean {
  for (const subject of changes) if (subject === EVERYTHING || answer.subjects.has(subject)) return true
  return false
}
