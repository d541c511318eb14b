import { useState } from "react"
import { formatCents } from "~/domain/money"
import { type Order, priceOfUnits } from "~/domain/orders/order"
import type { GivenBack } from "~/http/form.server"
import { Button } from "~/ui/button"
import { CheckboxField } from "~/ui/form/checkbox-field"
import { NumberField } from "~/ui/form/number-field"
import { ShopForm } from "~/ui/form/shop-form"
import { TextField } from "~/ui/form/text-field"
import { useShopForm } from "~/ui/form/use-shop-form"

interface RefundFormProps {
  order: Pick<Order, "id" | "lines" | "refunded">
  /** What can still be given back, in cents. */
  left: number
  lastResult: GivenBack | undefined
}

type Fields = Record<"amount" | "reason" | "restock" | "seen", string> & { units: { line: string; quantity: string }[] }

/** All that is left, an amount, or the price of units; with scripts the price of the units is said at once. */
export function RefundForm({ order, left, lastResult }: RefundFormProps) {
  const [form, fields] = useShopForm<Fields>({
    id: "refund",
    lastResult,
    defaultValue: { seen: String(order.refunded), units: order.lines.map(({ id }) => ({ line: id, quantity: "0" })) },
  })
  const [quantities, setQuantities] = useState<Record<string, number>>({})
  const price = Math.min(
    left,
    priceOfUnits(order.lines.map(({ id, price }) => ({ price, quantity: quantities[id] ?? 0 }))),
  )
  const units = fields.units.getFieldList()
  return (
    <ShopForm form={form}>
      <input type="hidden" name={fields.seen.name} value={fields.seen.initialValue} />
      {order.lines.map((line, index) => {
        const of = units[index]?.getFieldset()
        if (!of) return null
        return (
          <div
            key={line.id}
            onChange={({ target }) =>
              setQuantities({ ...quantities, [line.id]: Number((target as unknown as HTMLInputElement).value) || 0 })
            }
          >
            <input type="hidden" name={of.line.name} value={line.id} />
            <NumberField
              of={of.quantity}
              label={`Units of ${line.name}`}
              hint={`${line.quantity} ordered at ${formatCents(line.price)}${line.returnedQuantity > 0 ? `, ${line.returnedQuantity} returned` : ""}`}
              min={0}
              max={line.quantity}
            />
          </div>
        )
      })}
      <CheckboxField of={fields.restock} label="Put these units back to stock" />
      <TextField
        of={fields.amount}
        label="Amount"
        prefix="$"
        inputMode="decimal"
        hint={`At most ${formatCents(left)}. Empty: the price of the units with their tax${price > 0 ? `, ${formatCents(price)}` : ""}.`}
        width="short"
        required={false}
      />
      <TextField
        of={fields.reason}
        label="Reason"
        hint="For the books; the customer does not see it."
        maxLength={300}
        required={false}
      />
      <div className="cluster">
        <Button>Refund</Button>
        <Button variant="danger" name="whole" value="yes">
          Refund all that is left, {formatCents(left)}
        </Button>
      </div>
    </ShopForm>
  )
}
