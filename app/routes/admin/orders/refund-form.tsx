import { useState } from "react"
import { centsToText } from "~/domain/money/format-money"
import type { RefundRequest } from "~/domain/orders/cancellation/refund-requests.server"
import { type Order, priceOfUnits } from "~/domain/orders/order"
import { isCancellable } from "~/domain/orders/order-status"
import { paths } from "~/paths"
import { Button } from "~/ui/button"
import { useFormatMoney } from "~/ui/currency"
import { CheckboxField } from "~/ui/form/checkbox-field"
import { MoneyField } from "~/ui/form/money-field"
import { NumberField } from "~/ui/form/number-field"
import { ShopForm } from "~/ui/form/shop-form"
import { TextField } from "~/ui/form/text-field"
import { useShopForm } from "~/ui/form/use-shop-form"

interface RefundFormProps {
  order: Pick<Order, "id" | "lines" | "refunded" | "status">
  /** The refund in cents */
  remaining: number
  typed: Typed | null
}

type Typed = Pick<RefundRequest, "reason"> & {
  amount?: number
  restock?: string
  units: { line: string; quantity: number }[]
}

type Fields = Record<"amount" | "reason" | "restock" | "snapshot", string> & {
  units: { line: string; quantity: string }[]
}

export function RefundForm({ order, remaining, typed }: RefundFormProps) {
  const formatMoney = useFormatMoney()
  const [form, fields] = useShopForm<Fields>({
    id: "refund",
    defaultValue: {
      amount: typed?.amount === undefined ? undefined : centsToText(typed.amount),
      reason: typed?.reason,
      restock: typed?.restock,
      units: order.lines.map(({ id }) => {
        return { line: id, quantity: String(typed?.units.find(({ line }) => line === id)?.quantity ?? 0) }
      }),
    },
  })
  const [quantities, setQuantities] = useState<Record<string, number>>({})
  const chosen = Object.entries(quantities).map(([line, quantity]) => ({ line, quantity }))
  const price = Math.min(remaining, priceOfUnits(order.lines, chosen))
  const units = fields.units.getFieldList()
  return (
    <ShopForm
      tool={{ name: "refund_order", description: "Refunds an amount or units of the order" }}
      form={form}
      action={paths.refundOrder(order.id)}
    >
      <input type="hidden" name={fields.snapshot.name} value={order.refunded} />
      {order.lines.map((line, index) => {
        const of = units[index]?.getFieldset()
        if (!of) return null
        return (
          <div
            key={line.id}
            onChange={({ target }) => {
              const typed = Math.trunc(Number((target as unknown as HTMLInputElement).value))
              setQuantities({ ...quantities, [line.id]: Math.max(0, typed || 0) })
            }}
          >
            <input type="hidden" name={of.line.name} value={line.id} />
            <NumberField
              of={of.quantity}
              label={`Units of ${line.name}`}
              hint={`${line.quantity} ordered at ${formatMoney(line.price)}${line.returnedQuantity > 0 ? `, ${line.returnedQuantity} returned` : ""}`}
              min={0}
              max={line.quantity}
            />
          </div>
        )
      })}
      <CheckboxField of={fields.restock} label="Put these units back into stock" />
      <MoneyField
        of={fields.amount}
        label="Amount"
        hint={`At most ${formatMoney(remaining)}. Leave empty for the price of the units with tax${price > 0 ? `, ${formatMoney(price)}` : ""}.`}
        required={false}
      />
      <TextField
        of={fields.reason}
        label="Reason"
        hint="For your records; the customer does not see it."
        maxLength={300}
        required={false}
      />
      {isCancellable(order) && (
        <p className="muted">
          This order has not been shipped. Units you refund will not be packed; if you refund everything, the order is
          cancelled.
        </p>
      )}
      <div className="cluster">
        <Button>Refund</Button>
        <Button variant="danger" name="whole" value="Yes">
          Refund the rest, {formatMoney(remaining)}
        </Button>
      </div>
    </ShopForm>
  )
}
