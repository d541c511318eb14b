import type { ComponentProps } from "react"
import { Icon } from "../icon"
import { controlProps, Field, type FieldProps } from "./field"

interface SelectFieldProps extends FieldProps, Pick<ComponentProps<"select">, "autoComplete" | "onChange"> {
  options: { value: string; label: string }[]
  /** The empty first choice: "Choose category". */
  placeholder?: string
}

export function SelectField({ of, label, hint, required, options, placeholder, ...native }: SelectFieldProps) {
  return (
    <Field of={of} label={label} hint={hint} required={required}>
      <span className="select">
        <select
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
        </select>
        <Icon name="chevron-down" />
      </span>
    </Field>
  )
}
