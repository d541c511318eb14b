import { z } from "zod"
import { MAX_CART_LINES } from "~/domain/cart/cart"
import type { LineItem } from "~/domain/catalog/line-item"

/** The confirm page's form: what was shown, so that a changed offer is noticed and can be explained. */
export const ConfirmedOffer = z.object({
  version: z.string("Please confirm again").max(64, "Please confirm again"),
  snapshot: z
    .array(z.string("Please confirm again").max(64, "Please confirm again"), "Please confirm again")
    .max(MAX_CART_LINES, "Please confirm again")
    .default([])
    .transform((lines) => lines.map(parseLineSnapshot).filter((line) => line !== null)),
})

export type ConfirmedOffer = z.output<typeof ConfirmedOffer>

/** A line as the shopper saw it on the confirm page; compared, never believed. */
export interface LineSnapshot extends LineItem {
  /** Cents. */
  price: number
}

export function formatLineSnapshot({ variantId, quantity, price }: LineSnapshot): string {
  return `${variantId}.${quantity}.${price}`
}

/** Reads what `formatLineSnapshot` wrote; null for anything else. */
export function parseLineSnapshot(text: string): LineSnapshot | null {
  const [, variantId, quantity, price] = /^([0-9a-f]{24})\.(\d{1,9})\.(\d{1,9})$/.exec(text) ?? []
  return variantId ? { variantId, quantity: Number(quantity), price: Number(price) } : null
}
