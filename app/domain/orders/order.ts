import type { LineItem } from "../catalog/line-item"
import type { PictureView } from "../media/picture"
import { type Cents, proportion, sum } from "../money"
import { amountOf, type ChargedLine, type Charges, type Quote } from "../pricing/quote"
import type { ShippingInfo } from "../shipping/shipping-info"
import type { OrderStatus } from "./order-status"

/** `succeeded` shows as PAID; a wholly refunded order is NOT PAID. */
export type PaymentStatus = "succeeded" | "refunded"

export interface OrderLine extends LineItem, ChargedLine {
  id: string
  name: string
  /** Units that came back to stock with a refund. */
  returnedQuantity: number
  /** Units that were paid back and do not return to stock. */
  writtenOffQuantity: number
  /** Units that are, or were, in the parcel: not those refunded before it was shipped. */
  toSend: number
  picture: PictureView | null
  /** Whether its page still exists. */
  onSale: boolean
}

/** Money that goes back: asked for first, settled when the gateway has confirmed it. */
export interface OrderRefund {
  id: string
  amount: Cents
  status: "requested" | "succeeded" | "failed"
  reason: string
  createdAt: Date
}

/** An order keeps its own copy of everything: it outlives its products and its customer. */
export interface Order extends Charges, Pick<Quote, "currency"> {
  id: string
  user: { id: string; name: string; email: string }
  lines: OrderLine[]
  shippingInfo: ShippingInfo
  payment: { intentId: string; status: PaymentStatus }
  /** All refunds together, without those that failed. */
  refunded: Cents
  refunds: OrderRefund[]
  status: OrderStatus
  trackingNumber: string | null
  createdAt: Date
  shippedAt: Date | null
  deliveredAt: Date | null
  cancelledAt: Date | null
  /** Why the shop cancelled it, in the words of the e-mail to its customer. */
  cancellationReason: string | null
}

/** An order in a table. */
export interface OrderRow {
  id: string
  status: OrderStatus
  paymentStatus: PaymentStatus
  total: Cents
  /** Units, not lines. */
  quantity: number
  userName: string
  createdAt: Date
}

/** What can still be given back. */
export function refundable(order: Pick<Order, "totals" | "refunded">): Cents {
  return order.totals.total - order.refunded
}

/** How many units are left to be packed. */
export function unitsToSend({ lines }: { lines: readonly { toSend: number }[] }): number {
  return lines.reduce((sum, line) => sum + line.toSend, 0)
}

export interface ReturnedUnits {
  /** The order line's id. */
  line: string
  quantity: number
}

/**
 * Returns what is refunded for units: their share of what was charged for their line, without shipping. It is the
 * difference of two running sums, so that parts come to the whole exactly, however it is divided. Units that came back or
 * were written off before have been refunded, and count no second time.
 */
export function priceOfUnits(lines: readonly RefundableLine[], units: readonly ReturnedUnits[]): Cents {
  return sum(
    lines.map((line) => {
      const before = line.returnedQuantity + line.writtenOffQuantity
      const more = sum(units.map((unit) => (unit.line === line.id ? unit.quantity : 0)))
      return chargedFor(line, Math.min(line.quantity, before + more)) - chargedFor(line, before)
    }),
  )
}

type RefundableLine = ChargedLine & Pick<OrderLine, "id" | "returnedQuantity" | "writtenOffQuantity">

/** What was charged for the first units of a line. */
function chargedFor(line: ChargedLine, units: number): Cents {
  const charged = amountOf(line) + sum(line.taxes.map(({ amount }) => amount))
  return proportion(charged, units, line.quantity)
}

/** What comes to more than this is asked about once more. */
export const LARGE_REFUND: Cents = 50_000

/** Orders on one page of a table. */
export const ORDERS_PER_PAGE = 10
