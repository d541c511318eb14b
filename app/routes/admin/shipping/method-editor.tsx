import { optionsOf } from "~/domain/records/control"
import { methodKinds, type StepCell, stepRows } from "~/domain/shipping/zones/method-texts"
import { useCurrencySymbol } from "~/ui/currency"
import { CheckboxField } from "~/ui/form/checkbox-field"
import { FormKeyInput } from "~/ui/form/form-key-input"
import { MoneyField } from "~/ui/form/money-field"
import { NumberField } from "~/ui/form/number-field"
import { SelectField } from "~/ui/form/select-field"
import { SubmitButton } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { TextareaField } from "~/ui/form/textarea-field"
import { VersionedForm } from "../stale-form"

interface MethodEditorProps {
  version: number
  texts: Partial<Fields>
  /** The form key of a new method, which is created only once */
  formKey?: string
}

type Fields = Record<
  "name" | "kind" | "freeAbove" | "daysFrom" | "daysTo" | "address" | "hours" | "isOn" | "position" | StepCell,
  string
>

export function MethodEditor({ version, texts, formKey }: MethodEditorProps) {
  const symbol = useCurrencySymbol()
  return (
    <VersionedForm<Fields>
      tool={{ name: "save_shipping_method", description: "Saves the shipping method", submits: true }}
      id="method"
      snapshot={version}
      values={texts}
    >
      {(fields) => (
        <>
          {formKey && <FormKeyInput value={formKey} />}
          <TextField of={fields.name} label="Name" hint="Such as Standard or Express" maxLength={60} required />
          <SelectField of={fields.kind} label="Price" placeholder="Choose" options={optionsOf(methodKinds)} required />
          <fieldset className="form">
            <legend>Price steps</legend>
            <p className="muted">
              A fixed price uses only the first row. By weight or order value, each row starts where the one above ends.
              Leave the last end empty for no upper limit. Products without a weight count as 0 kg.
            </p>
            {stepRows.map((row) => (
              <div key={row} className="fieldset-fields">
                <TextField
                  of={fields[`from${row}`]}
                  label={`From (${row})`}
                  inputMode="decimal"
                  width="short"
                  required={false}
                />
                <TextField
                  of={fields[`to${row}`]}
                  label={`Up to (${row})`}
                  inputMode="decimal"
                  width="short"
                  required={false}
                />
                <TextField
                  of={fields[`price${row}`]}
                  label={`Price (${row})`}
                  prefix={symbol}
                  inputMode="decimal"
                  width="short"
                  required={false}
                />
              </div>
            ))}
          </fieldset>
          <MoneyField
            of={fields.freeAbove}
            label="Free above"
            hint="The price of the goods. Leave empty to always charge for shipping."
            required={false}
          />
          <div className="form-row">
            <NumberField of={fields.daysFrom} label="Working days from" required={false} />
            <NumberField of={fields.daysTo} label="to" required={false} />
          </div>
          <TextareaField
            of={fields.address}
            label="Collection address"
            hint="Only for collection"
            rows={3}
            maxLength={300}
            required={false}
          />
          <TextareaField of={fields.hours} label="Opening hours" rows={2} maxLength={300} required={false} />
          <NumberField of={fields.position} label="Position in the list" required />
          <CheckboxField of={fields.isOn} label="Offered to shoppers" />
          <SubmitButton>Save</SubmitButton>
        </>
      )}
    </VersionedForm>
  )
}
