import { useActionData } from "@remix-run/react"
import type { GivenBack } from "~/http/form.server"
import { Button } from "~/ui/button"
import { ShopForm } from "~/ui/form/shop-form"
import { TextField } from "~/ui/form/text-field"
import { useShopForm } from "~/ui/form/use-shop-form"

interface TrackingFormProps {
  id: string
  tracking: string | null
  /** On its own page, where a refused form comes back. */
  own?: boolean
}

/** Where the parcel is, as the customer sees it. */
export function TrackingForm({ id, tracking, own = false }: TrackingFormProps) {
  const answer = useActionData<GivenBack>()
  const [form, fields] = useShopForm<{ tracking: string }>({
    id: "track",
    lastResult: own ? answer : undefined,
    defaultValue: { tracking: tracking ?? "" },
  })
  return (
    <ShopForm form={form} action={`/admin/order/${id}/tracking`} key={tracking} className="form no-print">
      <TextField of={fields.tracking} label="Tracking number" hint="The customer sees it." maxLength={100} />
      <Button variant="secondary">Save tracking number</Button>
    </ShopForm>
  )
}
