import type { Order } from "~/domain/orders/order"
import { paths } from "~/paths"
import { Button } from "~/ui/button"
import { ShopForm } from "~/ui/form/shop-form"
import { useShopForm } from "~/ui/form/use-shop-form"
import { carrierChoices, ParcelFields, type ParcelTexts, parcelTexts } from "./parcel-fields"

interface TrackingFormProps {
  order: Pick<Order, "id" | "trackingNumber" | "carrier">
  carriers: string[]
  /** The form has its own page, which shows refusals. */
  standalone?: boolean
}

export function TrackingForm({ order, carriers, standalone = false }: TrackingFormProps) {
  const { id, trackingNumber: tracking, carrier } = order
  const [form, fields] = useShopForm<ParcelTexts>({
    id: "track",
    lastResult: standalone ? undefined : null,
    defaultValue: parcelTexts(carriers, order),
  })
  return (
    <ShopForm
      tool={{
        name: "set_tracking_number",
        description: "Saves the carrier and tracking number of the parcel",
        submits: true,
      }}
      form={form}
      action={paths.orderTracking(id)}
      key={`${tracking} ${carrier}`}
      className="form no-print"
    >
      <input type="hidden" name="snapshot" value={tracking === null ? "none" : `number ${tracking}`} />
      <input type="hidden" name="carrierSnapshot" value={carrier === null ? "none" : `carrier ${carrier}`} />
      <ParcelFields of={fields} carriers={carrierChoices(carriers, order)} hint="The customer sees it." />
      <Button variant="secondary">Save tracking number</Button>
    </ShopForm>
  )
}
