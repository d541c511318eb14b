import type { IncomingMessage, ServerResponse } from "node:http"
import { StripeAnswer } from "./stripe-error"
import type { Answer } from "./stripe-idempotency"

/** How a call goes wrong: with an answer, without one, or with a connection that is cut. */
export type Mishap = 402 | 429 | 500 | "silence" | "reset"

interface Plan {
  call: RegExp
  mishap: Mishap
  times: number
  afterwards: boolean
}

export interface Stumble {
  /** After Stripe has done what it was asked: only the answer is lost. */
  afterwards: boolean
  /** What the idempotency key will answer from now on; null where nothing is remembered. */
  remembered: Answer | null
  happen(request: IncomingMessage, response: ServerResponse): void
}

/** What shall go wrong with the next calls. */
export class Stumbles {
  #plans: Plan[] = []

  /** @param call matched against `POST /v1/payment_intents` */
  plan(call: RegExp, mishap: Mishap, { times = 1, afterwards = false } = {}): void {
    this.#plans.push({ call, mishap, times, afterwards })
  }

  /** From now on all is well. */
  end(): void {
    this.#plans = []
  }

  next(call: string): Stumble | null {
    const plan = this.#plans.find((plan) => plan.times > 0 && plan.call.test(call))
    if (!plan) return null
    plan.times--
    const { afterwards, mishap } = plan
    const remembered = mishap === 402 || mishap === 500 ? answers[mishap] : null
    return { afterwards, remembered, happen: (request, response) => happen(mishap, request, response) }
  }
}

const answers: Record<402 | 429 | 500, StripeAnswer> = {
  402: new StripeAnswer(402, "card_error", "Your card was declined.", "card_declined"),
  429: new StripeAnswer(429, "invalid_request_error", "Too many requests", "rate_limit"),
  500: new StripeAnswer(500, "api_error", "An unknown error occurred"),
}

function happen(mishap: Mishap, request: IncomingMessage, response: ServerResponse): void {
  if (mishap === "silence") return
  if (mishap === "reset") {
    request.socket.resetAndDestroy()
    return
  }
  const { status, body } = answers[mishap]
  response.writeHead(status, { "Content-Type": "application/json", "Stripe-Should-Retry": "false" })
  response.end(JSON.stringify(body))
}
