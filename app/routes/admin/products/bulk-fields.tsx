import { measureOptions } from "~/domain/catalog/measures/measure"
import { Button } from "~/ui/button"
import { useCurrencySymbol } from "~/ui/currency"
import { controlProps, Field, plainField } from "~/ui/form/field"
import { type Option, Select } from "~/ui/form/select"

type ModeName = "priceMode" | "saleMode" | "stockMode" | "measureMode" | "measureUnit" | "category" | "status"
type TypedName = "priceBy" | "saleBy" | "saleFrom" | "saleUntil" | "stockBy" | "measureAmount"

interface BulkFieldsProps {
  categories: readonly string[]
  typed?: Record<ModeName | TypedName, string>
  errors?: Partial<Record<TypedName | "measureUnit", string>>
}

export function BulkFields({ categories, typed, errors }: BulkFieldsProps) {
  const symbol = useCurrencySymbol()
  const priceChoices = [
    { value: "set", label: `Set to ${symbol}` },
    { value: "raise", label: "Raise by %" },
    { value: "lower", label: "Lower by %" },
  ]
  const saleChoices = [
    { value: "set", label: `Sale price of ${symbol}` },
    { value: "lower", label: "% below the price" },
    { value: "end", label: "No sale" },
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
        <ModeField name="saleMode" label="Sale" value={typed?.saleMode} options={saleChoices} />
        <AmountField
          name="saleBy"
          label="Sale price or percent"
          value={typed?.saleBy}
          error={errors?.saleBy}
          inputMode="decimal"
        />
      </div>
      <div className="form-row">
        <AmountField
          name="saleFrom"
          label="Sale from"
          hint="Leave empty to start now."
          value={typed?.saleFrom}
          error={errors?.saleFrom}
          type="date"
        />
        <AmountField
          name="saleUntil"
          label="Sale until"
          hint="The last day of the sale. Leave empty for no end."
          value={typed?.saleUntil}
          error={errors?.saleUntil}
          type="date"
        />
      </div>
      <div className="form-row">
        <ModeField name="stockMode" label="Stock" value={typed?.stockMode} options={stockChoices} />
        <AmountField name="stockBy" label="Units" value={typed?.stockBy} error={errors?.stockBy} inputMode="numeric" />
      </div>
      <div className="form-row">
        <ModeField name="measureMode" label="Contents" value={typed?.measureMode} options={measureChoices} />
        <AmountField
          name="measureAmount"
          label="How much one contains"
          value={typed?.measureAmount}
          error={errors?.measureAmount}
          inputMode="decimal"
        />
        <ModeField
          name="measureUnit"
          label="Unit of its contents"
          value={typed?.measureUnit}
          error={errors?.measureUnit}
          placeholder="None"
          options={measureOptions}
        />
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
const measureChoices = [
  { value: "set", label: "Set to" },
  { value: "clear", label: "Clear" },
]
const stockChoices = [
  { value: "set", label: "Set to" },
  { value: "add", label: "Add" },
  { value: "take", label: "Take away" },
  { value: "uncounted", label: "Sell without counting" },
]

interface ModeFieldProps {
  name: string
  label: string
  value: string | undefined
  options: readonly Option[]
  error?: string | undefined
  placeholder?: string
}

function ModeField({ name, label, value, options, error, placeholder = "Leave as it is" }: ModeFieldProps) {
  const field = plainField(name, error)
  return (
    <Field of={field} label={label}>
      <Select {...controlProps({ of: field })} defaultValue={value} placeholder={placeholder} options={options} />
    </Field>
  )
}

interface AmountFieldProps {
  name: string
  label: string
  value: string | undefined
  error: string | undefined
  hint?: string
  inputMode?: "decimal" | "numeric"
  type?: "date"
}

function AmountField({ name, label, value, error, hint, inputMode, type }: AmountFieldProps) {
  const field = plainField(name, error)
  return (
    <Field of={field} label={label} hint={hint}>
      <input
        {...controlProps({ of: field, hint })}
        {...{ type, inputMode }}
        defaultValue={value}
        data-width={type ? undefined : "short"}
      />
    </Field>
  )
}
