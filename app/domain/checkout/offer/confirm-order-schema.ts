import { z } from "zod"
import { MAX_CART_LINES } from "~/domain/cart/cart"
import type { LineItem } from "~/domain/catalog/line-item"
import { type Cents, sum } from "~/domain/money/money"
import type { Charges } from "~/domain/pricing/charges"

const CONFIRM_AGAIN = "Please confirm again"
const SentText = z.string(CONFIRM_AGAIN).max(64, CONFIRM_AGAIN)

/** The offer that the page showed: its digest is compared, and its lines and charges say what has changed. */
const OfferSnapshot = z.object(
  {
    digest: SentText,
    lines: z
      .array(SentText, CONFIRM_AGAIN)
      .max(MAX_CART_LINES, CONFIRM_AGAIN)
      .default([])
      .transform((lines) => lines.map(parseLineSnapshot).filter((line) => line !== null)),
    /** Shipping, taxes and discounts, as `formatChargesSnapshot` writes them */
    charges: SentText.transform(parseChargesSnapshot).optional(),
    /** The digest of the terms; absent without any */
    terms: SentText.optional(),
  },
  CONFIRM_AGAIN,
)

export const ConfirmedOffer = z.object({
  /** The id of a shipping method; absent means the cheapest. */
  method: SentText.optional(),
  /** The way to pay; absent means online. */
  payment: z.enum(["online", "transfer", "collection", "delivery"], CONFIRM_AGAIN).optional(),
  snapshot: OfferSnapshot,
})

export type ConfirmedOffer = z.output<typeof ConfirmedOffer>

/** The price is only compared with the current line, never used. */
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
