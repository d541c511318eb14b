import type { Selectable } from "kysely"
import type { Day } from "~/domain/days/days"
import type { Cents } from "~/domain/money/money"
import type { Tables } from "~db/schema"

type ReturnKind = Selectable<Tables["returns"]>["kind"]
export type ReturnStatus = Selectable<Tables["returns"]>["status"]

export const returnKinds: Record<ReturnKind, string> = { withdrawal: "Withdrawal", return: "Return" }

export const returnStatuses: Record<ReturnStatus, { label: string; tone: "good" | "bad" | "neutral" }> = {
  declared: { label: "Not confirmed", tone: "bad" },
  requested: { label: "Requested", tone: "bad" },
  received: { label: "Received", tone: "bad" },
  refunded: { label: "Refunded", tone: "good" },
  declined: { label: "Declined", tone: "neutral" },
}

export const isOpenReturn = ({ status }: { status: ReturnStatus }) => status === "requested" || status === "received"

export const returnReasons = [
  "Does not fit",
  "Not as described",
  "Damaged or faulty",
  "Wrong item",
  "Changed my mind",
  "Something else",
] as const

export interface Statement {
  name: string
  email: string
  reason: string
  /** Items in the customer's words; empty if `units` lists them */
  items: string
  at: Date
}

/** Stored after the reason, within 1,000 characters */
export const MAX_DETAILS = 900

export interface ReturnLine {
  /** The order line's id */
  line: string
  name: string
  quantity: number
  /** Restocked units, once it is refunded; the others are written off. */
  restocked: number
  /** Units of `quantity` that were not refunded otherwise in the meantime */
  left: number
}

export interface ReturnRecord {
  id: string
  orderId: string
  orderNumber: number
  customer: string
  kind: ReturnKind
  status: ReturnStatus
  name: string
  email: string
  reason: string
  /** Items in the customer's words */
  items: string
  refusal: string | null
  /** The last day for the refund of a withdrawal */
  due: Day | null
  createdAt: Date
  receivedAt: Date | null
  closedAt: Date | null
  /** A withdrawal from the public form that neither the buyer nor the shop has confirmed: it reserves no units. */
  unconfirmed: boolean
  /** The network address of the public form */
  clientAddress: string | null
  confirmedBy: "link" | "session" | "shop" | null
  lines: ReturnLine[]
  refund: { amount: Cents; status: "requested" | "succeeded" | "failed" } | null
}
