import type { StripeAccount } from "./stripe-account"
import { transactionsBetween } from "./stripe-balance"
import type { Cardholder, CardOutcome } from "./stripe-cardholder"
import { missing, StripeApiError } from "./stripe-error"
import { fieldsOf, parseStripeForm, type StripeField, textOf } from "./stripe-form"
import { stripeMethods } from "./stripe-methods"
import { allow, type Fields } from "./stripe-params"

interface Stripe {
  account: StripeAccount
  cardholder: Cardholder
}

type Call = (stripe: Stripe, id: string, fields: Fields) => object

/** Calls by method and path; `*` stands for an id */
const calls: Record<string, Call> = {
  "POST /v1/payment_intents": ({ account }, _id, fields) => account.createIntent(fields),
  "GET /v1/payment_intents": listIntents,
  "GET /v1/payment_intents/*": ({ account }, id, { expand }) =>
    isExpanded(expand, "latest_charge") ? account.withCharge(account.intent(id)) : account.intent(id),
  "POST /v1/payment_intents/*/cancel": ({ account }, id) => account.cancelIntent(id),
  "POST /v1/payment_intents/*/confirm": confirm,
  "POST /v1/checkout/sessions": ({ account }, _id, fields) => account.createSession(fields),
  "GET /v1/checkout/sessions/*": ({ account }, id, fields) => expanded(account, id, fields.expand),
  "POST /v1/checkout/sessions/*/expire": ({ account }, id) => account.expireSession(id),
  "POST /v1/refunds": ({ account }, _id, fields) => account.createRefund(fields),
  "GET /v1/refunds": listRefunds,
  "GET /v1/balance_transactions": ({ account }, _id, fields) =>
    pageOf(transactionsBetween(account, fields), "/v1/balance_transactions", fields),
  "GET /v1/refunds/*": ({ account }, id) => account.refund(id),
}

/** Executes one API call. @throws StripeApiError */
export function callApi(stripe: Stripe, method: string, url: URL, body: string): object {
  const steps = url.pathname.split("/")
  const id = steps.find((step) => /^(pi|cs|re)_/.test(step)) ?? ""
  const call = calls[`${method} ${steps.map((step) => (step === id && id ? "*" : step)).join("/")}`]
  if (!call)
    throw new StripeApiError(404, "invalid_request_error", `Unrecognized request URL (${method}: ${url.pathname})`)
  return call(stripe, id, parseStripeForm(method === "POST" ? body : url.search))
}

function expanded(account: StripeAccount, id: string, expand: StripeField | undefined): object {
  const session = account.session(id)
  if (session.payment_intent === null) return session
  const intent = account.intent(session.payment_intent)
  if (isExpanded(expand, "payment_intent.latest_charge"))
    return { ...session, payment_intent: account.withCharge(intent) }
  return isExpanded(expand, "payment_intent") ? { ...session, payment_intent: intent } : session
}

function isExpanded(expand: StripeField | undefined, path: string): boolean {
  return Object.values(fieldsOf(expand)).includes(path)
}

/** Returns one page, newest first. */
function listRefunds({ account }: Stripe, _id: string, fields: Fields): object {
  allow(fields, ["payment_intent", "created", "limit", "starting_after"])
  const intent = textOf(fields.payment_intent)
  const since = Number(textOf(fieldsOf(fields.created).gte) ?? 0)
  const all = [...account.refunds.values()].reverse()
  const wanted = all.filter((refund) => refund.created >= since && (!intent || refund.payment_intent === intent))
  return pageOf(wanted, "/v1/refunds", fields)
}

function listIntents({ account }: Stripe, _id: string, fields: Fields): object {
  allow(fields, ["created", "limit", "starting_after"])
  const { gte, lte } = fieldsOf(fields.created)
  const [from, until] = [Number(textOf(gte) ?? 0), Number(textOf(lte) ?? Number.POSITIVE_INFINITY)]
  const all = [...account.intents.values()].reverse().sort((one, other) => other.created - one.created)
  return pageOf(
    all.filter(({ created }) => created >= from && created <= until),
    "/v1/payment_intents",
    fields,
  )
}

function pageOf(wanted: { id: string }[], url: string, fields: Fields): object {
  const from = wanted.findIndex(({ id }) => id === textOf(fields.starting_after)) + 1
  const to = from + Number(textOf(fields.limit) ?? 10)
  return { object: "list", has_more: to < wanted.length, url, data: wanted.slice(from, to) }
}

/** API calls of Stripe's script in a browser, which has only the client secret */
function confirm({ account, cardholder }: Stripe, id: string, fields: Fields): object {
  const intent = account.intent(id)
  if (fields.client_secret !== intent.client_secret) throw missing(id)
  intent.billing = fieldsOf(fieldsOf(fields.payment_method_data).billing_details)
  const method = textOf(fieldsOf(fields.payment_method_data).type)
  if (method && method !== "card")
    return confirmBy({ account, cardholder }, id, method, textOf(fields.return_url) ?? "")
  return cardholder.pay(id, (textOf(fields.outcome) ?? "pays") as CardOutcome)
}

/** A debit needs no page of a bank. */
function confirmBy({ account, cardholder }: Stripe, id: string, method: string, returnUrl: string): object {
  const intent = cardholder.choose(id, method)
  if (stripeMethods[method]?.isDebit) return cardholder.approve(id)
  const url = `${account.options.pages()}/bank/${id}?return_url=${encodeURIComponent(returnUrl)}`
  return { ...intent, next_action: { type: "redirect_to_url", redirect_to_url: { url, return_url: returnUrl } } }
}
