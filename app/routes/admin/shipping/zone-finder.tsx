import { Button } from "~/ui/button"
import { Select } from "~/ui/form/select"
import { GetForm } from "~/ui/lists/get-form"

interface ZoneFinderProps {
  countries: { value: string; label: string }[]
  question: { country: string; state: string; pinCode: string }
  /** Null if the shop does not ship there; undefined without a query */
  found: string | null | undefined
}

export function ZoneFinder({ countries, question, found }: ZoneFinderProps) {
  return (
    <section className="stack" aria-labelledby="which-zone">
      <h2 id="which-zone">Which zone is an address in?</h2>
      <GetForm
        tool={{ name: "find_zone", description: "Finds the shipping zone of an address", submits: true }}
        className="form"
        preventScrollReset
      >
        <div className="field">
          <label htmlFor="zone-country">Country</label>{" "}
          <Select
            key={question.country}
            id="zone-country"
            name="country"
            defaultValue={question.country}
            placeholder="Choose a country"
            options={countries}
          />
        </div>
        <div className="form-row">
          <TextInput name="state" label="State" value={question.state} />
          <TextInput name="pinCode" label="Post code" value={question.pinCode} />
        </div>
        <Button variant="secondary">Show zone</Button>
        {found !== undefined && (
          <p role="status">{found === null ? "No zone: you do not ship there." : <strong>{found}</strong>}</p>
        )}
      </GetForm>
    </section>
  )
}

function TextInput({ name, label, value }: Record<"name" | "label" | "value", string>) {
  return (
    <div className="field">
      <label htmlFor={`zone-${name}`}>{label}</label>{" "}
      <input key={value} id={`zone-${name}`} name={name} defaultValue={value} />
    </div>
  )
}
