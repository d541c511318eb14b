import type { FieldMetadata } from "@conform-to/react"
import { CheckboxField } from "~/ui/form/checkbox-field"
import { FieldError } from "~/ui/form/field"
import { MoneyField } from "~/ui/form/money-field"
import { NumberField } from "~/ui/form/number-field"
import { SelectField } from "~/ui/form/select-field"
import { TextField } from "~/ui/form/text-field"
import type { VariantField, VariantRow } from "./variant-form"

interface VariantFieldsetProps {
  of: Record<VariantField, FieldMetadata<string>>
  row: VariantRow
  isOptional: boolean
  pictures: { value: string; label: string }[]
}

export function VariantFieldset({ of, row, isOptional, pictures }: VariantFieldsetProps) {
  const { title, fields } = row
  // The reader now sees the newer values, and may overwrite them.
  const known = of.values.errors ? fields : { snapshot: of.snapshot.initialValue, stockSeen: of.stockSeen.initialValue }
  return (
    <fieldset className="fieldset-row" id={of.values.id} tabIndex={-1}>
      <legend>{title}</legend>
      <FieldError of={of.values} />
      {of.values.errors && <p className="field-hint">{describe(fields)}</p>}
      <input type="hidden" name={of.values.name} value={fields.values} />
      <input type="hidden" name={of.snapshot.name} value={known.snapshot} />
      <input type="hidden" name={of.stockSeen.name} value={known.stockSeen} />
      {isOptional ? (
        <CheckboxField of={of.sold} label="Sold" />
      ) : (
        <input type="hidden" name={of.sold.name} value="on" />
      )}
      <div className="fieldset-fields">
        <MoneyField of={of.price} label="Price" />
        <MoneyField of={of.compareAtPrice} label="Compare-at price" />
        <NumberField of={of.stock} label="Stock" min={0} />
        <TextField of={of.sku} label="SKU" width="medium" />
        <TextField of={of.gtin} label="GTIN" inputMode="numeric" width="medium" />
        <TextField of={of.mpn} label="Manufacturer's part number" width="medium" />
        <NumberField of={of.weightGrams} label="Weight (g)" min={1} />
        {pictures.length > 1 && (
          <SelectField of={of.pictureId} label="Image" placeholder="The product's" options={pictures} />
        )}
      </div>
    </fieldset>
  )
}

VariantFieldset.fields = [
  "values",
  "sold",
  "price",
  "compareAtPrice",
  "stock",
  "sku",
  "gtin",
  "mpn",
  "weightGrams",
  "pictureId",
]

function describe({ sold, price, stock, sku }: VariantRow["fields"]): string {
  const facts = [sold ? "sold" : "not sold", `price ${price}`, `stock ${stock}`, ...(sku ? [`SKU ${sku}`] : [])]
  return `Now: ${facts.join(", ")}. Save again to replace it.`
}
