import pLimit from "p-limit"
import type { Logger } from "pino"
import { GatewayRefusal } from "./gateway"

/** One round ends after this long, in milliseconds; the next one goes on. */
const MAX_BATCH_TIME = 50_000

interface BatchOptions {
  log: Logger
  /** How many calls to the gateway are under way at once. */
  concurrency: number
  /** Lets the round end after what is under way. */
  signal?: AbortSignal
}

/**
 * Works through a list at the gateway, several at once. What fails is left for the next round and keeps nothing else from
 * being done; when the gateway has stopped answering altogether, the rest is left as well.
 */
export class GatewayBatch {
  /** What must be tried again, one sentence each. */
  readonly waiting: string[] = []
  readonly #end = performance.now() + MAX_BATCH_TIME
  #unanswered = 0

  constructor(private readonly options: BatchOptions) {}

  async forEach<T>(items: T[], name: (item: T) => string, work: (item: T) => Promise<void>): Promise<void> {
    const limit = pLimit(this.options.concurrency)
    await Promise.all(items.map((item) => limit(() => this.#run(item, name(item), work))))
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
