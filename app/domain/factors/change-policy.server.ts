import type { Staff } from "~/domain/accounts/actor"
import { hasSecondFactorSql } from "~/domain/accounts/has-second-factor.server"
import { requireProof } from "~/domain/accounts/proof"
import { forgetAllTrustedDevices } from "~/domain/accounts/sessions/trusted-devices.server"
import { activeUsers } from "~/domain/accounts/user-row.server"
import { emit } from "~/domain/events/emit.server"
import { replaceFactorPolicy } from "~/domain/settings/change-settings.server"
import type { FactorPolicy } from "~/domain/settings/settings"
import type { Shop } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"

/** Sends a limited number of mails, to members of staff without a factor. */
const MAX_MAILS = 500

/**
 * Revokes all trust in devices when it is switched off.
 * @throws StaleEdit if it was changed since `snapshot`, ShopError `invalid` if the author has no second factor
 */
export async function changeFactorPolicy(
  shop: Shop,
  staff: Staff<"settings.edit" | "staff.appoint">,
  policy: FactorPolicy & { snapshot?: number },
): Promise<void> {
  requireProof(shop, staff, "policy.change")
  const { staffFactorsFrom: day, trustedDevices } = policy
  await shop.transaction(async (tx) => {
    const before = await replaceFactorPolicy(tx, staff, policy)
    if (trustedDevices === "") await forgetAllTrustedDevices(tx)
    if (day === "" || day === before.staffFactorsFrom) return
    const without = await activeUsers(tx)
      .select(["users.id", "users.name", "users.email"])
      .where("role", "=", "admin")
      .where((row) => row.not(hasSecondFactorSql))
      .orderBy("users.id")
      .limit(MAX_MAILS)
      .execute()
    if (without.some(({ id }) => id === staff.id))
      throw invalid("Please set up a second factor of your own first", "staffFactorsFrom")
    for (const user of without) await emit(tx, "user.factor-demanded", { user, day })
  })
  await shop.settings.renew()
}
