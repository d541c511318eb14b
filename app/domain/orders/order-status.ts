import type { Selectable } from "kysely"
import type { OrdersTable } from "~db/schema"

export type OrderStatus = Selectable<OrdersTable>["status"]

/** A status that an administrator takes orders to, step by step. */
export type NextStatus = Extract<OrderStatus, "Shipped" | "Delivered">

export interface StatusRules {
  /** The only status that can come next. */
  next: NextStatus | null
  /** Why there is none: the answer to an administrator who still chooses one. */
  advanceRefusal: string | null
  /** Why the order cannot be cancelled; null while it can. */
  cancelRefusal: string | null
  /** Where its units are: waiting to be packed, in a parcel that has left the shop, or in none at all. */
  parcel: "waiting" | "sent" | "none"
  /** Whether its units count among what was sold. */
  sold: boolean
  reachedAt: "createdAt" | "shippedAt" | "deliveredAt" | "cancelledAt"
  tone: "good" | "bad"
}

/** What each status of an order means, in the order in which lists sort them. */
export const statusRules: Record<OrderStatus, StatusRules> = {
  Processing: {
    next: "Shipped",
    advanceRefusal: null,
    cancelRefusal: null,
    parcel: "waiting",
    sold: true,
    reachedAt: "createdAt",
    tone: "bad",
  },
  Shipped: {
    next: "Delivered",
    advanceRefusal: null,
    cancelRefusal: "This order is on its way and can no longer be cancelled",
    parcel: "sent",
    sold: true,
    reachedAt: "shippedAt",
    tone: "bad",
  },
  Delivered: {
    next: null,
    advanceRefusal: "You have already delivered this order",
    cancelRefusal: "This order has been delivered and can no longer be cancelled",
    parcel: "sent",
    sold: true,
    reachedAt: "deliveredAt",
    tone: "good",
  },
  Cancelled: {
    next: null,
    advanceRefusal: "This order was cancelled",
    cancelRefusal: "This order is cancelled already",
    parcel: "none",
    sold: false,
    reachedAt: "cancelledAt",
    tone: "bad",
  },
}

export const orderStatuses = Object.keys(statusRules) as OrderStatus[]
export const nextStatuses: NextStatus[] = orderStatuses.flatMap((status) => statusRules[status].next ?? [])

/** The steps of an order that goes well; of one that ended otherwise, those before its end, and its end. */
export function stepsTo(status: OrderStatus): OrderStatus[] {
  const steps = orderStatuses.filter((step) => statusRules[step].sold)
  if (steps.includes(status)) return steps
  return [...(statusRules[status].parcel === "none" ? steps.slice(0, 1) : steps), status]
}

export function isCancellable({ status }: { status: OrderStatus }): boolean {
  return statusRules[status].cancelRefusal === null
}
