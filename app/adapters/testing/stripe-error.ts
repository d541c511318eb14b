/** An error as Stripe answers it. */
export class StripeAnswer extends Error {
  constructor(
    readonly status: number,
    readonly type: string,
    message: string,
    readonly code?: string,
  ) {
    super(message)
  }

  get body() {
    return { error: { type: this.type, message: this.message, ...(this.code && { code: this.code }) } }
  }
}

export const badRequest = (message: string, code?: string) =>
  new StripeAnswer(400, "invalid_request_error", message, code)

export const missing = (id: string) =>
  new StripeAnswer(404, "invalid_request_error", `No such object: '${id}'`, "resource_missing")

export const idempotencyConflict = (status: 400 | 409, message: string) =>
  new StripeAnswer(status, status === 400 ? "idempotency_error" : "invalid_request_error", message)
