import type { Stripe } from "@stripe/stripe-js"
import type { PaymentElementForm } from "./payment-element-form"

/** Everything that the card form of Stripe needs. */
export interface StripeFields {
  Form: typeof PaymentElementForm
  stripe: Stripe
  clientSecret: string
}

/**
 * Loads Stripe's part of the page: only here, and only when it is needed. Null when there is nothing to pay any more.
 * @throws Error with a sentence for the shopper
 */
export async function loadStripeFields(checkoutId: string): Promise<StripeFields | null> {
  const [{ PaymentElementForm, loadStripe }, key, secret] = await Promise.all([
    import("./payment-element-form"),
    ask<{ stripeKey: string }>("/api/v1/stripekey"),
    ask<{ clientSecret?: string }>("/process/payment/secret", new URLSearchParams({ checkout: checkoutId })),
  ])
  if (!secret?.clientSecret || !key) return null
  const stripe = await loadStripe(key.stripeKey).catch(() => null)
  if (!stripe) throw new Error("Stripe cannot be reached from this browser.")
  return { Form: PaymentElementForm, stripe, clientSecret: secret.clientSecret }
}

/** Asks the shop; null when this step of the checkout is over. */
async function ask<T>(path: string, form?: URLSearchParams): Promise<T | null> {
  const answer = await fetch(path, form && { method: "POST", body: form })
  const told = await answer.json()
  if (answer.ok) return told
  if (answer.status === 400 || answer.status === 401) return null
  throw new Error(told.message)
}
