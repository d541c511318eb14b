import type { PictureView } from "../media/picture"
import { type Cents, proportion, type Totals } from "../money"
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

export interface ReturnedUnits {
  /** The order line's id. */
  line: string
  quantity: number
}

/**
 * Returns what is refunded for units: their price and their share of the tax, without shipping. It is the difference of
 * two running sums of what was charged, so that parts come to the whole exactly, however it is divided. Units that came
 * back or were written off before have been refunded, and count no second time.
 */
export function priceOfUnits({ totals, lines }: ChargedOrder, units: readonly ReturnedUnits[]): Cents {
  const before = lines.map((line) => line.returnedQuantity + line.writtenOffQuantity)
  const after = lines.map(({ id, quantity }, index) => {
    const more = units.reduce((sum, unit) => (unit.line === id ? sum + unit.quantity : sum), 0)
    return Math.min(quantity, (before[index] ?? 0) + more)
  })
  const charged = (quantities: number[]) => {
    const price = lines.reduce((sum, line, index) => sum + line.price * (quantities[index] ?? 0), 0)
    return price + proportion(totals.tax, price, totals.subTotal)
  }
  return charged(after) - charged(before)
}

interface ChargedOrder {
  totals: Pick<Totals, "subTotal" | "tax">
  lines: readonly Pick<OrderLine, "id" | "price" | "quantity" | "returnedQuantity" | "writtenOffQuantity">[]
}

/** What comes to more than this is asked about once more. */
export const LARGE_REFUND: Cents = 50_000

/** Orders on one page of a table. */
export const ORDERS_PER_PAGE = 10
