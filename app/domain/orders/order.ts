import type { PictureView } from "../media/picture"
import { type Cents, type Totals, taxOn } from "../money"
import type { ShippingInfo } from "../shipping/shipping-info"
import type { OrderStatus } from "./order-status"

/** `succeeded` shows as PAID; a wholly refunded order is NOT PAID. */
export type PaymentStatus = "succeeded" | "refunded"

export interface OrderLine {
  id: string
  product: string
  name: string
  price: Cents
  quantity: number
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
export interface Order {
  id: string
  user: { id: string; name: string; email: string }
  lines: OrderLine[]
  shippingInfo: ShippingInfo
  totals: Totals
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

/** What these units cost with their tax, without shipping. */
export function priceOfUnits(units: readonly { price: Cents; quantity: number }[]): Cents {
  const price = units.reduce((sum, unit) => sum + unit.price * unit.quantity, 0)
  return price + taxOn(price)
}

/** What comes to more than this is asked about once more. */
export const LARGE_REFUND: Cents = 50_000

/** Orders on one page of a table. */
export const ORDERS_PER_PAGE = 10
