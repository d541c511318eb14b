import type { Cents } from "~/domain/money/money"
import { formatAmount } from "~/domain/settings/format-amount"
import type { Shop } from "~/domain/shop"

/** Tells staff about a refund that was made; the customer may never have paid the amount. */
export function refundWords(shop: Pick<Shop, "settings">, paidBack: Cents): string {
  return paidBack > 0 ? `${formatAmount(shop, paidBack)} refunded` : "Refund booked. There was nothing to pay back."
}
