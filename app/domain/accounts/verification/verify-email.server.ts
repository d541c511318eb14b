import { emit } from "~/domain/events/emit.server"
import type { Shop, Tx } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import { isStaff, type Member } from "../actor"
import { deleteUnverifiedUndos } from "../email-undos.server"
import { findLinkOwner } from "../passwords/mailed-links.server"
import { endAccess } from "../sessions/end-access.server"
import type { Session } from "../sessions/sessions.server"
import type { User } from "../user"
import { getActiveUser, lockUser } from "../user-row.server"

/**
 * Verifies the member's address by a link that was mailed to it, and signs their other devices out. Returns whether a role
 * that waited for it has taken effect.
 * @throws ShopError `invalid` for a link that cannot be used
 */
export async function verifyEmail(
  shop: Shop,
  member: Member,
  token: string,
  session: Session | null,
): Promise<{ isNewStaff: boolean }> {
  return shop.transaction(async (tx) => {
    await lockUser(tx, member.id)
    await checkVerificationLink(tx, member, token)
    const user = await getActiveUser(tx, member.id)
    if (user.isVerified) return { isNewStaff: false }
    return { isNewStaff: await verifyInSession(tx, user, session) }
  })
}

/** @throws ShopError `invalid` for an expired or unknown link, and for that of another account */
export async function checkVerificationLink(shop: Shop | Tx, member: Pick<Member, "id">, token: string): Promise<void> {
  const owner = await findLinkOwner(shop, "verification", token)
  if (owner.id !== member.id) throw invalid("This link is for another account. Please sign out and open it again.")
}

/**
 * The caller has locked the account; its other sessions end. @throws ShopError `invalid` after a sign-in by a mailed
 * link
 */
export async function verifyInSession(tx: Tx, user: User, session: Session | null): Promise<boolean> {
  assertKnowsPassword(session)
  await endAccess(tx, user.id, session?.id)
  return markVerified(tx, user)
}

/**
 * Someone else may have registered this address, so after a mailed link its owner first chooses a password.
 * @throws ShopError `invalid`
 */
export function assertKnowsPassword(session: Session | null): void {
  if (session?.proof.factors.includes("link"))
    throw invalid(
      "You signed in with a link from an email. Please choose a new password first: “Forgot password” sends you a link.",
    )
}

/** Verifies an address whose owner has just opened a mailed link. The caller has locked the account and ended its sessions. */
export async function verifyMailbox(tx: Tx, user: User): Promise<void> {
  // Staff may have changed their address, so their factors stay to protect the shop; for others they may be someone
  // else's.
  if (!isStaff(user)) await emit(tx, "user.reclaimed", { user })
  await deleteUnverifiedUndos(tx, user.id)
  await markVerified(tx, user)
}

/** Returns whether a role that waited for verification has taken effect. The caller has locked the account. */
export async function markVerified(tx: Tx, user: User): Promise<boolean> {
  await tx.db
    .updateTable("users")
    .set({ email_verified_at: tx.now(), awaits_role: false })
    .where("id", "=", user.id)
    .execute()
  await emit(tx, "user.verified", { user })
  return user.awaitsRole && isStaff(await getActiveUser(tx, user.id))
}
