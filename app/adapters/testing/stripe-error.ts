/** An error response of Stripe's API */
export class StripeApiError extends Error {
  constructor(
    readonly status: number,
    readonly type: string,
    message: string,
    readonly code?: string,
    readonly intent?: object,
  ) {
    super(message)
  }

  get body() {
    const { type, message, code, intent } = this
    return { error: { type, message, ...(code && { code }), ...(intent && { payment_intent: intent }) } }
  }
}

export const badRequest = (message: string, code?: string, intent?: object) =>
  new StripeApiError(400, "invalid_request_error", message, code, intent)

export const missing = (id: string) =>
  new StripeApiError(404, "invalid_request_error", `No such object: '${id}'`, "resource_missing")

export const idempotencyConflict = (status: 400 | 409, message: string) =>
  new StripeApiError(status, status === 400 ? "idempotency_error" : "invalid_request_error", message)
