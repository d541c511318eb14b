import type { Selectable } from "kysely"
import type { Tables } from "~db/schema"

export type OrderStatus = Selectable<Tables["orders"]>["status"]

export type NextStatus = Extract<OrderStatus, "Shipped" | "Delivered">

export interface StatusRules {
  next: NextStatus | null
  advanceRefusal: string | null
  cancelRefusal: string | null
  /** `waiting` to be packed, `sent` from the shop, or `none` */
  parcel: "waiting" | "sent" | "none"
  sold: boolean
  reachedAt: "createdAt" | "shippedAt" | "deliveredAt" | "cancelledAt"
  tone: "good" | "bad"
}

/** Lists sort statuses in the order of these keys. */
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
    cancelRefusal: "This order is already cancelled",
    parcel: "none",
    sold: false,
    reachedAt: "cancelledAt",
    tone: "bad",
  },
}

export const orderStatuses = Object.keys(statusRules) as OrderStatus[]
export const nextStatuses: NextStatus[] = orderStatuses.flatMap((status) => statusRules[status].next ?? [])

export function statusesWhere(holds: (rules: StatusRules) => boolean): OrderStatus[] {
  return orderStatuses.filter((status) => holds(statusRules[status]))
}

/** Returns the steps of a regular order; any other ends with its own status. */
export function stepsTo(status: OrderStatus): OrderStatus[] {
  const steps: OrderStatus[] = ["Processing", ...nextStatuses]
  if (steps.includes(status)) return steps
  return [...(statusRules[status].parcel === "sent" ? steps : steps.slice(0, 1)), status]
}

/** Returns whether the order waits to be packed and sent. */
export function isShippable({ status }: { status: OrderStatus }): boolean {
  return statusRules[status].next === "Shipped"
}

export function isCancellable({ status }: { status: OrderStatus }): boolean {
  return statusRules[status].cancelRefusal === null
}
