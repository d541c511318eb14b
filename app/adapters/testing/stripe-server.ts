import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { StripeAccount } from "./stripe-account"
import { callApi } from "./stripe-api"
import { Cardholder } from "./stripe-cardholder"
import { StripeApiError } from "./stripe-error"
import { StripeFaults } from "./stripe-faults"
import { type Answer, IdempotencyKeys } from "./stripe-idempotency"
import { answerPage, showBank, showPage } from "./stripe-pages"

export interface StripeServer {
  readonly url: string
  readonly account: StripeAccount
  readonly cardholder: Cardholder
  readonly keys: IdempotencyKeys
  readonly faults: StripeFaults
  /** Received calls, such as `POST /v1/payment_intents` */
  readonly calls: string[]
  close(): Promise<void>
}

interface StripeServerOptions {
  secretKey: string
  publishableKey: string
  now?: () => Date
}

/**
 * The part of Stripe's API that the shop uses, over HTTP and in memory. It validates the key, the encoding, every
 * parameter and the idempotency keys, and can fail in the ways Stripe does.
 */
export async function startStripeServer(options: StripeServerOptions): Promise<StripeServer> {
  const account = new StripeAccount({ pages: () => stripe.url, now: options.now ?? (() => new Date()) })
  const keys = new IdempotencyKeys()
  const faults = new StripeFaults()
  const calls: string[] = []
  const server = createServer(async (request, response) => {
    const body = await readText(request)
    const { pathname } = new URL(request.url ?? "/", "http://stripe")
    response.setHeader("Access-Control-Allow-Origin", "*")
    if (pathname.startsWith("/pay/")) return hostedPage(request, response, body)
    if (pathname.startsWith("/bank/")) return showBank(stripe.cardholder, request, response, body)
    const call = `${request.method} ${pathname}`
    calls.push(call)
    const fault = faults.next(call)
    const answer = fault?.afterwards === false ? null : await perform(request, body, faults.delayOf(call))
    if (!fault) return send(response, answer as Answer)
    if (fault.remembered) keys.replace(keyOf(request), `${pathname}\n${body}`, fault.remembered)
    fault.apply(request, response)
  })

  async function perform(request: IncomingMessage, body: string, delay: number): Promise<Answer> {
    const { method } = request
    const url = new URL(request.url ?? "/", "http://stripe")
    try {
      refuseBadHeaders(request, options)
      const key = keyOf(request)
      const known = method === "POST" && key ? keys.recall(key, `${url.pathname}\n${body}`) : null
      if (known) return known
      if (delay > 0) await sleep(delay)
      const answer = answerTo(method ?? "", url, body)
      if (key) keys.keep(key, answer)
      return answer
    } catch (error) {
      if (error instanceof StripeApiError) return { status: error.status, body: error.body }
      throw error
    }
  }

  function answerTo(method: string, url: URL, body: string): Answer {
    try {
      return { status: 200, body: callApi({ account, cardholder: stripe.cardholder }, method, url, body) }
    } catch (error) {
      if (error instanceof StripeApiError) return { status: error.status, body: error.body }
      throw error
    }
  }

  function hostedPage(request: IncomingMessage, response: ServerResponse, body: string) {
    if (request.method === "POST") answerPage(stripe.cardholder, request, response, body)
    else showPage(account, request, response)
  }

  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const stripe: StripeServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    account,
    cardholder: new Cardholder(account),
    keys,
    faults,
    calls,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return stripe
}

function keyOf({ headers }: IncomingMessage): string {
  return String(headers["idempotency-key"] ?? "")
}

function refuseBadHeaders({ headers, method, url }: IncomingMessage, options: StripeServerOptions): void {
  // Browsers may only confirm payments, with the publishable key.
  const key = url?.endsWith("/confirm") ? options.publishableKey : options.secretKey
  if (headers.authorization !== `Bearer ${key}`) {
    throw new StripeApiError(401, "invalid_request_error", "Invalid API Key provided")
  }
  if (method === "POST" && headers["content-type"] !== "application/x-www-form-urlencoded") {
    throw new StripeApiError(400, "invalid_request_error", "Invalid request: the body must be form-encoded")
  }
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { "Content-Type": "application/json", "Request-Id": "req_test" })
  response.end(JSON.stringify(body))
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString("utf8")
}
