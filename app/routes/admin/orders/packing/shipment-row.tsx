import type { FieldMetadata } from "@conform-to/react"
import type { Cents } from "~/domain/money/money"
import { orderName, type PaymentStatus } from "~/domain/orders/order"
import { isShippable, type OrderStatus } from "~/domain/orders/order-status"
import type { PaymentMethod } from "~/domain/settings/payment-methods"
import { Badge } from "~/ui/badge"
import { CheckboxField } from "~/ui/form/checkbox-field"
import { OrderStatusBadge } from "~/ui/order/order-status"
import { Price } from "~/ui/price"
import { ParcelFields, type ParcelTexts } from "../parcel-fields"

interface ShipmentRowProps {
  of: { [Name in keyof ParcelTexts | "id" | "ship" | "paymentSnapshot"]: FieldMetadata<string> }
  /** Null if the order was deleted */
  order: {
    number: number
    name: string
    status: OrderStatus
    items: string
    isWithdrawn: boolean
    payment: { status: PaymentStatus; method: PaymentMethod; missing: Cents }
  } | null
  carriers: string[]
}

export function ShipmentRow({ of, order, carriers }: ShipmentRowProps) {
  const name = order ? `${orderName(order.number)}, ${order.name}` : "An order that was deleted"
  return (
    <fieldset className="fieldset-row stack">
      <legend>
        {name} {order && !isShippable(order) && <OrderStatusBadge status={order.status} />}
        {order?.isWithdrawn && <WithdrawalBadge />}{" "}
        {order && <UnpaidBadge method={order.payment.method} amount={order.payment.missing} />}
      </legend>
      {order?.items && <p className="muted">{order.items}</p>}
      <input type="hidden" name={of.id.name} value={of.id.initialValue ?? ""} />
      {order && <input type="hidden" name={of.paymentSnapshot.name} value={order.payment.status} />}
      <CheckboxField of={of.ship} label={order ? `Ship ${orderName(order.number)}` : "Ship"} />
      <div className="form-row">
        <ParcelFields of={of} carriers={carriers} />
      </div>
    </fieldset>
  )
}

ShipmentRow.fields = ["ship", ...ParcelFields.fields]

/** Shows nothing for a paid order. */
export function UnpaidBadge({ method, amount }: { method: PaymentMethod; amount: Cents }) {
  if (amount === 0) return null
  return (
    <Badge tone="bad">
      {unpaidWords[method]} <Price cents={amount} />
    </Badge>
  )
}

const unpaidWords: Record<PaymentMethod, string> = {
  online: "NOT PAID:",
  transfer: "NOT PAID: wait for the transfer of",
  collection: "To be paid on collection:",
  delivery: "To be paid on delivery:",
}

export function WithdrawalBadge() {
  return <Badge tone="bad">Withdrawal open</Badge>
}
