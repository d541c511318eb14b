import { createHash } from "node:crypto"
import { MINUTE } from "~/domain/durations"
import { type Card, isExpired } from "~/domain/payments/card"
import type { CardTerminal, GatewayPayment, TestAnswer } from "~/domain/payments/gateway"
import { conflict, notFound, ShopError } from "~/domain/shop-error"
import type { Database } from "~db/database.server"
import { findIntent, type SandboxIntent, toPayment } from "./sandbox-intent.server"

/** The test cards have Stripe's numbers; every other valid number is declined. */
const testCards: Record<string, { pays: true } | { asks: true } | { declines: string }> = {
  "4242424242424242": { pays: true },
  "4000002500003155": { asks: true },
  "4000000000000002": { declines: "Your card was declined." },
  "4000000000009995": { declines: "Your card has insufficient funds." },
}

const NOT_A_TEST_CARD = "This is test mode: use one of the test cards shown on the page."

type Status = SandboxIntent["status"]

/** Milliseconds after which a payment that is processing is decided */
const DECISION = 2 * MINUTE

interface TerminalOptions {
  db: Database
  now: () => Date
}

export function openSandboxTerminal({ db, now }: TerminalOptions): CardTerminal {
  const paidBy = (card: Card) => ({ method: "card", card_fingerprint: fingerprintOf(card) })

  async function transition(id: string, from: Status[], to: Status, more: Changes = {}): Promise<GatewayPayment> {
    const row = await db
      .updateTable("sandbox_intents")
      .set({ status: to, updated_at: now(), ...more })
      .where("id", "=", id)
      .where("status", "in", from)
      .returningAll()
      .executeTakeFirst()
    if (row) return toPayment(row)
    const found = await findIntent(db, id, now())
    if (!found) throw notFound("No such payment")
    if (found.status === "canceled") throw conflict("This payment has been cancelled.")
    return toPayment(found)
  }

  return {
    async startMethod(id, method) {
      const unpaid: Status[] = ["requires_payment_method", "requires_action"]
      const row = await findIntent(db, id, now())
      if (row && !row.methods.includes(method)) throw new ShopError("payment", "Please choose another way to pay.")
      return transition(id, unpaid, "requires_action", { method, card_fingerprint: null })
    },
    async answer(id, answer) {
      const decided = decisions[answer]
      if (decided === null) return declined(await transition(id, ["requires_action"], "requires_payment_method"))
      if (decided === "succeeded") return transition(id, ["requires_action"], decided)
      const decides_at = new Date(now().getTime() + DECISION)
      return transition(id, ["requires_action"], "processing", { ...decided, decides_at })
    },
    async confirm(id, card) {
      const verdict = decideCharge(card, now())
      const unpaid: Status[] = ["requires_payment_method", "requires_action"]
      if (typeof verdict === "string") return transition(id, unpaid, verdict, paidBy(card))
      const payment = await transition(id, unpaid, "requires_payment_method")
      if (payment.status === "succeeded") return payment
      throw verdict
    },
    async resolveApproval(id, approved) {
      if (approved) return transition(id, ["requires_action"], "succeeded")
      return declined(
        await transition(id, ["requires_action"], "requires_payment_method"),
        "Your card was not charged.",
      )
    },
    async findBySecret(clientSecret) {
      const row = await db
        .selectFrom("sandbox_intents")
        .selectAll()
        .where("client_secret", "=", clientSecret)
        .executeTakeFirst()
      return row ? toPayment(row) : null
    },
  }
}

type Changes = Partial<Pick<SandboxIntent, "method" | "card_fingerprint" | "decides_at" | "succeeds">>

/** Null for a payment that the buyer declines */
const decisions: Record<TestAnswer, "succeeded" | Pick<SandboxIntent, "succeeds"> | null> = {
  approve: "succeeded",
  decline: null,
  "approve-later": { succeeds: true },
  "fail-later": { succeeds: false },
}

/** @throws ShopError `payment`, unless it was paid first */
function declined(payment: GatewayPayment, consequence = "Nothing was charged."): GatewayPayment {
  if (payment.status === "succeeded" || payment.status === "processing") return payment
  throw new ShopError("payment", `The payment was not approved. ${consequence}`)
}

/** The buyer's fingerprint of a test card, which many people share, includes the expiry date and security code. */
function fingerprintOf({ number, expMonth, expYear, cvc }: Card): string {
  return createHash("sha256").update([number, expMonth, expYear, cvc].join(" ")).digest("base64url").slice(0, 16)
}

function decideCharge(card: Card, now: Date): "succeeded" | "requires_action" | ShopError {
  if (isExpired(card, now)) return new ShopError("payment", "Your card has expired.", { field: "expiry" })
  const rule = testCards[card.number] ?? { declines: NOT_A_TEST_CARD }
  if ("declines" in rule) return new ShopError("payment", rule.declines, { field: "number" })
  return "asks" in rule ? "requires_action" : "succeeded"
}
