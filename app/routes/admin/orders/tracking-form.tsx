import { paths } from "~/paths"
import { Button } from "~/ui/button"
import { ShopForm } from "~/ui/form/shop-form"
import { TextField } from "~/ui/form/text-field"
import { useShopForm } from "~/ui/form/use-shop-form"

interface TrackingFormProps {
  id: string
  tracking: string | null
  /** On its own page, where a refused form comes back. */
  standalone?: boolean
}

export function TrackingForm({ id, tracking, standalone = false }: TrackingFormProps) {
  const [form, fields] = useShopForm<{ tracking: string }>({
    id: "track",
    lastResult: standalone ? undefined : null,
    defaultValue: { tracking: tracking ?? "" },
  })
  return (
    <ShopForm form={form} action={paths.orderTracking(id)} key={tracking} className="form no-print">
      <input type="hidden" name="snapshot" value={tracking === null ? "none" : `number ${tracking}`} />
      <TextField of={fields.tracking} label="Tracking number" hint="The customer sees it." maxLength={100} />
      <Button variant="secondary">Save tracking number</Button>
    </ShopForm>
  )
}
