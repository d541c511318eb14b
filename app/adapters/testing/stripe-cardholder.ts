import type { Intent, Session, StripeAccount } from "./stripe-account"
import { badRequest, StripeApiError } from "./stripe-error"

export type CardOutcome = "pays" | "declines" | "asks"

/** A cardholder who pays in the shop's page or on Stripe's hosted page */
export class Cardholder {
  constructor(readonly account: StripeAccount) {}

  /** Confirms an intent with a card, by default a new one, as Stripe's script in a browser does. */
  pay(intentId: string, outcome: CardOutcome = "pays", card = intentId): Intent {
    const intent = this.account.intent(intentId)
    if (intent.status !== "requires_payment_method" && intent.status !== "requires_action") {
      const message = `This PaymentIntent's status is ${intent.status}, so it cannot be confirmed.`
      throw badRequest(message, "payment_intent_unexpected_state", intent)
    }
    if (outcome === "declines") {
      intent.status = "requires_payment_method"
      throw new StripeApiError(402, "card_error", "Your card was declined.", "card_declined")
    }
    intent.status = outcome === "asks" ? "requires_action" : "succeeded"
    if (intent.status === "succeeded") this.account.charge(intent, card)
    return intent
  }

  /** Submits the hosted page, which creates its own intent. */
  payOnPage(sessionId: string, outcome: CardOutcome = "pays", card = sessionId): Session {
    const session = this.account.session(sessionId)
    if (session.status !== "open") throw badRequest("This page is over.")
    const intent = session.payment_intent
      ? this.account.intent(session.payment_intent)
      : this.account.createIntent(
          { ...session.intent_data, amount: String(session.amount_total), currency: session.currency },
          session.id,
        )
    session.payment_intent = intent.id
    this.pay(intent.id, outcome, card)
    if (intent.status !== "succeeded") return session
    session.status = "complete"
    session.payment_status = "paid"
    return session
  }
}
