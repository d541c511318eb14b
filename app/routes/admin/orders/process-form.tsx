import type { NextStatus } from "~/domain/orders/order-status"
import { SelectField } from "~/ui/form/select-field"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { useShopForm } from "~/ui/form/use-shop-form"
import { useHydrated } from "~/ui/use-hydrated"

interface ProcessFormProps {
  next: NextStatus
  tracking: string | null
}

export function ProcessForm({ next, tracking }: ProcessFormProps) {
  const [form, fields] = useShopForm<Record<"status" | "tracking", string>>({
    id: "process",
    defaultValue: { tracking: tracking ?? "" },
  })
  const hydrated = useHydrated()
  return (
    <section className="stack panel no-print" aria-labelledby="process-order">
      <h2 id="process-order">Process Order</h2>
      <ShopForm form={form} key={next}>
        <SelectField of={fields.status} label="Next status" placeholder="Choose status" options={[next]} required />
        {next === "Shipped" && (
          <TextField
            of={fields.tracking}
            label="Tracking number"
            hint="The customer sees it, also in the shipping email."
            maxLength={100}
            required={false}
          />
        )}
        <SubmitButton wide disabled={hydrated && !fields.status.value}>
          Process
        </SubmitButton>
      </ShopForm>
    </section>
  )
}
