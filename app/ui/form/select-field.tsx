import type { ComponentProps } from "react"
import { controlProps, Field, type FieldProps } from "./field"
import { Select } from "./select"

interface SelectFieldProps extends FieldProps, Pick<ComponentProps<"select">, "autoComplete" | "onChange"> {
  options: { value: string; label: string }[]
  /** The empty first choice: "Choose category". */
  placeholder?: string
}

export function SelectField({ of, label, hint, required, options, placeholder, ...native }: SelectFieldProps) {
  return (
    <Field of={of} label={label} hint={hint} required={required}>
      <Select
        key={of.key}
        defaultValue={of.initialValue?.toString() ?? ""}
        {...controlProps({ of, hint, required })}
        {...native}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
    </Field>
  )
}
