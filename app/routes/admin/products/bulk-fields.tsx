import { categories } from "~/domain/catalog/category"
import { Button } from "~/ui/button"
import { controlProps, Field, plainField } from "~/ui/form/field"
import { Select } from "~/ui/form/select"

export interface BulkFieldsProps {
  typed?: Record<"priceMode" | "priceBy" | "stockMode" | "stockBy" | "category", string>
  complaints?: Partial<Record<"priceBy" | "stockBy", string>>
}

/** What is to become of the price, the stock and the category of many products. */
export function BulkFields({ typed, complaints }: BulkFieldsProps) {
  return (
    <div className="form">
      <div className="form-row">
        <Field of={plainField("priceMode")} label="Price">
          <Select id="priceMode" name="priceMode" defaultValue={typed?.priceMode}>
            <option value="">Leave as it is</option>
            <option value="set">Set to $</option>
            <option value="raise">Raise by %</option>
            <option value="lower">Lower by %</option>
          </Select>
        </Field>
        <AmountField
          name="priceBy"
          label="Price or percent"
          value={typed?.priceBy}
          complaint={complaints?.priceBy}
          inputMode="decimal"
        />
      </div>
      <div className="form-row">
        <Field of={plainField("stockMode")} label="Stock">
          <Select id="stockMode" name="stockMode" defaultValue={typed?.stockMode}>
            <option value="">Leave as it is</option>
            <option value="set">Set to</option>
            <option value="add">Add</option>
            <option value="take">Take away</option>
          </Select>
        </Field>
        <AmountField
          name="stockBy"
          label="Units"
          value={typed?.stockBy}
          complaint={complaints?.stockBy}
          inputMode="numeric"
        />
      </div>
      <Field of={plainField("category")} label="Category">
        <Select id="category" name="category" defaultValue={typed?.category}>
          <option value="">Leave as it is</option>
          {categories.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </Select>
      </Field>
      <Button variant="secondary" icon="eye">
        Preview
      </Button>
    </div>
  )
}

interface AmountFieldProps {
  name: string
  label: string
  value: string | undefined
  complaint: string | undefined
  inputMode: "decimal" | "numeric"
}

function AmountField({ name, label, value, complaint, inputMode }: AmountFieldProps) {
  const field = plainField(name, complaint)
  return (
    <Field of={field} label={label}>
      <input
        {...controlProps({ of: field })}
        defaultValue={value}
        inputMode={inputMode}
        maxLength={12}
        data-width="short"
      />
    </Field>
  )
}
