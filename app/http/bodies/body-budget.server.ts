import { ShopError } from "~/domain/shop-error"

const MB = 1024 * 1024

/** Bytes; `waitTimeout` in milliseconds */
interface BudgetSize {
  total: number
  perAddress: number
  /** Small bodies are not counted. */
  uncountedBytes: number
  waitTimeout: number
}

const SIZE: BudgetSize = { total: 32 * MB, perAddress: 24 * MB, uncountedBytes: MB / 16, waitTimeout: 25_000 }

export interface MemoryLease {
  /** Waits until the bytes fit. @throws ShopError `unavailable` */
  acquire(bytes: number): Promise<void>
  readonly isContended: boolean
  release(): void
}

interface Holder {
  readonly address: string
  bytes: number
}

interface Waiter {
  readonly body: Holder
  readonly bytes: number
  grant(): void
}

/** The oldest body, and the oldest of each address, always proceeds, so that there is no deadlock. */
export class BodyBudget {
  readonly #holders = new Set<Holder>()
  readonly #waiters = new Set<Waiter>()

  constructor(readonly size: BudgetSize = SIZE) {}

  lease(address: string, signal?: AbortSignal): MemoryLease {
    const body: Holder = { address, bytes: 0 }
    const isPressed = () => body.bytes > 0 && this.#waiters.size > 0
    let uncounted = 0
    return {
      acquire: async (bytes) => {
        const uncountedBytes = Math.min(bytes, this.size.uncountedBytes - uncounted)
        uncounted += uncountedBytes
        if (bytes > uncountedBytes) await this.#acquire(body, bytes - uncountedBytes, signal)
      },
      get isContended() {
        return isPressed()
      },
      release: () => {
        this.#holders.delete(body)
        this.#grantWaiters()
      },
    }
  }

  #acquire(body: Holder, bytes: number, signal?: AbortSignal): Promise<void> {
    if (this.#waiters.size === 0 && this.#fits(body, bytes)) {
      this.#count(body, bytes)
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const leave = (then: () => void) => {
        this.#waiters.delete(waiting)
        clearTimeout(timer)
        signal?.removeEventListener("abort", giveUp)
        then()
      }
      const giveUp = () => leave(() => reject(budgetExhausted()))
      const timer = setTimeout(giveUp, this.size.waitTimeout)
      const waiting: Waiter = {
        body,
        bytes,
        grant: () =>
          leave(() => {
            this.#count(body, bytes)
            resolve()
          }),
      }
      signal?.addEventListener("abort", giveUp)
      this.#waiters.add(waiting)
      this.#grantWaiters()
    })
  }

  #grantWaiters(): void {
    for (const waiting of [...this.#waiters]) if (this.#fits(waiting.body, waiting.bytes)) waiting.grant()
  }

  #count(body: Holder, bytes: number): void {
    body.bytes += bytes
    this.#holders.add(body)
  }

  #fits(body: Holder, bytes: number): boolean {
    const all = [...this.#holders]
    const own = all.filter(({ address }) => address === body.address)
    const fits = (bodies: Holder[], most: number) => (bodies[0] ?? body) === body || sum(bodies) + bytes <= most
    return fits(own, this.size.perAddress) && fits(all, this.size.total)
  }
}

const sum = (bodies: Holder[]) => bodies.reduce((total, { bytes }) => total + bytes, 0)

const RETRY_AFTER = 30

function budgetExhausted(): ShopError {
  const words = "Too many files are arriving at once. Please try again in a moment."
  return new ShopError("unavailable", words, { retryAfter: RETRY_AFTER })
}
