import Stripe from "stripe"
import type { GatewayNotice, GatewayPost } from "~/domain/payments/gateway"
import { invalid } from "~/domain/shop-error"

/** How old a message may be, in seconds. */
const TOLERANCE = 300

interface PostOptions {
  /** Several while they are rotated: any of them may have signed. */
  secrets: readonly string[]
  now: () => Date
}

/** Reads Stripe's webhook: signed over the raw bytes, and fresh. */
export function openStripePost({ secrets, now }: PostOptions): GatewayPost {
  return {
    read(message, signature) {
      const text = new TextDecoder().decode(message)
      if (secrets.some((secret) => isSigned(text, signature, secret, now()))) return toNotice(JSON.parse(text))
      throw invalid("This message is not signed as it should be")
    },
  }
}

function isSigned(text: string, signature: string | null, secret: string, now: Date): boolean {
  const { signature: verifier } = Stripe.webhooks
  try {
    return verifier?.verifyHeader(text, signature ?? "", secret, TOLERANCE, undefined, now.getTime()) ?? false
  } catch {
    return false
  }
}

/** Whatever kind of event it is: what matters is which payment, refund or dispute it tells of. */
function toNotice({ type, data }: Partial<Stripe.Event>): GatewayNotice {
  const subject = data?.object as
    | { object?: string; id?: string; payment_intent?: unknown; reason?: string }
    | undefined
  const id = subject?.id
  if (!id) return { about: "nothing" }
  if (subject.object === "payment_intent" || subject.object === "checkout.session") return { about: "payment", id }
  if (subject.object === "refund") return { about: "refund", id }
  const { payment_intent } = subject
  if (typeof payment_intent !== "string") return { about: "nothing" }
  if (type === "charge.dispute.created") {
    return { about: "dispute", intentId: payment_intent, reason: subject.reason ?? "no reason given" }
  }
  return subject.object === "charge" ? { about: "payment", id: payment_intent } : { about: "nothing" }
}
