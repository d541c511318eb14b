import { useNavigation } from "@remix-run/react"
import { ShopForm } from "~/ui/form/shop-form"
import { TextField } from "~/ui/form/text-field"
import { useShopForm } from "~/ui/form/use-shop-form"
import { Notice } from "~/ui/notice"
import { PayButton, type PaymentFormProps } from "./payment-form"

const testCards = [
  ["4242 4242 4242 4242", "pays"],
  ["4000 0000 0000 0002", "is declined"],
  ["4000 0000 0000 9995", "has insufficient funds"],
  ["4000 0025 0000 3155", "asks for an approval first"],
]

export function SandboxCardForm({ total, checkoutId }: PaymentFormProps) {
  const [form, fields] = useShopForm<Record<"number" | "expiry" | "cvc", string>>({ id: "card" })
  const busy = useNavigation().state !== "idle"
  return (
    <>
      <Notice tone="neutral" title="Test mode, no money moves">
        <p>Use one of these numbers, any future date and any three digits:</p>
        <dl className="facts">
          {testCards.map(([number, effect]) => (
            <div key={number}>
              <dt className="tabular">{number}</dt>
              <dd>{effect}</dd>
            </div>
          ))}
        </dl>
      </Notice>
      <ShopForm tool={null} form={form}>
        <input type="hidden" name="checkout" value={checkoutId} />
        <TextField of={fields.number} label="Card number" inputMode="numeric" autoComplete="cc-number" required />
        <div className="form-row">
          <TextField
            of={fields.expiry}
            label="Expiry date"
            hint="Month and year, such as 12/30"
            inputMode="numeric"
            autoComplete="cc-exp"
            required
            width="short"
          />
          <TextField
            of={fields.cvc}
            label="Security code"
            hint="Three digits on the back"
            inputMode="numeric"
            autoComplete="cc-csc"
            required
            width="short"
          />
        </div>
        <PayButton total={total} busy={busy} />
      </ShopForm>
    </>
  )
}
