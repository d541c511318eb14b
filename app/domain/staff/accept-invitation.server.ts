import type { InvitedRegistration } from "~/domain/accounts/account"
import { accountLimits } from "~/domain/accounts/account-limits"
import { isStaff, type Member, staffOf, type Visitor } from "~/domain/accounts/actor"
import { assertStrongPassword, withPasswordHasher } from "~/domain/accounts/passwords/passwords.server"
import type { VerifiedCredentials } from "~/domain/accounts/passwords/verified-credentials"
import { requireProof } from "~/domain/accounts/proof"
import { consumeFrom } from "~/domain/accounts/rate-limit-keys.server"
import { insertUser } from "~/domain/accounts/registration/register.server"
import { covers, type StaffRole } from "~/domain/accounts/role"
import { endAccess } from "~/domain/accounts/sessions/end-access.server"
import type { Session } from "~/domain/accounts/sessions/sessions.server"
import { hashToken } from "~/domain/accounts/token-hash.server"
import type { User } from "~/domain/accounts/user"
import { findActiveUser, lockUser } from "~/domain/accounts/user-row.server"
import { updateRoleColumns } from "~/domain/accounts/users/role-columns.server"
import { assertKnowsPassword } from "~/domain/accounts/verification/verify-email.server"
import { emit } from "~/domain/events/emit.server"
import { newObjectId } from "~/domain/object-id.server"
import type { Queryable, Shop, Tx } from "~/domain/shop"
import { conflict, invalid } from "~/domain/shop-error"
import { type Invitation, isInvited } from "./invitation"
import { invitations, toInvitation } from "./invitations.server"
import { lockRole } from "./roles.server"
import { setRole } from "./staff.server"

/**
 * @throws ShopError `invalid` if it is expired, used or revoked, or its inviter has lost the permission to give the
 * role
 */
export async function findInvitation(shop: Queryable, token: string): Promise<Invitation> {
  const row = await invitations(shop)
    .where("token_hash", "=", hashToken(token))
    .where("expires_at", ">", shop.now())
    .executeTakeFirstOrThrow(ended)
  return toInvitation(row)
}

/** Turns the member who signed in with the invited address into an employee, and signs their other devices out. */
export async function acceptInvitation(
  shop: Shop,
  member: Member,
  token: string,
  session: Session | null,
): Promise<Pick<StaffRole, "name">> {
  requireProof(shop, member, "invitation.accept")
  return shop.transaction(async (tx) => {
    const { role, ...invitation } = await takeInvitation(tx, token)
    await lockUser(tx, member.id)
    const user = await findActiveUser(tx, member.id)
    if (!user || !isInvited(invitation, user)) throw foreign(invitation)
    if (isStaff(user)) throw conflict("You are already a member of staff")
    if (!user.isVerified) assertKnowsPassword(session)
    await updateRoleColumns(tx, user.id, { role: "admin", awaits_role: false, email_verified_at: tx.now() })
    await endAccess(tx, user.id, session?.id)
    await join(tx, user, role, invitation)
    return role
  })
}

/** @throws ShopError `invalid` for an invalid link or an address with an account, `tooMany` */
export async function registerInvited(
  shop: Shop,
  visitor: Visitor,
  { name, password, token, address }: InvitedRegistration & { token: string; address: string },
): Promise<VerifiedCredentials> {
  const { email } = await findInvitation(shop, token)
  if (visitor && !visitor.isGuest) throw foreign({ email })
  const passwordHash = await withPasswordHasher(async ({ hash }) => {
    await consumeFrom(shop.limits, address, accountLimits.registerFromAddress)
    await shop.limits.consume(accountLimits.acceptByLink, hashToken(token))
    assertStrongPassword(shop, password, { name, email }, "password")
    return hash(password)
  })
  const userId = newObjectId(shop.now())
  await shop.transaction(async (tx) => {
    const { role, ...invitation } = await takeInvitation(tx, token)
    const user = { id: userId, name, email: invitation.email, role: "admin" as const }
    const proven = { password_hash: passwordHash, email_verified_at: tx.now() }
    if (!(await insertUser(tx, { ...user, ...proven })))
      throw invalid("You have an account with this address: please sign in with its password to accept")
    await emit(tx, "user.registered", user)
    await join(tx, user, role, invitation)
  })
  return { userId, passwordHash, via: "registration" }
}

/** Locks role, inviter and invitation, in this order, and marks it as used. @throws ShopError as `findInvitation` */
async function takeInvitation(tx: Tx, token: string): Promise<Omit<Invitation, "role"> & { role: StaffRole }> {
  const found = await findInvitation(tx, token)
  const role = await lockRole(tx, found.role.id, ended)
  await lockUser(tx, found.invitedBy.id)
  const inviter = await findActiveUser(tx, found.invitedBy.id)
  const appointing = inviter && staffOf(inviter, ["staff.appoint"])
  if (!appointing?.staffRole || !covers(appointing.staffRole, role)) throw ended()
  await tx.db
    .deleteFrom("staff_invitations")
    .where("token_hash", "=", hashToken(token))
    .where("invited_by", "=", appointing.id)
    .returning("id")
    .executeTakeFirstOrThrow(ended)
  return { ...found, role }
}

async function join(
  tx: Tx,
  user: Pick<User, "id" | "name">,
  role: StaffRole,
  { id: invitation, invitedBy }: Pick<Invitation, "id" | "invitedBy">,
): Promise<void> {
  await setRole(tx, user.id, role.id, invitedBy.id)
  const after = { staffRole: role.name, invitedBy: invitedBy.name, invitation }
  await emit(tx, "staff.joined", { actor: user, id: user.id, after, customerId: invitedBy.id })
}

const ended = () => invalid("This invitation has expired, or was used or revoked: please ask for a new one")

const foreign = ({ email }: Pick<Invitation, "email">) =>
  invalid(`This invitation is for ${email}. Please sign out, and open its link again.`)
