import { transferReferenceOf } from "~/domain/bank-transfer/creditor-reference"
import { type Day, lastDayOf } from "~/domain/days/days"
import { daysOf } from "~/domain/days/shop-days.server"
import type { Cents } from "~/domain/money/money"
import { type BankAccount, bankAccountOf, type PaymentMethod } from "~/domain/settings/payment-methods"
import type { Queryable } from "~/domain/shop"
import { missingOf, type Order } from "../order"

/** What the customer of an unpaid order still has to do */
export interface PaymentRequest {
  method: PaymentMethod
  missing: Cents
  received: Cents
  currency: string
  /** The last day on which the money may arrive; null if there is none */
  payBy: Day | null
  /** The account, and the reference that the transfer must name; null for other ways to pay */
  transfer: (BankAccount & { reference: string }) | null
}

type UnpaidOrder = Pick<Order, "number" | "status" | "payment" | "totals" | "refunded" | "currency">

/** Returns null if nothing is to be paid. */
export function paymentRequestOf(
  shop: Pick<Queryable, "settings">,
  { number, status, payment, totals, refunded, currency }: UnpaidOrder,
): PaymentRequest | null {
  const missing = missingOf({ payment, totals, refunded })
  if (missing === 0 || status === "Cancelled") return null
  const { method, dueAt, received } = payment
  const account = bankAccountOf(shop.settings.current)
  return {
    ...{ method, missing, received, currency },
    payBy: dueAt && lastDayOf(dueAt, daysOf(shop)),
    transfer: method === "transfer" ? { ...account, reference: transferReferenceOf(account.iban, number) } : null,
  }
}
