import type { LineItem } from "~/domain/catalog/line-item"
import type { PictureView } from "~/domain/media/picture"
import { type Cents, proportion, sum } from "~/domain/money/money"
import { addedTax, amountOf, type ChargedLine, type Charges, type Tax } from "~/domain/pricing/charges"
import type { PaymentMethod } from "~/domain/settings/payment-methods"
import type { ShippingInfo } from "~/domain/shipping/shipping-info"
import type { OrderStatus } from "./order-status"

/** The pages show `succeeded` as PAID, and `refunded` and `awaiting` as NOT PAID. */
export type PaymentStatus = "succeeded" | "refunded" | "awaiting"

export interface OrderPayment {
  intentId: string
  status: PaymentStatus
  method: PaymentMethod
  /** The end of the time for which an unpaid order keeps its units; null if it has no end */
  dueAt: Date | null
  /** Null while it awaits payment */
  paidAt: Date | null
  /** The money that arrived for an order that is not paid online */
  received: Cents
}

/** Days after the end of an order for which a guest's links open it */
export const LINK_DAYS = 90

export interface OrderLine extends LineItem, ChargedLine {
  id: string
  productId: string
  /** The name at the time, with the names of the variant's values */
  name: string
  /** The slugs of the variant's values; empty if it was purged */
  values: string[]
  /** Their present names */
  valueNames: string[]
  /** The variant's present picture */
  sku: string | null
  returnedQuantity: number
  /** Refunded units that do not return to stock. */
  writtenOffQuantity: number
  /** Units in the parcel, without those refunded before shipping. */
  toSend: number
  picture: PictureView | null
  withdrawalExemption: string | null
  /** Whether the product's page still exists. */
  onSale: boolean
}

export interface OrderRefund {
  id: string
  amount: Cents
  status: "requested" | "succeeded" | "failed"
  /** Null if the gateway refunds it; `waived` moves no money */
  payout: "bank" | "waived" | null
  reason: string
  /** The name of the member of staff; null if refunded elsewhere */
  requestedBy: string | null
  createdAt: Date
}

/** A snapshot that outlives its products and its customer. */
export interface Order extends Charges {
  id: string
  currency: string
  number: number
  user: { id: string; name: string; email: string; isGuest: boolean }
  lines: OrderLine[]
  shippingInfo: ShippingInfo
  payment: OrderPayment
  /** Excludes failed refunds. */
  refunded: Cents
  refunds: OrderRefund[]
  status: OrderStatus
  trackingNumber: string | null
  carrier: string | null
  trackingUrl: string | null
  createdAt: Date
  shippedAt: Date | null
  deliveredAt: Date | null
  cancelledAt: Date | null
  cancellationReason: string | null
  /** Whether the terms that its buyer agreed to are stored, with instructions on withdrawal */
  hasAgreedText: boolean
}

export interface OrderRow {
  id: string
  number: number
  status: OrderStatus
  paymentStatus: PaymentStatus
  paymentMethod: PaymentMethod
  total: Cents
  /** Units, not lines. */
  quantity: number
  userName: string
  createdAt: Date
}

export const orderName = (number: number) => `#${number}`

/** Returns the number in a search such as `#1042`. */
export function orderNumberIn(search: string): number | null {
  return /^#?\d{1,9}$/.test(search) ? Number(search.replace("#", "")) : null
}

export function refundable(order: Pick<Order, "totals" | "refunded">): Cents {
  return order.totals.total - order.refunded
}

/** Returns the amount that the customer gets back if the order is cancelled. */
export function moneyBackOf(order: Pick<Order, "payment" | "totals" | "refunded">): Cents {
  return order.payment.status === "awaiting" ? order.payment.received : refundable(order)
}

/** Returns the amount that an order still owes. */
export function missingOf({ payment, totals, refunded }: Pick<Order, "payment" | "totals" | "refunded">): Cents {
  return payment.status === "awaiting" ? Math.max(0, totals.total - refunded - payment.received) : 0
}

export function unitsToSend({ lines }: { lines: readonly { toSend: number }[] }): number {
  return lines.reduce((sum, line) => sum + line.toSend, 0)
}

/** The state of returned units among the sent ones */
export function returnStateOf({ lines }: { lines: readonly SentLine[] }): "Returned" | "Partly returned" | null {
  const back = sum(lines.map((line) => line.returnedQuantity + line.writtenOffQuantity - (line.quantity - line.toSend)))
  const sent = unitsToSend({ lines })
  if (sent === 0 || back <= 0) return null
  return back < sent ? "Partly returned" : "Returned"
}

type SentLine = Pick<OrderLine, "quantity" | "toSend" | "returnedQuantity" | "writtenOffQuantity">

export interface ReturnedUnits {
  /** The order line's id */
  line: string
  quantity: number
}

export interface CreditedUnits {
  /** The order line's id */
  line: string
  name: string
  quantity: number
  /** The amount with all taxes */
  amount: Cents
  taxes: Tax[]
}

/**
 * Returns the amounts of units by line, without shipping. Subtracts running sums, so that partial refunds add up
 * exactly to the line's charge.
 */
export function creditOfUnits(lines: readonly RefundableLine[], units: readonly ReturnedUnits[]): CreditedUnits[] {
  return lines.flatMap((line) => {
    const before = line.returnedQuantity + line.writtenOffQuantity
    const more = sum(units.map((unit) => (unit.line === line.id ? unit.quantity : 0)))
    const quantity = Math.min(line.quantity, before + more) - before
    if (quantity < 1) return []
    const part = (cents: Cents) =>
      proportion(cents, before + quantity, line.quantity) - proportion(cents, before, line.quantity)
    const taxes = line.taxes.map((tax) => ({ ...tax, amount: part(tax.amount) }))
    return { line: line.id, name: line.name, quantity, amount: part(amountOf(line) + addedTax(line.taxes)), taxes }
  })
}

export type RefundableLine = ChargedLine & Pick<OrderLine, "id" | "name" | "returnedQuantity" | "writtenOffQuantity">

export function priceOfUnits(lines: readonly RefundableLine[], units: readonly ReturnedUnits[]): Cents {
  return sum(creditOfUnits(lines, units).map(({ amount }) => amount))
}

export function nothingToRefund(total: Cents): string {
  return total === 0
    ? "There was nothing to pay for this order, so there is nothing to refund"
    : "This order has been refunded in full"
}

export const ORDERS_PER_PAGE = 10
