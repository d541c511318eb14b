import { invalid } from "~/domain/shop-error"

/**
 * The text itself, unless it contains the character NUL: PostgreSQL cannot hold it, and nobody types it.
 * @throws ShopError `invalid`
 */
export function refuseNul(text: string, field?: string): string {
  if (text.includes("\0")) throw invalid("This text contains a character that cannot be stored", field)
  return text
}
