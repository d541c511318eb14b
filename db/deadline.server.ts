import { AsyncLocalStorage } from "node:async_hooks"

/** How long one request waits for the database, all its statements together, in milliseconds. */
const REQUEST_BUDGET = 7_500
/** What is answered so quickly is not counted: a request that asks a hundred times is no slow one. */
const UNCOUNTED = 250
/** How long every wait may take, also when the request's time is used up, and how far that may go beyond it altogether. */
const MIN_WAIT = 250
const MAX_OVERRUN = 1_000

/** What one request has waited. Times in which it waits for several answers at once pass only once. */
class DeadlineBudget {
  #spent = 0
  #waiting = 0
  #since = 0
  #answered = true

  constructor(readonly total: number) {}

  /** Milliseconds that one more wait may take. */
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

/**
 * Whatever `work` asks of the database, also later and in parallel, is answered within one limit or fails: so the client hears
 * within ten seconds that the database does not answer, however many statements it takes.
 * @param budget in milliseconds
 */
export function withDeadline<T>(work: () => T, budget = REQUEST_BUDGET): T {
  return currentBudget.run(new DeadlineBudget(budget), work)
}

interface WaitOptions {
  /** Outside of a request, in milliseconds; 0 is for ever. */
  longest: number
  /** Inside of a request, in milliseconds, however little of its time is left. */
  least?: number
  /** Called when the wait is given up. */
  onTimeout(): void
}

/**
 * Waits for an answer of the database as long as the request may still wait.
 * @throws an error with the code ETIMEDOUT
 */
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
