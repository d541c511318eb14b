import type { OrderRow } from "../order"

/** Orders of one page of the list, and in one print or form */
export const MAX_PACKED = 50

export interface OrderToPack extends Pick<OrderRow, "id" | "number" | "userName" | "createdAt" | "quantity"> {
  lines: { id: string; name: string; quantity: number }[]
  /** Of the units whose weight is known */
  grams: number
  /** Units of unknown weight */
  unweighed: number
  method: string | null
  /** Its name */
  country: string
  /** A withdrawal that names its items in words, and waits to be read */
  isWithdrawn: boolean
}

export function formatWeight({ grams, unweighed }: Pick<OrderToPack, "grams" | "unweighed">): string {
  if (grams === 0) return ""
  const weight = grams < 1_000 ? `${grams} g` : `${Number((grams / 1_000).toFixed(2))} kg`
  return unweighed > 0 ? `More than ${weight}` : weight
}
