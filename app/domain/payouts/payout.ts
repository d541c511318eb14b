import type { Selectable } from "kysely"
import type { Cents } from "~/domain/money/money"
import type { Tables } from "~db/schema"

export type PayoutStatus = Selectable<Tables["payouts"]>["status"]

export const payoutStatuses: Record<PayoutStatus, { label: string; tone: "good" | "bad" | "neutral" }> = {
  open: { label: "To be paid", tone: "bad" },
  exported: { label: "In a bank file", tone: "neutral" },
  done: { label: "Paid", tone: "good" },
  cancelled: { label: "Cancelled", tone: "neutral" },
}

/** Whether the money still has to leave the shop's account */
export const isWaiting = ({ status }: { status: PayoutStatus }) => status === "open" || status === "exported"

export interface Payout {
  id: string
  amount: Cents
  currency: string
  payeeName: string
  /** Null until it is known */
  payeeIban: string | null
  /** The text that the payee reads on the statement */
  reference: string
  status: PayoutStatus
  createdAt: Date
  exportId: string | null
  doneAt: Date | null
  /** Null for money that never belonged to an order's total */
  refundId: string | null
  orderId: string | null
  orderNumber: number | null
}
