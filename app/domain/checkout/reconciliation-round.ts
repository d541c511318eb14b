import type { Logger } from "pino"

/** One round ends after this long, in milliseconds; the next one goes on. */
const LONGEST_ROUND = 30_000
/** So many failures in a row mean that the gateway is away altogether. */
const ENOUGH_FAILURES = 2

/** What a reconciliation did, and what it could not do yet. */
export interface Reconciliation {
  /** Paid without anybody telling the shop: settled now. */
  finished: number
  /** Held and abandoned: the units are back. */
  released: number
  /** Refunds that were still owed: the money is back. */
  refunded: number
  /** What must be tried again, one sentence each. */
  waiting: string[]
}

/** Works through lists one by one; what fails is left for the next round and keeps nothing else from being done. */
export class ReconciliationRound {
  readonly done: Reconciliation = { finished: 0, released: 0, refunded: 0, waiting: [] }
  readonly #end = Date.now() + LONGEST_ROUND
  #failures = 0

  constructor(readonly log: Logger) {}

  async each<T>(items: T[], name: (item: T) => string, work: (item: T) => Promise<void>): Promise<void> {
    for (const item of shuffled(items)) {
      if (this.#failures >= ENOUGH_FAILURES || Date.now() > this.#end) {
        this.wait(name(item), "waits for the next round")
        continue
      }
      try {
        await work(item)
        this.#failures = 0
      } catch (error) {
        this.#failures++
        this.log.warn({ err: error, item: name(item) }, "reconciliation must try again")
        this.wait(name(item), (error as Error).message)
      }
    }
  }

  wait(item: string, why: string): void {
    this.done.waiting.push(`${item}: ${why}`)
  }
}

/** In any order, so that one that always fails cannot keep the same others waiting. */
function shuffled<T>(items: T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)
}
