import type { IncomingMessage, ServerResponse } from "node:http"
import type { Session, StripeAccount } from "./stripe-account"
import type { Cardholder, CardOutcome } from "./stripe-cardholder"
import { StripeApiError } from "./stripe-error"

/** A minimal version of Stripe's hosted page */
export function showPage(account: StripeAccount, request: IncomingMessage, response: ServerResponse, message = "") {
  const session = account.session(idOf(request))
  response.writeHead(message ? 402 : 200, { "Content-Type": "text/html; charset=utf-8" })
  response.end(`<!doctype html><html lang="en"><title>Checkout</title><h1>Pay $${(session.amount_total / 100).toFixed(2)}</h1>
<p role="alert">${message}</p><form method="post">
<button name="outcome" value="pays">Pay</button><button name="outcome" value="declines">Pay with a bad card</button>
${methodsOf(session)}</form><a href="${session.cancel_url}">Back to the shop</a></html>`)
}

function methodsOf({ payment_method_types }: Session): string {
  const others = payment_method_types.filter((method) => method !== "card")
  return others.map((method) => `<button name="method" value="${method}">Pay by ${method}</button>`).join("")
}

export function answerPage(cardholder: Cardholder, request: IncomingMessage, response: ServerResponse, body: string) {
  const form = new URLSearchParams(body)
  const method = form.get("method")
  const outcome = (form.get("outcome") ?? "pays") as CardOutcome
  try {
    const id = idOf(request)
    const session = method ? cardholder.payOnPageBy(id, method) : cardholder.payOnPage(id, outcome)
    response.writeHead(303, { Location: session.success_url }).end()
  } catch (error) {
    if (!(error instanceof StripeApiError)) throw error
    showPage(cardholder.account, request, response, error.message)
  }
}

function idOf({ url = "" }: IncomingMessage): string {
  return url.split("/")[2] ?? ""
}

/** The page of a bank, which returns to the shop with Stripe's parameters */
export function showBank(cardholder: Cardholder, request: IncomingMessage, response: ServerResponse, body: string) {
  const { searchParams } = new URL(request.url ?? "/", "http://stripe")
  const id = idOf(request).split("?")[0] ?? ""
  if (request.method !== "POST") {
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" })
    return response.end(`<!doctype html><html lang="en"><title>Bank</title><h1>Your bank</h1><form method="post">
<button name="answer" value="approve">Approve</button><button name="answer" value="decline">Decline</button>
</form></html>`)
  }
  const approved = new URLSearchParams(body).get("answer") !== "decline"
  cardholder.approve(id, approved)
  const back = new URL(searchParams.get("return_url") ?? "")
  back.searchParams.set("payment_intent", id)
  back.searchParams.set("redirect_status", approved ? "succeeded" : "failed")
  response.writeHead(303, { Location: back.href }).end()
}
