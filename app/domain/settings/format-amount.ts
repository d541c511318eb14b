import { formatMoney } from "../format-money"
import type { Cents } from "../money"
import type { Queryable } from "../shop"

/** An amount in the shop's currency, for people. */
export function formatAmount({ settings }: Pick<Queryable, "settings">, cents: Cents): string {
  return formatMoney(cents, settings.current.pricing.currency)
}
