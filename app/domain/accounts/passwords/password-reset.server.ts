import type { Shop } from "~/domain/shop"
import type { PasswordReset } from "../account"
import { accountLimits } from "../account-limits"
import { accountKey } from "../rate-limit-keys.server"
import { hashToken } from "../token-hash.server"
import { getActiveUser, lockUser } from "../user-row.server"
import { verifyMailbox } from "../verification/verify-email.server"
import { handlePasswordChanged } from "./change-password.server"
import { findLinkOwner } from "./mailed-links.server"
import { assertStrongPassword, withPasswordHasher } from "./passwords.server"
import type { VerifiedCredentials } from "./verified-credentials"

/**
 * Works once per link, even concurrently, and ends every session. If the address was never verified, the mailbox's
 * owner gets the account without second factors that someone else may have added.
 * @throws ShopError `invalid`, `tooMany`
 */
export async function resetPassword(
  shop: Shop,
  token: string,
  { password }: PasswordReset,
): Promise<VerifiedCredentials> {
  const owner = await findLinkOwner(shop, "password-reset", token)
  assertStrongPassword(shop, password, owner, "password")
  const passwordHash = await withPasswordHasher(async ({ hash }) => {
    await shop.limits.consume(accountLimits.resetByLink, hashToken(token))
    return hash(password)
  })
  await shop.transaction(async (tx) => {
    await lockUser(tx, owner.id)
    await findLinkOwner(tx, "password-reset", token)
    const user = await getActiveUser(tx, owner.id)
    await tx.db
      .updateTable("users")
      .set({ password_hash: passwordHash, updated_at: tx.now() })
      .where("id", "=", owner.id)
      .execute()
    await handlePasswordChanged(tx, owner)
    if (!user.isVerified) await verifyMailbox(tx, user)
  })
  await shop.limits.reset(accountLimits.loginOfAccount, accountKey(owner.email))
  return { userId: owner.id, passwordHash, via: "reset-link" }
}
