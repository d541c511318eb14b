import type { Region } from "~/domain/shipping/countries.server"
import { Button } from "~/ui/button"
import { Disclosure } from "~/ui/disclosure"
import { controlProps, Field, plainField } from "~/ui/form/field"
import { Select } from "~/ui/form/select"
import { GetForm } from "~/ui/lists/get-form"

interface DeliveryCountryProps {
  countries: Region[]
  country: string
  isChosen: boolean
  /** A sentence without its full stop */
  refusal: string | null
}

export function DeliveryCountry({ countries, country, isChosen, refusal }: DeliveryCountryProps) {
  const name = countries.find(({ code }) => code === country)?.name
  const of = plainField("country", refusal ? `${refusal}.` : undefined)
  return (
    <Disclosure summary={name ? `Delivery to ${name}` : "Delivery"} open={isChosen || refusal !== null}>
      <GetForm
        tool={{
          name: "choose_country",
          description: "Shows the cart with the shipping and taxes of a country",
          submits: true,
        }}
        className="stack"
        preventScrollReset
      >
        <Field of={of} label="Country">
          <Select
            key={country}
            defaultValue={country}
            placeholder={name ? undefined : "Choose a country"}
            options={countries.map(({ code, name }) => ({ value: code, label: name }))}
            {...controlProps({ of })}
          />
        </Field>
        <p className="muted">The total is for this country. At checkout, we use your address.</p>
        <div className="cluster">
          <Button variant="secondary">Show prices</Button>
        </div>
      </GetForm>
    </Disclosure>
  )
}
