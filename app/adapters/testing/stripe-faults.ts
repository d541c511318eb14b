import type { IncomingMessage, ServerResponse } from "node:http"
import { StripeApiError } from "./stripe-error"
import type { Answer } from "./stripe-idempotency"

/** How a call fails: with an error response, without a response, or with a reset connection */
type FaultKind = 402 | 429 | 500 | "silence" | "reset"

interface PlannedFault {
  call: RegExp
  fault: FaultKind
  times: number
  afterwards: boolean
}

interface Fault {
  /** Fails after the call has taken effect: only the response is lost. */
  afterwards: boolean
  /** Stored response of the idempotency key; null if none is stored */
  remembered: Answer | null
  apply(request: IncomingMessage, response: ServerResponse): void
}

/** Faults of the next calls */
export class StripeFaults {
  #plans: PlannedFault[] = []
  #delays: { call: RegExp; milliseconds: number }[] = []

  /** @param call matched against `POST /v1/payment_intents` */
  plan(call: RegExp, fault: FaultKind, { times = 1, afterwards = false } = {}): void {
    this.#plans.push({ call, fault, times, afterwards })
  }

  /** Delays such calls; the call takes effect even if the client disconnects. */
  delay(call: RegExp, milliseconds: number): void {
    this.#delays.push({ call, milliseconds })
  }

  /** Removes all faults. */
  end(): void {
    this.#plans = []
    this.#delays = []
  }

  delayOf(call: string): number {
    return this.#delays.find((delay) => delay.call.test(call))?.milliseconds ?? 0
  }

  next(call: string): Fault | null {
    const plan = this.#plans.find((plan) => plan.times > 0 && plan.call.test(call))
    if (!plan) return null
    plan.times--
    const { afterwards, fault } = plan
    const remembered = fault === 402 || fault === 500 ? answers[fault] : null
    return { afterwards, remembered, apply: (request, response) => applyFault(fault, request, response) }
  }
}

const answers: Record<402 | 429 | 500, StripeApiError> = {
  402: new StripeApiError(402, "card_error", "Your card was declined.", "card_declined"),
  429: new StripeApiError(429, "invalid_request_error", "Too many requests", "rate_limit"),
  500: new StripeApiError(500, "api_error", "An unknown error occurred"),
}

function applyFault(fault: FaultKind, request: IncomingMessage, response: ServerResponse): void {
  if (fault === "silence") return
  if (fault === "reset") {
    request.socket.resetAndDestroy()
    return
  }
  const { status, body } = answers[fault]
  response.writeHead(status, { "Content-Type": "application/json", "Stripe-Should-Retry": "false" })
  response.end(JSON.stringify(body))
}
