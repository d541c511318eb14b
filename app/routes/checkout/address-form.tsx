import { useNavigation } from "@remix-run/react"
import type { Region } from "~/domain/shipping/countries.server"
import type { ShippingInfo } from "~/domain/shipping/shipping-info"
import type { GivenBack } from "~/http/form.server"
import { Button } from "~/ui/button"
import { SelectField } from "~/ui/form/select-field"
import { ShopForm } from "~/ui/form/shop-form"
import { TextField } from "~/ui/form/text-field"
import { useShopForm } from "~/ui/form/use-shop-form"
import { useHydrated } from "~/ui/hydrated"

interface AddressFormProps {
  kept: ShippingInfo | null
  countries: Region[]
  /** Those of the chosen country. */
  states: Region[]
  lastResult: GivenBack | undefined
}

type Fields = Record<"address" | "suburb" | "country" | "state" | "pinCode" | "phoneNo", string>

/** Where the order goes. The states of a country come from the server: at once with scripts, by a button without. */
export function AddressForm({ kept, countries, states, lastResult }: AddressFormProps) {
  const [form, fields] = useShopForm<Fields>({
    id: "shipping",
    lastResult,
    defaultValue: kept ? { ...kept, suburb: kept.city } : undefined,
  })
  const hydrated = useHydrated()
  const busy = useNavigation().state !== "idle"
  const country = fields.country.value
  const stateMissing = states.length > 0 && !states.some((state) => state.code === fields.state.value)
  const showStates = form.validate.getButtonProps({ name: fields.country.name })
  return (
    <ShopForm form={form}>
      {!hydrated && <EnterContinues />}
      <TextField of={fields.address} label="Address" autoComplete="street-address" maxLength={200} required />
      <div className="form-row">
        <TextField of={fields.suburb} label="Suburb or city" autoComplete="address-level2" maxLength={100} required />
        <TextField
          of={fields.pinCode}
          label="Post code"
          autoComplete="postal-code"
          maxLength={16}
          required
          width="short"
        />
      </div>
      <SelectField
        of={fields.country}
        label="Country"
        placeholder="Choose a country"
        autoComplete="country"
        options={countries.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={() => form.validate({ name: fields.country.name })}
        required
      />
      {!hydrated && (
        <Button {...showStates} variant="secondary">
          Show states
        </Button>
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
        hint="Ten digits, for the courier only"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        maxLength={20}
        required
        width="medium"
      />
      <Button wide busy={hydrated && busy} disabled={hydrated && (!country || stateMissing)}>
        Continue
      </Button>
    </ShopForm>
  )
}

/** Enter presses a form's first button: without scripts that must not be *Show states*. */
function EnterContinues() {
  return (
    <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true">
      Continue
    </button>
  )
}
