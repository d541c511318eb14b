import { discountKindNames } from "~/domain/discounts/discount"
import type { DiscountTexts } from "~/domain/discounts/discount-texts"
import { CheckboxChoices } from "~/ui/form/checkbox-choices"
import { CheckboxField } from "~/ui/form/checkbox-field"
import { FormKeyInput } from "~/ui/form/form-key-input"
import { MoneyField } from "~/ui/form/money-field"
import { optionsOf } from "~/ui/form/select"
import { SelectField } from "~/ui/form/select-field"
import { SubmitButton } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { TextareaField } from "~/ui/form/textarea-field"
import { VersionedForm } from "../stale-form"
import type { discountChoices, discountFields } from "./discount-choices.server"

type Fields = ReturnType<typeof discountFields>

interface DiscountEditorProps {
  choices: ReturnType<typeof discountChoices>
  /** Absent for a new one */
  values?: Partial<Fields>
  snapshot?: DiscountTexts
  /** Of a new one, which is made only once */
  formKey?: string
}

const unsaved = { kind: "percent", target: "order" }

export function DiscountEditor({ choices, values = unsaved, snapshot, formKey }: DiscountEditorProps) {
  return (
    <VersionedForm<Fields> id="discount" values={values} snapshot={snapshot} choices={{ ...choices, ...fixedChoices }}>
      {(fields) => (
        <>
          {formKey && <FormKeyInput value={formKey} />}
          <TextField of={fields.name} label="Name" hint="Stands on bills." maxLength={60} required />
          <TextField
            of={fields.code}
            label="Code"
            hint="3 to 40 letters, digits, hyphens and underscores. Empty: automatic, of which the best for the shopper counts."
            autoComplete="off"
            required={false}
          />
          <h2>What is taken off</h2>
          <SelectField of={fields.kind} label="Kind" options={kinds} required />
          <div className="form-row">
            <TextField of={fields.percent} label="Per cent" inputMode="decimal" width="short" required={false} />
            <MoneyField of={fields.amount} label="Amount" required={false} />
          </div>
          <SelectField of={fields.target} label="On" options={targets} required />
          <CheckboxChoices of={fields.categories} label="Categories" options={choices.categories} />
          <TextareaField
            of={fields.products}
            label="Products"
            hint="The address or the id of one on each line."
            rows={3}
            maxLength={12_000}
            required={false}
          />
          <h2>Conditions</h2>
          <div className="form-row">
            <MoneyField of={fields.goodsFrom} label="Goods from" required={false} />
            <TextField of={fields.unitsFrom} label="Units from" inputMode="numeric" width="short" required={false} />
          </div>
          <CheckboxChoices of={fields.zones} label="Only for deliveries to" options={choices.zones} />
          <CheckboxField of={fields.firstOrder} label="Only for a first order" />
          <div className="form-row">
            <TextField
              of={fields.from}
              label="From"
              hint="Its first day, from midnight in the shop’s time zone on. Empty: at once."
              type="date"
              required={false}
            />
            <TextField
              of={fields.until}
              label="Until"
              hint="Its last day. Empty: for ever."
              type="date"
              required={false}
            />
          </div>
          <div className="form-row">
            <TextField of={fields.maxUses} label="Uses in all" inputMode="numeric" width="short" required={false} />
            <TextField
              of={fields.maxUsesPerPerson}
              label="Uses for each person"
              inputMode="numeric"
              width="short"
              required={false}
            />
          </div>
          <SubmitButton>Save</SubmitButton>
        </>
      )}
    </VersionedForm>
  )
}

const kinds = optionsOf(discountKindNames)

const targets = [
  { value: "order", label: "The whole order" },
  { value: "categories", label: "Categories" },
  { value: "products", label: "Products" },
]

const fixedChoices = { kind: kinds, target: targets, firstOrder: [{ value: "on", label: "Yes" }] }
