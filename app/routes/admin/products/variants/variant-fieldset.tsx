import type { FieldMetadata } from "@conform-to/react"
import type { Control } from "~/domain/records/control"
import { CheckboxField } from "~/ui/form/checkbox-field"
import { FieldError } from "~/ui/form/field"
import { RecordField } from "~/ui/form/record-field"
import { SelectField } from "~/ui/form/select-field"
import type { VariantField, VariantRow } from "./variant-form"

const shownFields = [
  ...(["price", "compareAtPrice", "salePrice", "saleFrom", "saleUntil", "stock", "uncounted"] as const),
  ...(["sku", "gtin", "mpn", "weightGrams", "measureAmount", "measureUnit"] as const),
] as const

interface VariantFieldsetProps {
  controls: Record<(typeof shownFields)[number], Control>
  of: Record<VariantField, FieldMetadata<string>>
  row: VariantRow
  isOptional: boolean
  pictures: { value: string; label: string }[]
}

export function VariantFieldset({ controls, of, row, isOptional, pictures }: VariantFieldsetProps) {
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
        {shownFields.map((name) => (
          <RecordField key={name} of={of[name]} control={{ ...controls[name], hint: undefined, required: undefined }} />
        ))}
        {pictures.length > 1 && (
          <SelectField of={of.pictureId} label="Image" placeholder="The product's" options={pictures} />
        )}
      </div>
    </fieldset>
  )
}

VariantFieldset.fields = ["values", "sold", ...shownFields, "pictureId"]

function describe({ sold, price, stock, uncounted, sku }: VariantRow["fields"]): string {
  const facts = [
    sold ? "sold" : "not sold",
    `price ${price}`,
    uncounted ? "not counted" : `stock ${stock}`,
    ...(sku ? [`SKU ${sku}`] : []),
  ]
  return `Now: ${facts.join(", ")}. Save again to replace it.`
}
