import type { Order } from "~/domain/orders/order"
import type { NextStatus } from "~/domain/orders/order-status"
import { SelectField } from "~/ui/form/select-field"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { useShopForm } from "~/ui/form/use-shop-form"
import { useHydrated } from "~/ui/use-hydrated"
import { carrierChoices, ParcelFields, type ParcelTexts, parcelTexts } from "./parcel-fields"

interface ProcessFormProps {
  next: NextStatus
  order: Pick<Order, "trackingNumber" | "carrier" | "payment">
  carriers: string[]
}

export function ProcessForm({ next, order, carriers }: ProcessFormProps) {
  const [form, fields] = useShopForm<ParcelTexts & { status: string }>({
    id: "process",
    defaultValue: parcelTexts(carriers, order),
  })
  const hydrated = useHydrated()
  return (
    <section className="stack panel no-print" aria-labelledby="process-order">
      <h2 id="process-order">Process Order</h2>
      <ShopForm
        tool={{ name: "process_order", description: "Marks the order as shipped or delivered and tells the customer" }}
        form={form}
        key={next}
      >
        <input type="hidden" name="paymentSnapshot" value={order.payment.status} />
        <SelectField of={fields.status} label="Next status" placeholder="Choose status" options={[next]} required />
        {next === "Shipped" && (
          <ParcelFields
            of={fields}
            carriers={carrierChoices(carriers, order)}
            hint="The customer sees it, also in the shipping email."
          />
        )}
        <SubmitButton wide disabled={hydrated && !fields.status.value}>
          Process
        </SubmitButton>
      </ShopForm>
    </section>
  )
}
