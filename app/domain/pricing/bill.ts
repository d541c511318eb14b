import type { Cents } from "~/domain/money/money"
import type { Charges } from "./charges"
import type { TaxRule } from "./rules"
import type { AgreedMethod } from "./shipping-methods"

export interface BillLine {
  kind: "subTotal" | "adjustment" | "shipping" | "paymentFee" | "tax" | "total" | "includedTax"
  label: string
  amount: Cents
  rate?: number
}

/** Taxes that prices contain are listed below the total. */
export function billLines({
  totals,
  adjustments,
  taxes,
  shippingMethod,
  discounts,
  paymentFee = 0,
}: Charges): BillLine[] {
  const added = taxes.filter(({ included }) => !included)
  const free = discounts.flatMap(({ label, shipping }) => (shipping > 0 ? [label] : []))
  const included = taxes.filter((tax) => tax.included)
  return [
    { kind: "subTotal", label: "Subtotal", amount: totals.subTotal },
    ...adjustments.map((adjustment) => ({ kind: "adjustment" as const, ...adjustment })),
    {
      kind: "shipping",
      label: [shippingLabel(shippingMethod), ...free].join(", "),
      amount: totals.shipping - paymentFee,
    },
    ...(paymentFee > 0 ? [{ kind: "paymentFee" as const, label: "Cash on delivery", amount: paymentFee }] : []),
    ...added.map(({ name, rate, amount }) => ({ kind: "tax" as const, label: `Tax (${name})`, amount, rate })),
    { kind: "total", label: "Total", amount: totals.total },
    ...included.map(({ name, rate, amount }) => {
      return { kind: "includedTax" as const, label: `including ${formatRate(rate)} ${name}`, amount }
    }),
  ]
}

/** Excludes shipping if no method is available */
export function billOfQuote(quote: Charges): BillLine[] {
  return billLines(quote).filter(({ kind }) => kind !== "shipping" || quote.shippingMethod !== null)
}

export function shippingLabel(method: Pick<AgreedMethod, "name" | "pickup"> | null): string {
  if (!method || method.name === DEFAULT_LABEL) return DEFAULT_LABEL
  return method.pickup ? method.name : `${DEFAULT_LABEL} (${method.name})`
}

const DEFAULT_LABEL = "Shipping"

/** Formats `100_000` as `10 %`. */
export function formatRate(rate: TaxRule["rate"]): string {
  return `${rate / 10_000} %`
}
