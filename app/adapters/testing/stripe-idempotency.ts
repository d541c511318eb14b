import { idempotencyConflict } from "./stripe-error"

export interface Answer {
  status: number
  body: object
}

interface Kept {
  request: string
  answer: Answer | null
}

/**
 * What Stripe remembers of an idempotency key: the first request and its answer, errors included. The same request
 * hears the same answer; another one under the same key is refused.
 */
export class IdempotencyKeys {
  readonly #kept = new Map<string, Kept>()

  /** The earlier answer, or null when this is the first time. */
  recall(key: string, request: string): Answer | null {
    const kept = this.#kept.get(key)
    if (!kept) {
      this.#kept.set(key, { request, answer: null })
      return null
    }
    if (kept.request !== request) {
      throw idempotencyConflict(400, "Keys for idempotent requests can only be used with the same parameters.")
    }
    if (!kept.answer) throw idempotencyConflict(409, "There is currently another in-progress request using this key.")
    return kept.answer
  }

  keep(key: string, answer: Answer): void {
    const kept = this.#kept.get(key)
    if (kept) kept.answer = answer
  }

  /** As after a day. */
  forgetAll(): void {
    this.#kept.clear()
  }

  /** Stripe failed over it: that is the answer from now on, whatever was done. */
  replace(key: string, request: string, answer: Answer): void {
    if (key) this.#kept.set(key, { request, answer })
  }
}
