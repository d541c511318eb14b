import type { ComponentProps } from "react"
import { controlProps, Field, type FieldProps } from "./field"
import { type Choices, Select } from "./select"

type SelectFieldProps = FieldProps & Choices & Pick<ComponentProps<"select">, "autoComplete" | "onChange">

export function SelectField({ of, label, hint, required, ...select }: SelectFieldProps) {
  return (
    <Field of={of} label={label} hint={hint} required={required}>
      <Select
        key={of.key}
        defaultValue={of.initialValue?.toString() ?? ""}
        {...controlProps({ of, hint, required })}
        {...select}
      />
    </Field>
  )
}
