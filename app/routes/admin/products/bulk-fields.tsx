import { Button } from "~/ui/button"
import { useCurrencySymbol } from "~/ui/currency"
import { controlProps, Field, plainField } from "~/ui/form/field"
import { type Option, Select } from "~/ui/form/select"

interface BulkFieldsProps {
  categories: readonly string[]
  typed?: Record<"priceMode" | "priceBy" | "stockMode" | "stockBy" | "category" | "status", string>
  errors?: Partial<Record<"priceBy" | "stockBy", string>>
}

export function BulkFields({ categories, typed, errors }: BulkFieldsProps) {
  const symbol = useCurrencySymbol()
  const priceChoices = [
    { value: "set", label: `Set to ${symbol}` },
    { value: "raise", label: "Raise by %" },
    { value: "lower", label: "Lower by %" },
  ]
  return (
    <div className="form">
      <div className="form-row">
        <ModeField name="priceMode" label="Price" value={typed?.priceMode} options={priceChoices} />
        <AmountField
          name="priceBy"
          label="Price or percent"
          value={typed?.priceBy}
          error={errors?.priceBy}
          inputMode="decimal"
        />
      </div>
      <div className="form-row">
        <ModeField name="stockMode" label="Stock" value={typed?.stockMode} options={stockChoices} />
        <AmountField name="stockBy" label="Units" value={typed?.stockBy} error={errors?.stockBy} inputMode="numeric" />
      </div>
      <ModeField name="category" label="Category" value={typed?.category} options={categories} />
      <ModeField name="status" label="Status" value={typed?.status} options={statusChoices} />
      <Button variant="secondary" icon="eye">
        Preview
      </Button>
    </div>
  )
}

const statusChoices = [
  { value: "published", label: "Publish" },
  { value: "draft", label: "Make a draft" },
]
const stockChoices = [
  { value: "set", label: "Set to" },
  { value: "add", label: "Add" },
  { value: "take", label: "Take away" },
]

interface ModeFieldProps {
  name: string
  label: string
  value: string | undefined
  options: readonly Option[]
}

function ModeField({ name, label, value, options }: ModeFieldProps) {
  return (
    <Field of={plainField(name)} label={label}>
      <Select id={name} name={name} defaultValue={value} placeholder="Leave as it is" options={options} />
    </Field>
  )
}

interface AmountFieldProps {
  name: string
  label: string
  value: string | undefined
  error: string | undefined
  inputMode: "decimal" | "numeric"
}

function AmountField({ name, label, value, error, inputMode }: AmountFieldProps) {
  const field = plainField(name, error)
  return (
    <Field of={field} label={label}>
      <input {...controlProps({ of: field })} defaultValue={value} inputMode={inputMode} data-width="short" />
    </Field>
  )
}
