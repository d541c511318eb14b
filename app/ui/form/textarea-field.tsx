import { controlProps, Field, type FieldProps } from "./field"

interface TextareaFieldProps extends FieldProps {
  rows?: number
  maxLength?: number
}

export function TextareaField({ of, label, hint, required, rows = 5, maxLength }: TextareaFieldProps) {
  return (
    <Field of={of} label={label} hint={hint} required={required}>
      <textarea
        key={of.key}
        rows={rows}
        maxLength={maxLength}
        defaultValue={of.initialValue?.toString()}
        {...controlProps({ of, hint, required })}
      />
    </Field>
  )
}
