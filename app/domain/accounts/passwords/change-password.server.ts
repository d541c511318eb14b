import { emit } from "~/domain/events/emit.server"
import type { Shop, Tx } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import type { PasswordChange } from "../account"
import { accountLimits } from "../account-limits"
import type { Member } from "../actor"
import { endAccess } from "../sessions/end-access.server"
import { hasRecentProof } from "../sessions/recent-proof"
import type { Session } from "../sessions/sessions.server"
import type { User } from "../user"
import { confirmPassword } from "./confirm-password.server"
import { assertStrongPassword, withPasswordHasher } from "./passwords.server"
import type { VerifiedCredentials } from "./verified-credentials"

/** Ends all access and returns the proof for a new session. @throws ShopError `invalid`, `tooMany` */
export async function changePassword(
  shop: Shop,
  member: Member,
  change: PasswordChange,
  session: Session | null = null,
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
  // In the new session an old proof would count as recent again.
  const factors = session && hasRecentProof(session, shop.now()) ? session.proof.factors : undefined
  return { userId: member.id, passwordHash, factors }
}

export async function handlePasswordChanged(tx: Tx, user: Pick<User, "id" | "name" | "email">): Promise<void> {
  tx.log.info({ userId: user.id }, "password changed")
  await endAccess(tx, user.id)
  await emit(tx, "user.password-changed", user)
}
