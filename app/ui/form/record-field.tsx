import type { FieldMetadata } from "@conform-to/react"
import type { Control } from "~/domain/records/control"
import { CheckboxChoices } from "./checkbox-choices"
import { CheckboxField } from "./checkbox-field"
import { MoneyField } from "./money-field"
import { SelectField } from "./select-field"
import { TextField } from "./text-field"
import { TextareaField } from "./textarea-field"

interface RecordFieldProps {
  of: FieldMetadata
  control: Control
}

/** The input of a field that a record declares */
export function RecordField({ of, control: { kind, options = [], auditLabel: _, ...shown } }: RecordFieldProps) {
  switch (kind) {
    case "choice":
      return <SelectField of={of} options={options} {...shown} />
    case "choices":
      return <CheckboxChoices of={of as FieldMetadata<string[]>} options={options} label={shown.label} />
    case "flag":
      return <CheckboxField of={of} {...shown} />
    case "money":
      return <MoneyField of={of} {...shown} />
    case "lines":
      return <TextareaField of={of} {...shown} />
    case "text":
      return <TextField of={of} {...shown} />
  }
}
