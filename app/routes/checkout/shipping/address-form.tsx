import { useNavigation } from "@remix-run/react"
import type { Region } from "~/domain/shipping/countries.server"
import type { ShippingInfo } from "~/domain/shipping/shipping-info"
import { Button } from "~/ui/button"
import { SelectField } from "~/ui/form/select-field"
import { ShopForm } from "~/ui/form/shop-form"
import { TextField } from "~/ui/form/text-field"
import { useShopForm } from "~/ui/form/use-shop-form"
import { useHydrated } from "~/ui/use-hydrated"
import { type CountryStates, SHOW_STATES, STATES_OF, useStates } from "./use-states"

interface AddressFormProps {
  saved: ShippingInfo | null
  /** A guest who has not entered a name */
  guest: { name: string } | null
  countries: Region[]
  telephoneHint: string
  loadedStates: CountryStates
}

type Fields = Record<"name" | "address" | "suburb" | "country" | "state" | "pinCode" | "phoneNo", string>

/** The server returns the states: immediately with scripts, by a button without. */
export function AddressForm({ saved, guest, countries, telephoneHint, loadedStates }: AddressFormProps) {
  const [form, fields] = useShopForm<Fields>({
    id: "shipping",
    defaultValue: saved ? { ...saved, ...guest, suburb: saved.city } : undefined,
  })
  const hydrated = useHydrated()
  const busy = useNavigation().state !== "idle"
  const country = fields.country.value ?? ""
  const states = useStates(loadedStates, country, form.id)
  const stateMissing = states.length > 0 && !states.some((state) => state.code === fields.state.value)
  const missing = !country ? "a country" : stateMissing ? "a state" : null
  const blocked = hydrated && missing !== null
  return (
    <ShopForm
      tool={{
        name: "set_shipping_address",
        description: "Saves where the order is sent and shows the order before it is placed",
        submits: true,
      }}
      form={form}
    >
      {guest && <TextField of={fields.name} label="Full name" autoComplete="name" maxLength={100} required />}
      <TextField of={fields.address} label="Address" autoComplete="street-address" maxLength={200} required />
      <div className="form-row">
        <TextField of={fields.suburb} label="Suburb or city" autoComplete="address-level2" maxLength={100} required />
        <TextField of={fields.pinCode} label="Post code" autoComplete="postal-code" required width="short" />
      </div>
      <SelectField
        of={fields.country}
        label="Country"
        placeholder="Choose a country"
        autoComplete="country"
        options={countries.map(({ code, name }) => ({ value: code, label: name }))}
        required
      />
      {!hydrated && (
        <>
          <input type="hidden" name={STATES_OF} value={loadedStates.statesOf} />
          <Button name={SHOW_STATES} value="Show states" variant="secondary">
            Show states
          </Button>
        </>
      )}
      {states.length > 0 && (
        <SelectField
          of={fields.state}
          label="State"
          placeholder="Choose a state"
          autoComplete="address-level1"
          options={states.map(({ code, name }) => ({ value: code, label: name }))}
          required
        />
      )}
      <TextField
        of={fields.phoneNo}
        label="Phone number"
        hint={telephoneHint}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        maxLength={50}
        required
        width="medium"
      />
      {blocked && (
        <p className="field-hint" id={`${form.id}-missing`}>
          Choose {missing} to continue
        </p>
      )}
      <Button
        wide
        busy={hydrated && busy}
        disabled={blocked}
        aria-describedby={blocked ? `${form.id}-missing` : undefined}
      >
        Continue
      </Button>
    </ShopForm>
  )
}
