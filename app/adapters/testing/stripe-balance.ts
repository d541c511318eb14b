import type { StripeAccount } from "./stripe-account"
import { fieldsOf, textOf } from "./stripe-form"
import { allow, type Fields } from "./stripe-params"

/** A balance transaction, with the object that it is about as `source` */
export interface BalanceTransaction {
  id: string
  object: "balance_transaction"
  type: "charge" | "refund" | "adjustment" | "stripe_fee"
  created: number
  amount: number
  fee: number
  currency: string
  source: { id: string; object: "charge" | "refund" | "dispute"; payment_intent: string } | null
}

/** 2.9 % and 30 cents */
export const chargeFee = (amount: number) => Math.round(amount * 0.029) + 30

/** Returns the account's transactions of a period, newest first. */
export function transactionsBetween({ balance }: StripeAccount, fields: Fields): { id: string }[] {
  allow(fields, ["created", "limit", "starting_after", "expand"])
  const { gte, lte } = fieldsOf(fields.created)
  const [from, until] = [Number(textOf(gte) ?? 0), Number(textOf(lte) ?? Number.POSITIVE_INFINITY)]
  const isExpanded = Object.values(fieldsOf(fields.expand)).includes("data.source")
  return [...balance]
    .reverse()
    .sort((one, other) => other.created - one.created)
    .filter(({ created }) => created >= from && created <= until)
    .map((entry) => ({ ...entry, source: isExpanded ? entry.source : (entry.source?.id ?? null) }))
}
