import { Form } from "@remix-run/react"
import type { ReactNode } from "react"
import { categories } from "~/domain/catalog/category"
import { Button } from "~/ui/button"
import { Icon } from "~/ui/icon"

interface BulkFormProps {
  ids: string[]
  typed: Record<"priceMode" | "priceBy" | "stockMode" | "stockBy" | "category", string>
  complaints: Partial<Record<"priceBy" | "stockBy", string>>
  back: string
}

/** What is to be done to all ticked products; a GET form, for nothing happens before the preview has been seen. */
export function BulkForm({ ids, typed, complaints, back }: BulkFormProps) {
  return (
    <Form method="get" action="/admin/products/bulk" className="form panel" preventScrollReset>
      <input type="hidden" name="back" value={back} />
      {ids.map((id) => (
        <input key={id} type="hidden" name="id" value={id} />
      ))}
      <div className="form-row">
        <Field name="priceMode" label="Price">
          <select id="priceMode" name="priceMode" defaultValue={typed.priceMode}>
            <option value="">Leave as it is</option>
            <option value="set">Set to $</option>
            <option value="raise">Raise by %</option>
            <option value="lower">Lower by %</option>
          </select>
        </Field>
        <Field name="priceBy" label="Price or percent" complaint={complaints.priceBy}>
          <Typed name="priceBy" value={typed.priceBy} complaint={complaints.priceBy} inputMode="decimal" />
        </Field>
      </div>
      <div className="form-row">
        <Field name="stockMode" label="Stock">
          <select id="stockMode" name="stockMode" defaultValue={typed.stockMode}>
            <option value="">Leave as it is</option>
            <option value="set">Set to</option>
            <option value="add">Add</option>
            <option value="take">Take away</option>
          </select>
        </Field>
        <Field name="stockBy" label="Units" complaint={complaints.stockBy}>
          <Typed name="stockBy" value={typed.stockBy} complaint={complaints.stockBy} inputMode="numeric" />
        </Field>
      </div>
      <Field name="category" label="Category">
        <select id="category" name="category" defaultValue={typed.category} data-width="medium">
          <option value="">Leave as it is</option>
          {categories.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </select>
      </Field>
      <Button variant="secondary" icon="eye">
        Preview
      </Button>
    </Form>
  )
}

function Field({
  name,
  label,
  complaint,
  children,
}: {
  name: string
  label: string
  complaint?: string
  children: ReactNode
}) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      {children}
      {complaint && (
        <p className="field-error" id={`${name}-error`}>
          <Icon name="alert" label="Error:" />
          {complaint}
        </p>
      )}
    </div>
  )
}

interface TypedProps {
  name: string
  value: string
  complaint: string | undefined
  inputMode: "decimal" | "numeric"
}

function Typed({ name, value, complaint, inputMode }: TypedProps) {
  return (
    <input
      id={name}
      name={name}
      defaultValue={value}
      inputMode={inputMode}
      maxLength={12}
      data-width="short"
      aria-invalid={complaint ? true : undefined}
      aria-describedby={complaint ? `${name}-error` : undefined}
    />
  )
}
