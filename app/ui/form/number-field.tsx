import type { ComponentProps } from "react"
import type { FieldProps } from "./field"
import { TextField } from "./text-field"

/** A whole number, or any other where `step` is "any". */
export function NumberField(props: FieldProps & Pick<ComponentProps<"input">, "min" | "max" | "step">) {
  return <TextField {...props} type="number" inputMode={props.step ? "decimal" : "numeric"} width="short" />
}
