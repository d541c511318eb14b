import type { Intent, Session, StripeAccount } from "./stripe-account"
import { badRequest, StripeApiError } from "./stripe-error"
import { stripeMethods } from "./stripe-methods"

export type CardOutcome = "pays" | "declines" | "asks"

/** A cardholder who pays in the shop's page or on Stripe's hosted page */
export class Cardholder {
  constructor(readonly account: StripeAccount) {}

  /** Confirms an intent with a card, by default a new one, as Stripe's script in a browser does. */
  pay(intentId: string, outcome: CardOutcome = "pays", card = intentId): Intent {
    const intent = this.#payable(intentId)
    if (outcome === "declines") {
      intent.status = "requires_payment_method"
      throw new StripeApiError(402, "card_error", "Your card was declined.", "card_declined")
    }
    intent.method = "card"
    if (outcome === "asks") intent.status = "requires_action"
    else this.#charge(intent, card)
    return intent
  }

  /** Chooses another method, which redirects the browser to the bank. */
  choose(intentId: string, method: string): Intent {
    const intent = this.#payable(intentId)
    const isOffered = intent.payment_method_types.includes(method) || stripeMethods[method]?.isTest
    if (!isOffered) throw badRequest(`The PaymentMethod type ${method} is not allowed for this PaymentIntent.`)
    intent.method = method
    intent.status = "requires_action"
    return intent
  }

  /** Approves or declines at the bank; a debit is then `processing`. */
  approve(intentId: string, approved = true): Intent {
    const intent = this.account.intent(intentId)
    if (intent.status !== "requires_action") throw badRequest("There is nothing to approve.")
    if (!approved) intent.status = "requires_payment_method"
    else if (stripeMethods[intent.method]?.isDebit) this.process(intentId)
    else this.#charge(intent)
    return intent
  }

  /** Leaves an approved payment to the bank, which decides later. */
  process(intentId: string): Intent {
    const intent = this.account.intent(intentId)
    intent.status = "processing"
    intent.latest_charge = chargeOf(intent)
    return intent
  }

  /** Decides a payment that is processing. */
  decide(intentId: string, succeeds: boolean): Intent {
    const intent = this.account.intent(intentId)
    if (intent.status !== "processing") throw badRequest("There is nothing to decide.")
    if (succeeds) this.#charge(intent)
    else intent.status = "requires_payment_method"
    const session = intent.session === null ? null : this.account.session(intent.session)
    if (session && succeeds) session.payment_status = "paid"
    return intent
  }

  /** Submits the hosted page, which creates its own intent. */
  payOnPage(sessionId: string, outcome: CardOutcome = "pays", card = sessionId): Session {
    const { session, intent } = this.#openPage(sessionId)
    this.pay(intent.id, outcome, card)
    if (intent.status !== "succeeded") return session
    session.status = "complete"
    session.payment_status = "paid"
    return session
  }

  /** Chooses another method on the hosted page, and approves it at the bank; a debit leaves the session unpaid. */
  payOnPageBy(sessionId: string, method: string): Session {
    const { session, intent } = this.#openPage(sessionId)
    this.choose(intent.id, method)
    this.approve(intent.id)
    session.status = "complete"
    session.payment_status = intent.status === "succeeded" ? "paid" : "unpaid"
    return session
  }

  #openPage(sessionId: string): { session: Session; intent: Intent } {
    const session = this.account.session(sessionId)
    if (session.status !== "open") throw badRequest("This page is over.")
    const intent = session.payment_intent
      ? this.account.intent(session.payment_intent)
      : this.account.createIntent(
          {
            ...session.intent_data,
            ...{ amount: String(session.amount_total), currency: session.currency },
            ...(session.allowed !== undefined && { allowed_payment_method_types: session.allowed }),
          },
          session.id,
        )
    session.payment_intent = intent.id
    return { session, intent }
  }

  #payable(intentId: string): Intent {
    const intent = this.account.intent(intentId)
    if (intent.status !== "requires_payment_method" && intent.status !== "requires_action") {
      const message = `This PaymentIntent's status is ${intent.status}, so it cannot be confirmed.`
      throw badRequest(message, "payment_intent_unexpected_state", intent)
    }
    return intent
  }

  #charge(intent: Intent, card?: string): void {
    intent.status = "succeeded"
    this.account.charge(intent, card)
  }
}

const chargeOf = ({ id }: Intent) => id.replace("pi_", "ch_")
