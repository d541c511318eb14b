import { LRUCache } from "lru-cache"
import { EVERYTHING } from "~/domain/catalog/catalog-changes.server"
import type { CacheKey } from "./cache-keys.server"
import type { CachedResponse } from "./cached-response.server"

/** The limit in bytes; invented keys evict only each other. */
const CAPACITY = { others: 48 * 1024 * 1024, unbounded: 12 * 1024 * 1024 }
const MAX_RESPONSE_SIZE = 2 * 1024 * 1024
/** The limit in bytes of the names of responses that are not stored yet, and the size of one without its text */
const SEEN = { capacity: 1024 * 1024, overhead: 150 }

type StoreKey = Pick<CacheKey, "name" | "isUnbounded">

interface Rendering<T> {
  response: Promise<T>
  readonly startedAt: number
  readonly changes: Set<string>
}

export class ResponseStore<T extends { cached: CachedResponse | null }> {
  readonly #others = openCache(CAPACITY.others)
  readonly #unbounded = openCache(CAPACITY.unbounded)
  /** Keys without a limit are stored from the second request on. */
  readonly #seen = new LRUCache<string, true>({
    maxSize: SEEN.capacity,
    sizeCalculation: (_, name) => 2 * name.length + SEEN.overhead,
  })
  readonly #newest = new Map<string, Rendering<T>>()
  readonly #rendering = new Set<Rendering<T>>()

  get(key: StoreKey): CachedResponse | undefined {
    return this.#cacheOf(key).get(key.name)
  }

  isRendering({ name }: StoreKey): boolean {
    return this.#newest.get(name)?.changes.size === 0
  }

  /** Joins a rendering of current data, or starts one whose response is stored unless a tag changes in the meantime. */
  render(key: StoreKey, work: () => Promise<T>, isRecent: (startedAt: number) => boolean): Promise<T> {
    const known = this.#newest.get(key.name)
    if (known?.changes.size === 0 && isRecent(known.startedAt)) return known.response
    const rendering: Rendering<T> = { startedAt: performance.now(), response: work(), changes: new Set() }
    this.#newest.set(key.name, rendering)
    this.#rendering.add(rendering)
    const end = () => {
      this.#rendering.delete(rendering)
      if (this.#newest.get(key.name) === rendering) this.#newest.delete(key.name)
    }
    rendering.response.then(({ cached }) => {
      if (cached && !dependsOn(cached, rendering.changes)) this.#keep(key, cached)
      end()
    }, end)
    return rendering.response
  }

  resize(key: StoreKey, response: CachedResponse): void {
    const cache = this.#cacheOf(key)
    if (cache.peek(key.name) !== response) return
    // Setting the same value would keep the old size.
    cache.delete(key.name)
    cache.set(key.name, response)
  }

  /** Outdated responses stay until they are rendered again. */
  outdate(tags: readonly string[], unchangedAt: number): void {
    for (const { changes } of this.#rendering) for (const tag of tags) changes.add(tag)
    for (const cache of [this.#others, this.#unbounded]) {
      for (const response of cache.values()) {
        if (dependsOn(response, tags)) response.outdatedSince = Math.min(response.outdatedSince, unchangedAt)
      }
    }
  }

  #keep(key: StoreKey, response: CachedResponse): void {
    if (key.isUnbounded && !this.#seen.get(key.name)) this.#seen.set(key.name, true)
    else this.#cacheOf(key).set(key.name, response)
  }

  #cacheOf({ isUnbounded }: StoreKey) {
    return isUnbounded ? this.#unbounded : this.#others
  }
}

function openCache(maxSize: number) {
  return new LRUCache<string, CachedResponse>({
    maxSize,
    maxEntrySize: MAX_RESPONSE_SIZE,
    sizeCalculation: (response, name) => response.size + name.length,
  })
}

function dependsOn(response: CachedResponse, changes: Iterable<string>): boolean {
  for (const tag of changes) if (tag === EVERYTHING || response.tags.has(tag)) return true
  return false
}
