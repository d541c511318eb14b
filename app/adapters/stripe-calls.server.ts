import { setTimeout as sleep } from "node:timers/promises"
import type { Logger } from "pino"
import Stripe from "stripe"
import { GatewayRefusal } from "~/domain/payments/gateway"
import { ShopError, unavailable } from "~/domain/shop-error"
import { withTimeout } from "~db/with-timeout"

/** Milliseconds, all retries included */
export const CALL_TIMEOUT = 15_000
const MAX_TRIES = 3
/** Milliseconds before the first retry, doubled before the second */
const BASE_DELAY = 300

interface CallOptions {
  log: Logger
  timeout: number
}

type StripeCall<T> = (options: { timeout: number }) => Promise<T>

export type CallStripe = <T>(call: StripeCall<T>) => Promise<T>

const NO_ANSWER = "The payment service is not responding. Please try again in a moment."
const OUT_OF_ORDER = "Payments are not available at the moment. Please try again later."

/**
 * Retries under one idempotency key, because another key could charge twice
 * (https://docs.stripe.com/error-low-level#idempotency).
 * @throws ShopError `unavailable` if the outcome is unknown, GatewayRefusal if Stripe returned an error
 */
export async function callStripe<T>({ log, timeout: total }: CallOptions, call: StripeCall<T>): Promise<T> {
  const end = performance.now() + total
  for (let tries = 1; ; ) {
    const timeout = Math.max(1, Math.floor(end - performance.now()))
    try {
      return await withTimeout(call({ timeout }), timeout, () => unavailable(NO_ANSWER))
    } catch (error) {
      const inProgress = isInProgress(error)
      const pause = BASE_DELAY * (inProgress ? 1 : 2 ** (tries - 1)) * (0.5 + Math.random())
      const inTime = performance.now() + pause < end
      if (!inTime || !(inProgress || (tries < MAX_TRIES && isRetryable(error)))) throw toShopError(log, error)
      if (!inProgress) tries++
      await sleep(pause)
    }
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404
}

export function isWrongState(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 400
}

function isInProgress(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.statusCode === 409
}

function isRetryable(error: unknown): boolean {
  const { StripeError, StripeConnectionError, StripeRateLimitError } = Stripe.errors
  if (error instanceof StripeConnectionError || error instanceof StripeRateLimitError) return true
  if (!(error instanceof StripeError) || error.headers?.["stripe-should-retry"] === "false") return false
  return (error.statusCode ?? 0) >= 500
}

function toShopError(log: Logger, error: unknown): Error {
  const { StripeError, StripeCardError, StripeAPIError, StripeRateLimitError } = Stripe.errors
  if (error instanceof ShopError) return error
  if (!(error instanceof StripeError)) return error instanceof Error ? error : new Error(String(error))
  const { type, code, statusCode, requestId } = error
  log.warn({ err: error.message, type, code, statusCode, requestId }, "Stripe could not carry out the request")
  if (error instanceof StripeCardError) return new GatewayRefusal("payment", error.message, { cause: error })
  if (error instanceof StripeRateLimitError || isInProgress(error) || !statusCode) return unavailable(NO_ANSWER, error)
  if (error instanceof StripeAPIError) return new GatewayRefusal("unavailable", NO_ANSWER, { cause: error })
  return new GatewayRefusal("unavailable", OUT_OF_ORDER, { cause: error })
}
