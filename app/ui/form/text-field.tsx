import type { ComponentProps } from "react"
import { controlProps, Field, type FieldProps } from "./field"

type Native = Pick<
  ComponentProps<"input">,
  "autoComplete" | "inputMode" | "maxLength" | "min" | "max" | "step" | "spellCheck" | "autoCapitalize"
>

interface TextFieldProps extends FieldProps, Native {
  type?: "text" | "email" | "tel" | "number" | "date"
  prefix?: string
  width?: "short" | "medium"
}

export function TextField({ of, label, hint, required, prefix, type = "text", width, ...native }: TextFieldProps) {
  const input = (
    <input
      key={of.key}
      type={type}
      data-width={width}
      defaultValue={of.initialValue?.toString()}
      {...controlProps({ of, hint, required })}
      {...native}
    />
  )
  return (
    <Field of={of} label={label} hint={hint} required={required}>
      {prefix ? (
        <span className="input-affix">
          <span aria-hidden="true">{prefix}</span> {input}
        </span>
      ) : (
        input
      )}
    </Field>
  )
}
