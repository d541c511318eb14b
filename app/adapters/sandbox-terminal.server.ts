import type { Selectable } from "kysely"
import { type Card, isExpired } from "~/domain/payments/card"
import type { CardTerminal, PaymentIntent } from "~/domain/payments/gateway"
import { conflict, notFound, ShopError } from "~/domain/shop-error"
import type { Database } from "~db/database.server"
import type { SandboxIntentsTable } from "~db/schema"

/** The test cards, numbered as Stripe's are; any other valid number is declined. */
const cards: Record<string, { pays: true } | { asks: true } | { declines: string }> = {
  "4242424242424242": { pays: true },
  "4000002500003155": { asks: true },
  "4000000000000002": { declines: "Your card was declined." },
  "4000000000009995": { declines: "Your card has insufficient funds." },
}

const NO_TEST_CARD = "This is test mode: use one of the test cards shown on the page."

type Status = Selectable<SandboxIntentsTable>["status"]

interface TerminalOptions {
  db: Database
  now: () => Date
}

/** The sandbox's side of a card form: it decides by the number alone and keeps nothing of the card. */
export function openSandboxTerminal({ db, now }: TerminalOptions): CardTerminal {
  async function move(id: string, from: Status[], to: Status): Promise<PaymentIntent> {
    const row = await db
      .updateTable("sandbox_intents")
      .set({ status: to, updated_at: now() })
      .where("id", "=", id)
      .where("status", "in", from)
      .returningAll()
      .executeTakeFirst()
    if (row) return toIntent(row)
    const found = await db.selectFrom("sandbox_intents").selectAll().where("id", "=", id).executeTakeFirst()
    if (!found) throw notFound("No such payment")
    if (found.status === "canceled") throw conflict("This payment has been cancelled.")
    return toIntent(found)
  }

  return {
    async confirm(intentId, card) {
      refuseBadCard(card, now())
      const rule = cards[card.number] ?? { declines: NO_TEST_CARD }
      if ("declines" in rule) throw new ShopError("payment", rule.declines, { field: "number" })
      return move(
        intentId,
        ["requires_payment_method", "requires_action"],
        "asks" in rule ? "requires_action" : "succeeded",
      )
    },
    async answer(intentId, approved) {
      if (approved) return move(intentId, ["requires_action"], "succeeded")
      const intent = await move(intentId, ["requires_action"], "requires_payment_method")
      if (intent.status === "succeeded") return intent
      throw new ShopError("payment", "The payment was not approved. Your card was not charged.")
    },
  }
}

function refuseBadCard(card: Card, now: Date): void {
  if (isExpired(card, now)) throw new ShopError("payment", "Your card has expired.", { field: "expiry" })
}

export function toIntent(row: Selectable<SandboxIntentsTable>): PaymentIntent {
  return {
    id: row.id,
    clientSecret: row.client_secret,
    amount: row.amount,
    currency: row.currency,
    status: row.status,
    checkoutId: row.metadata.checkoutId ?? null,
    userId: row.metadata.userId ?? null,
  }
}
