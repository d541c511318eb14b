import { emit } from "~/domain/events/emit.server"
import type { Shop, Tx } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import type { PasswordChange } from "../account"
import { accountLimits } from "../account-limits"
import type { Member } from "../actor"
import { endPendingSignIns } from "../factors/second-step.server"
import { forgetTrustedDevices } from "../factors/trusted-devices.server"
import { endUserSessions } from "../sessions/session-list.server"
import type { User } from "../user"
import { type ConfirmingSession, confirmPassword } from "./confirm-password.server"
import { assertStrongPassword, withPasswordHasher } from "./passwords.server"
import { revokeSignInLinks } from "./sign-in-links.server"
import type { VerifiedCredentials } from "./verified-credentials"

/** Ends all sessions and returns the proof for a new one. @throws ShopError `invalid`, `tooMany` */
export async function changePassword(
  shop: Shop,
  member: Member,
  change: PasswordChange,
  session: ConfirmingSession = null,
): Promise<VerifiedCredentials> {
  assertStrongPassword(shop, change.newPassword, member, "newPassword")
  const confirmation = { password: change.oldPassword, field: "oldPassword", session } as const
  const { current, passwordHash } = await withPasswordHasher(async ({ hash }) => {
    const current = await confirmPassword(shop, member, confirmation)
    await shop.limits.consume(accountLimits.passwordOfMember, member.id)
    return { current, passwordHash: await hash(change.newPassword) }
  })
  await shop.transaction(async (tx) => {
    const changed = await tx.db
      .updateTable("users")
      .set({ password_hash: passwordHash, updated_at: tx.now() })
      .where("id", "=", member.id)
      .where("password_hash", "=", current)
      .where("deleted_at", "is", null)
      .returning("id")
      .executeTakeFirst()
    if (!changed) throw invalid("Invalid old password", "oldPassword")
    await handlePasswordChanged(tx, member)
  })
  return { userId: member.id, passwordHash, factors: session?.proof?.factors }
}

export async function handlePasswordChanged(tx: Tx, user: Pick<User, "id" | "name" | "email">): Promise<void> {
  tx.log.info({ userId: user.id }, "password changed")
  await endUserSessions(tx, user.id)
  await endPendingSignIns(tx, user.id)
  await forgetTrustedDevices(tx, user.id)
  await revokeSignInLinks(tx, user.id)
  await tx.db.deleteFrom("password_resets").where("user_id", "=", user.id).execute()
  await emit(tx, "user.password-changed", user)
}
