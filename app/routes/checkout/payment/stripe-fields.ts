import type { Stripe } from "@stripe/stripe-js"
import { CONNECTION_LOST, SHOP_UNAVAILABLE } from "~/connection/messages"
import type { PaymentElementForm } from "./payment-element-form"

export interface StripeFields {
  Form: typeof PaymentElementForm
  stripe: Stripe
  clientSecret: string
}

/** Milliseconds after which Stripe's own page is offered instead */
const LOAD_TIMEOUT = 15_000

const NO_STRIPE = "Stripe cannot be reached from this browser."

/** Returns null if there is nothing left to pay. @throws Error with a message for the shopper */
export function loadStripeFields(checkoutId: string): Promise<StripeFields | null> {
  const tooLong = new Promise<never>((_, reject) => setTimeout(() => reject(new Error(NO_STRIPE)), LOAD_TIMEOUT))
  return Promise.race([load(checkoutId), tooLong])
}

async function load(checkoutId: string): Promise<StripeFields | null> {
  const [{ PaymentElementForm, loadStripe }, key, secret] = await Promise.all([
    import("./payment-element-form").catch(() => fail(CONNECTION_LOST)),
    fetchJson<{ stripeKey: string }>("/api/v1/stripekey"),
    fetchJson<{ clientSecret?: string }>("/process/payment/secret", new URLSearchParams({ checkout: checkoutId })),
  ])
  if (!secret?.clientSecret || !key) return null
  const stripe = (await loadStripe(key.stripeKey).catch(() => null)) ?? fail(NO_STRIPE)
  return { Form: PaymentElementForm, stripe, clientSecret: secret.clientSecret }
}

/** Returns null if this step of the checkout is over. */
async function fetchJson<T>(path: string, form?: URLSearchParams): Promise<T | null> {
  const answer = await fetch(path, form && { method: "POST", body: form }).catch(() => fail(CONNECTION_LOST))
  const body = await answer.json().catch(() => fail(SHOP_UNAVAILABLE))
  if (answer.ok) return body
  if (answer.status === 400 || answer.status === 401) return null
  return fail(body.message ?? SHOP_UNAVAILABLE)
}

function fail(sentence: string): never {
  throw new Error(sentence)
}
