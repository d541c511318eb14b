import type { Order } from "~/domain/orders/order"
import { viewAddress } from "~/domain/shipping/shipping.server"

export type Slip = ReturnType<typeof viewSlip>

export function viewSlip(order: Order) {
  const { id, number, createdAt, status, user, trackingNumber, carrier, trackingUrl } = order
  return {
    order: { id, number, createdAt, status, name: user.name, trackingNumber, carrier, trackingUrl },
    method: order.shippingMethod?.name ?? null,
    isCollected: Boolean(order.shippingMethod?.pickup),
    parcel: order.lines.filter((line) => line.toSend > 0),
    address: viewAddress(order.shippingInfo),
  }
}
