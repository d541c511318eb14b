import type { Cents } from "~/domain/money/money"
import type { OrderRow } from "../order"

/** The number of orders on one page of the list, and in one print or form */
export const MAX_PACKED = 50

export interface OrderToPack
  extends Pick<OrderRow, "id" | "number" | "userName" | "createdAt" | "quantity" | "paymentMethod"> {
  lines: { id: string; name: string; quantity: number }[]
  /** Weight in grams of the units whose weight is known */
  grams: number
  /** Units of unknown weight */
  unweighed: number
  method: string | null
  /** The product's name */
  country: string
  /** A withdrawal that describes its items as free text, and waits to be read */
  isWithdrawn: boolean
  /** The amount to collect from the customer; 0 if the order is paid */
  unpaid: Cents
}

export function formatWeight({ grams, unweighed }: Pick<OrderToPack, "grams" | "unweighed">): string {
  if (grams === 0) return ""
  const weight = grams < 1_000 ? `${grams} g` : `${Number((grams / 1_000).toFixed(2))} kg`
  return unweighed > 0 ? `More than ${weight}` : weight
}
