import type { IncomingMessage, ServerResponse } from "node:http"
import type { StripeAccount } from "./stripe-account"
import type { Cardholder, CardOutcome } from "./stripe-cardholder"
import { StripeApiError } from "./stripe-error"

/** A minimal version of Stripe's hosted page */
export function showPage(account: StripeAccount, request: IncomingMessage, response: ServerResponse, message = "") {
  const session = account.session(idOf(request))
  response.writeHead(message ? 402 : 200, { "Content-Type": "text/html; charset=utf-8" })
  response.end(`<!doctype html><html lang="en"><title>Checkout</title><h1>Pay $${(session.amount_total / 100).toFixed(2)}</h1>
<p role="alert">${message}</p><form method="post">
<button name="outcome" value="pays">Pay</button><button name="outcome" value="declines">Pay with a bad card</button>
</form><a href="${session.cancel_url}">Back to the shop</a></html>`)
}

export function answerPage(cardholder: Cardholder, request: IncomingMessage, response: ServerResponse, body: string) {
  const outcome = (new URLSearchParams(body).get("outcome") ?? "pays") as CardOutcome
  try {
    const session = cardholder.payOnPage(idOf(request), outcome)
    response.writeHead(303, { Location: session.success_url }).end()
  } catch (error) {
    if (!(error instanceof StripeApiError)) throw error
    showPage(cardholder.account, request, response, error.message)
  }
}

function idOf({ url = "" }: IncomingMessage): string {
  return url.split("/")[2] ?? ""
}
