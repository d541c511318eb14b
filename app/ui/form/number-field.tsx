import { controlProps, Field, type FieldProps } from "./field"
import { Affix } from "./text-field"

interface NumberFieldProps extends FieldProps {
  min?: number
  max?: number
  /** "any" where fractions are welcome. */
  step?: number | "any"
  prefix?: string
}

export function NumberField({ of, label, hint, required, min, max, step = 1, prefix }: NumberFieldProps) {
  const input = (
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
  )
  return (
    <Field of={of} label={label} hint={hint} required={required}>
      {prefix ? <Affix prefix={prefix}>{input}</Affix> : input}
    </Field>
  )
}
