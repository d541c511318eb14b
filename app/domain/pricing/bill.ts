import type { Cents } from "../money"
import type { Charges } from "./quote"
import type { TaxRule } from "./rules"

export interface BillLine {
  kind: "subTotal" | "adjustment" | "shipping" | "tax" | "total"
  label: string
  amount: Cents
  rate?: number
}

export function billLines({ totals, adjustments, taxes }: Charges): BillLine[] {
  return [
    { kind: "subTotal", label: "Subtotal", amount: totals.subTotal },
    ...adjustments.map((adjustment) => ({ kind: "adjustment" as const, ...adjustment })),
    { kind: "shipping", label: "Shipping", amount: totals.shipping },
    ...taxes.map(({ name, rate, amount }) => ({ kind: "tax" as const, label: `Tax (${name})`, amount, rate })),
    { kind: "total", label: "Total", amount: totals.total },
  ]
}

/** Formats `100_000` as `10 %`. */
export function formatRate(rate: TaxRule["rate"]): string {
  return `${rate / 10_000} %`
}
