import { missingOf, type Order } from "~/domain/orders/order"
import type { CustomsFacts } from "~/domain/orders/packing/customs-facts.server"
import { viewAddress } from "~/domain/shipping/shipping.server"

export type Slip = ReturnType<typeof viewSlip>

/** @param facts that customs ask for, by variant */
export function viewSlip(order: Order, facts: ReadonlyMap<string, CustomsFacts>) {
  const { id, number, createdAt, status, user, trackingNumber, carrier, trackingUrl } = order
  return {
    order: { id, number, createdAt, status, name: user.name, trackingNumber, carrier, trackingUrl },
    method: order.shippingMethod?.name ?? null,
    payment: { method: order.payment.method, missing: order.status === "Cancelled" ? 0 : missingOf(order) },
    isCollected: Boolean(order.shippingMethod?.pickup),
    parcel: order.lines
      .filter((line) => line.toSend > 0)
      .map((line) => {
        const { hsCode = "", origin = "" } = facts.get(line.variantId) ?? {}
        return { ...line, customs: [hsCode && `HS ${hsCode}`, origin && `from ${origin}`].filter(Boolean).join(", ") }
      }),
    address: viewAddress(order.shippingInfo),
  }
}
