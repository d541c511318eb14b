import { formatMoney } from "~/domain/money/format-money"
import type { Cents } from "~/domain/money/money"
import type { Queryable } from "~/domain/shop"

export function formatAmount({ settings }: Pick<Queryable, "settings">, cents: Cents): string {
  return formatMoney(cents, settings.current.pricing.currency)
}
