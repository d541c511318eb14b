import pLimit from "p-limit"
import type { Logger } from "pino"
import { GatewayRefusal } from "./gateway"

const MAX_BATCH_TIME = 50_000
const PAGE = 100

/** Finds at most `limit` items that are not among `tried`, those that have waited longest first. */
export type FindPage<T> = (tried: readonly string[], limit: number) => Promise<T[]>

interface BatchOptions {
  log: Logger
  concurrency: number
  signal?: AbortSignal
}

/** A failed item waits for the next round; so does the rest once the gateway stops responding. */
export class GatewayBatch {
  readonly waiting: string[] = []
  readonly #end = performance.now() + MAX_BATCH_TIME
  #unanswered = 0

  constructor(private readonly options: BatchOptions) {}

  async forEach<T extends { id: string }>(
    find: FindPage<T>,
    name: (item: T) => string,
    work: (item: T) => Promise<void>,
  ): Promise<void> {
    const limit = pLimit(this.options.concurrency)
    const tried: string[] = []
    let page: T[]
    do {
      page = await find(tried, PAGE)
      tried.push(...page.map(({ id }) => id))
      await Promise.all(page.map((item) => limit(() => this.#run(item, name(item), work))))
    } while (page.length === PAGE && !this.#isOver())
  }

  addWaiting(item: string, why: string): void {
    this.waiting.push(`${item}: ${why}`)
  }

  async #run<T>(item: T, name: string, work: (item: T) => Promise<void>): Promise<void> {
    if (this.#isOver()) return this.addWaiting(name, "waits for the next round")
    try {
      await work(item)
      this.#unanswered = 0
    } catch (error) {
      if (!(error instanceof GatewayRefusal)) this.#unanswered++
      this.options.log.warn({ err: error, item: name }, "reconciliation must try again")
      this.addWaiting(name, (error as Error).message)
    }
  }

  #isOver(): boolean {
    const { concurrency, signal } = this.options
    return this.#unanswered >= concurrency || signal?.aborted === true || performance.now() > this.#end
  }
}
