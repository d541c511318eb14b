import { useCurrencySymbol } from "~/ui/currency"
import type { FieldProps } from "./field"
import { TextField } from "./text-field"

export function MoneyField(props: FieldProps) {
  return <TextField {...props} prefix={useCurrencySymbol()} inputMode="decimal" width="short" />
}
