/** `duplicate`: the order was already paid; `no-order`: the API client never placed an order */
type RejectionReason =
  | "out-of-stock"
  | "amount-mismatch"
  | "duplicate"
  | "no-order"
  | "not-shipped"
  | "discount-gone"
  | "unknown-place"

export interface Rejection {
  reason: RejectionReason
  soldOut: readonly string[]
  discontinued: readonly string[]
}

export const rejection = (reason: RejectionReason): Rejection => ({ reason, soldOut: [], discontinued: [] })

export function outOfStock(lines: readonly { name: string; discontinued: boolean }[]): Rejection {
  const namesOf = (discontinued: boolean) =>
    lines.filter((line) => line.discontinued === discontinued).map(({ name }) => name)
  return { reason: "out-of-stock", soldOut: namesOf(false), discontinued: namesOf(true) }
}

const messages: Record<RejectionReason, string> = {
  "out-of-stock": "The products sold out before the payment arrived",
  "amount-mismatch": "The amount paid differs from the order's total",
  duplicate: "This order was already paid with another payment",
  "no-order": "The payment was made, but no order was placed",
  "not-shipped": "We do not ship to this address",
  "discount-gone": "A discount on this order had ended or been used up, or this card had already used it",
  "unknown-place": "The country or state of this address is not known, so its tax cannot be worked out",
}

/** Returns a sentence without its full stop. */
export function rejectionMessage({ reason, soldOut, discontinued }: Rejection): string {
  const sentences = [
    soldOut.length > 0 && `${listNames(soldOut)} sold out before the payment arrived`,
    discontinued.length > 0 && `${listNames(discontinued)} ${discontinued.length === 1 ? "is" : "are"} no longer sold`,
  ]
  return sentences.filter(Boolean).join("; ") || messages[reason]
}

const MAX_NAMED = 3

function listNames(names: readonly string[]): string {
  const named = names.slice(0, MAX_NAMED)
  const more = names.length - named.length
  const rest = more === 1 ? ["another product"] : more > 1 ? [`${more} other products`] : []
  return new Intl.ListFormat("en").format([...named, ...rest])
}
