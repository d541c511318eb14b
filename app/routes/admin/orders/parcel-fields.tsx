import type { FieldMetadata } from "@conform-to/react"
import type { Order } from "~/domain/orders/order"
import { SelectField } from "~/ui/form/select-field"
import { TextField } from "~/ui/form/text-field"

export type ParcelTexts = Record<"tracking" | "carrier", string>

interface ParcelFieldsProps {
  of: { [Name in keyof ParcelTexts]: FieldMetadata<string> }
  carriers: string[]
  hint?: string
}

export function ParcelFields({ of, carriers, hint }: ParcelFieldsProps) {
  return (
    <>
      {carriers.length > 0 && (
        <SelectField of={of.carrier} label="Carrier" placeholder="None" options={carriers} required={false} />
      )}
      <TextField of={of.tracking} label="Tracking number" hint={hint} required={false} />
    </>
  )
}

ParcelFields.fields = ["carrier", "tracking"]

type Parcel = Pick<Order, "trackingNumber" | "carrier">

/** The carriers of the settings, and the order's own if it is no longer among them */
export function carrierChoices(names: string[], { carrier }: Parcel): string[] {
  return carrier === null || names.includes(carrier) ? names : [...names, carrier]
}

/** Preselects a single carrier. */
export function parcelTexts(names: string[], { trackingNumber, carrier }: Parcel): ParcelTexts {
  const [first = "", ...others] = names
  const usual = trackingNumber === null && others.length === 0 ? first : ""
  return { tracking: trackingNumber ?? "", carrier: carrier ?? usual }
}
