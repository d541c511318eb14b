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
 * Stores the first request of an idempotency key and its response, errors included. The same request gets the same
 * response; a different one with the same key is an error.
 */
export class IdempotencyKeys {
  readonly #kept = new Map<string, Kept>()

  /** Returns the stored response, or null for a new key. */
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

  /** Forgets all keys, as Stripe does after a day. */
  forgetAll(): void {
    this.#kept.clear()
  }

  /** Stores a server error as the response, whether or not the call took effect. */
  replace(key: string, request: string, answer: Answer): void {
    if (key) this.#kept.set(key, { request, answer })
  }
}
