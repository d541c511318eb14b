import type { Staff } from "~/domain/accounts/actor"
import { requireProof } from "~/domain/accounts/proof"
import { changeFacts } from "~/domain/settings/change-settings.server"
import type { PaymentFacts } from "~/domain/settings/payment-methods"
import type { Shop } from "~/domain/shop"

/**
 * Saves how orders may be paid, with the account that customers pay to: whoever changes it, gets their money.
 * @throws StaleEdit, or ShopError `proof` without a recent proof
 */
export async function changeWaysToPay(
  shop: Shop,
  staff: Staff<"settings.edit">,
  facts: PaymentFacts & { snapshot: number },
): Promise<void> {
  requireProof(shop, staff, "refund.large")
  await changeFacts(shop, staff, facts)
}
