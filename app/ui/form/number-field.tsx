import type { ComponentProps } from "react"
import type { FieldProps } from "./field"
import { TextField } from "./text-field"

export function NumberField(props: FieldProps & Pick<ComponentProps<"input">, "min" | "max" | "step">) {
  return <TextField {...props} type="number" inputMode={props.step ? "decimal" : "numeric"} width="short" />
}
