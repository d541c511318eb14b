import { invalid } from "~/domain/shop-error"

/**
 * The text itself, unless it contains the character NUL or half of a surrogate pair: PostgreSQL cannot hold them, and
 * nobody types them.
 * @throws ShopError `invalid`
 */
export function refuseNul(text: string, field?: string): string {
  if (/[\0\p{Cs}]/u.test(text)) throw invalid("This text contains a character that cannot be stored", field)
  return text
}
