import { z } from "zod"
import { MAX_CART_LINES } from "~/domain/cart/cart"
import type { LineItem } from "~/domain/catalog/line-item"
import { type Cents, sum } from "~/domain/money/money"
import type { Charges } from "~/domain/pricing/charges"

export const ConfirmedOffer = z.object({
  version: z.string("Please confirm again").max(64, "Please confirm again"),
  /** The id of a shipping method; absent means the cheapest. */
  method: z.string("Please confirm again").max(64, "Please confirm again").optional(),
  /** What shipping, taxes and discounts came to, as `formatChargesSnapshot` writes it */
  charges: z.string("Please confirm again").max(64, "Please confirm again").transform(parseChargesSnapshot).optional(),
  snapshot: z
    .array(z.string("Please confirm again").max(64, "Please confirm again"), "Please confirm again")
    .max(MAX_CART_LINES, "Please confirm again")
    .default([])
    .transform((lines) => lines.map(parseLineSnapshot).filter((line) => line !== null)),
})

export type ConfirmedOffer = z.output<typeof ConfirmedOffer>

/** Compared with the current line, never used as a price. */
export interface LineSnapshot extends LineItem {
  /** Cents. */
  price: number
}

export function formatLineSnapshot({ variantId, quantity, price }: LineSnapshot): string {
  return `${variantId}.${quantity}.${price}`
}

export function parseLineSnapshot(text: string): LineSnapshot | null {
  const [, variantId, quantity, price] = /^([0-9a-f]{24})\.(\d{1,9})\.(\d{1,9})$/.exec(text) ?? []
  return variantId ? { variantId, quantity: Number(quantity), price: Number(price) } : null
}

interface ChargesSnapshot {
  shipping: Cents
  tax: Cents
  discount: Cents
}

export function formatChargesSnapshot({ totals, taxes }: Pick<Charges, "totals" | "taxes">): string {
  return [totals.shipping, sum(taxes.map(({ amount }) => amount)), totals.discount].join(".")
}

function parseChargesSnapshot(text: string): ChargesSnapshot | null {
  const [, shipping, tax, discount] = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/.exec(text) ?? []
  if (shipping === undefined) return null
  return { shipping: Number(shipping), tax: Number(tax), discount: Number(discount) }
}
