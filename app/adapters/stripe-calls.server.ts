import type { Logger } from "pino"
import Stripe from "stripe"
import { GatewayRefusal } from "~/domain/payments/gateway"
import { ShopError, unavailable } from "~/domain/shop-error"

/** How long one call may take with all its repeats, in milliseconds. */
export const LONGEST_CALL = 15_000

export interface Patience {
  log: Logger
  /** In milliseconds. */
  longestCall: number
}

const NO_ANSWER = "The payment service does not answer. Please try again in a moment."
const OUT_OF_ORDER = "Payments are out of order at the moment. Please try again later."

/**
 * Waits for one call to Stripe, within its time limit, and translates what went wrong into the port's words.
 * @throws ShopError `unavailable` when it is not known what Stripe did, GatewayRefusal when it answered with an error
 */
export async function askStripe<T>({ log, longestCall }: Patience, call: Promise<T>): Promise<T> {
  try {
    return await within(longestCall, call)
  } catch (error) {
    if (error instanceof ShopError) throw error
    throw translate(log, error)
  }
}

/** Whether Stripe knows nothing under this id. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404
}

/** Whether Stripe says that this cannot be done with the object as it stands. */
export function isWrongState(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 400
}

function translate(log: Logger, error: unknown): Error {
  const { StripeError, StripeCardError, StripeAPIError, StripeRateLimitError } = Stripe.errors
  if (!(error instanceof StripeError)) return error instanceof Error ? error : new Error(String(error))
  const { type, code, statusCode, requestId } = error
  log.warn({ err: error.message, type, code, statusCode, requestId }, "Stripe did not do what it was asked")
  if (error instanceof StripeCardError) return new GatewayRefusal("payment", error.message, { cause: error })
  if (error instanceof StripeRateLimitError || !statusCode) return unavailable(NO_ANSWER, error)
  if (error instanceof StripeAPIError) return new GatewayRefusal("unavailable", NO_ANSWER, { cause: error })
  return new GatewayRefusal("unavailable", OUT_OF_ORDER, { cause: error })
}

async function within<T>(milliseconds: number, call: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable(NO_ANSWER)), milliseconds)
  })
  try {
    return await Promise.race([call, limit])
  } finally {
    clearTimeout(timer)
  }
}
