import type Stripe from "stripe"
import type { FeeList, GatewayFee } from "~/domain/payments/gateway"
import type { CallStripe } from "./stripe-calls.server"

/** Three calls, which expand the sources, within the time limit of one */
const MAX_ENTRIES = 300

/**
 * Reads the fees from the balance transactions, whose sources name their payments. Fees of the account itself belong to
 * no payment and are left out: https://docs.stripe.com/api/balance_transactions
 */
export async function listFees(stripe: Stripe, call: CallStripe, from: Date, until: Date): Promise<FeeList> {
  const created = { gte: secondsOf(from), lte: secondsOf(until) }
  const wanted = { created, limit: 100, expand: ["data.source"] }
  const entries = await call((time) =>
    stripe.balanceTransactions.list(wanted, time).autoPagingToArray({ limit: MAX_ENTRIES }),
  )
  const oldest = entries.length < MAX_ENTRIES ? undefined : entries.at(-1)
  return {
    fees: entries.flatMap((entry) => toFee(entry) ?? []),
    cutAt: oldest ? new Date(oldest.created * 1_000) : null,
  }
}

function toFee({ id, fee, currency, created, source }: Stripe.BalanceTransaction): GatewayFee | null {
  if (fee === 0 || source === null || typeof source === "string") return null
  const kind = kinds[source.object]
  if (kind === undefined || !("payment_intent" in source) || !source.payment_intent) return null
  const { payment_intent: intent } = source
  return {
    ...{ id, kind, intentId: typeof intent === "string" ? intent : intent.id },
    occurrence: kind === "payment" ? null : source.id,
    ...{ amount: fee, currency: currency.toUpperCase(), createdAt: new Date(created * 1_000) },
  }
}

const kinds: Partial<Record<string, GatewayFee["kind"]>> = { charge: "payment", refund: "refund", dispute: "dispute" }

const secondsOf = (moment: Date) => Math.floor(moment.getTime() / 1_000)
