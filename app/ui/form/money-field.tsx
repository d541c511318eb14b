import { useCurrencySymbol } from "../currency"
import type { FieldProps } from "./field"
import { TextField } from "./text-field"

/** An amount of money as people type it, such as 12.50. */
export function MoneyField(props: FieldProps) {
  return <TextField {...props} prefix={useCurrencySymbol()} inputMode="decimal" width="short" />
}
