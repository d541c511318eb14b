import { invalid } from "~/domain/shop-error"

/**
 * The text itself, unless it contains the character NUL or half of a surrogate pair: PostgreSQL cannot hold them, and
 * they are never typed.
 * @throws ShopError `invalid`
 */
export function refuseUnstorable(text: string, field?: string): string {
  if (text.includes("\0") || !text.isWellFormed())
    throw invalid("This text contains a character that cannot be stored", field)
  return text
}
