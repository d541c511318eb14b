import { controlProps, Field, type FieldProps } from "./field"

interface NumberFieldProps extends FieldProps {
  min?: number
  max?: number
  /** "any" where fractions are welcome. */
  step?: number | "any"
}

export function NumberField({ of, label, hint, required, min, max, step = 1 }: NumberFieldProps) {
  return (
    <Field of={of} label={label} hint={hint} required={required}>
      <input
        key={of.key}
        type="number"
        inputMode={step === 1 ? "numeric" : "decimal"}
        data-width="short"
        min={min}
        max={max}
        step={step}
        defaultValue={of.initialValue?.toString()}
        {...controlProps({ of, hint, required })}
      />
    </Field>
  )
}
