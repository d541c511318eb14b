import type { Logger } from "pino"

export class PeriodicWork {
  readonly #stopping = new AbortController()
  #round: Promise<void> | null = null
  #again = false

  constructor(
    readonly name: string,
    private readonly work: (signal: AbortSignal) => Promise<unknown>,
    private readonly log: Logger,
  ) {}

  start(): void {
    if (this.#round || this.#stopping.signal.aborted) return
    this.#round = this.#run().finally(() => {
      this.#round = null
    })
  }

  /** Starts a round now, or right after the current one, which may have read too early. */
  trigger(): void {
    this.#again = true
    this.start()
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new Error("The shop is shutting down"))
    await this.#round
  }

  async #run(): Promise<void> {
    do {
      this.#again = false
      try {
        await this.work(this.#stopping.signal)
      } catch (error) {
        if (this.#stopping.signal.aborted) return
        this.log.warn({ err: error, work: this.name }, "a run of background work failed; the next one continues")
        return
      }
    } while (this.#again && !this.#stopping.signal.aborted)
  }
}
