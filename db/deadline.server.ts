import { AsyncLocalStorage } from "node:async_hooks"

/** Milliseconds that one request may wait for the database, over all its statements */
const REQUEST_BUDGET = 7_500
/** Milliseconds that are not counted: many quick statements do not make a slow request. */
const UNCOUNTED = 250
const MIN_WAIT = 250
const MAX_OVERRUN = 1_000

/** Concurrent waits count once. */
class DeadlineBudget {
  #spent = 0
  #waiting = 0
  #since = 0
  #answered = true

  constructor(readonly total: number) {}

  limit(least: number): number {
    const left = this.total - this.#spent - this.#passed()
    return Math.max(left, Math.min(least, left + MAX_OVERRUN), 1)
  }

  begin(): void {
    if (this.#waiting++ > 0) return
    this.#since = performance.now()
    this.#answered = true
  }

  recordTimeout(): void {
    this.#answered = false
  }

  end(): void {
    const passed = this.#passed()
    if (--this.#waiting === 0) this.#spent += passed
  }

  #passed(): number {
    if (this.#waiting === 0) return 0
    return Math.max(0, performance.now() - this.#since - (this.#answered ? UNCOUNTED : 0))
  }
}

const currentBudget = new AsyncLocalStorage<DeadlineBudget>()

export function withDeadline<T>(work: () => T, budget = REQUEST_BUDGET): T {
  return currentBudget.run(new DeadlineBudget(budget), work)
}

interface WaitOptions {
  /** Milliseconds outside of a request; 0 means no limit */
  longest: number
  /** Milliseconds inside of a request, whatever is left of its budget */
  least?: number
  onTimeout(): void
}

/** @throws an error with the code ETIMEDOUT when the budget of the request is used up */
export async function waitWithinDeadline<T>(
  answer: Promise<T>,
  { longest, least = MIN_WAIT, onTimeout }: WaitOptions,
): Promise<T> {
  const budget = currentBudget.getStore()
  const limit = budget ? budget.limit(least) : longest
  if (limit === 0) return answer
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      budget?.recordTimeout()
      reject(Object.assign(new Error(`The database has not answered for ${limit} ms`), { code: "ETIMEDOUT" }))
      onTimeout()
    }, limit)
  })
  budget?.begin()
  try {
    return await Promise.race([answer, timedOut])
  } finally {
    clearTimeout(timer)
    budget?.end()
  }
}
