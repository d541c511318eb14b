import { sql } from "kysely"
import { accountLimits } from "~/domain/accounts/account-limits"
import type { Staff } from "~/domain/accounts/actor"
import { requireProof } from "~/domain/accounts/proof"
import { covers } from "~/domain/accounts/role"
import { newExpiringToken } from "~/domain/accounts/token-hash.server"
import { ownsEmail } from "~/domain/accounts/user-row.server"
import { anonymizeAudit } from "~/domain/audit/audit-log.server"
import { ago, DAY, HOUR } from "~/domain/durations"
import { emit } from "~/domain/events/emit.server"
import { hasMailLeft } from "~/domain/mail/mail-bounds.server"
import { newObjectId } from "~/domain/object-id.server"
import type { Queryable, Shop, Tx } from "~/domain/shop"
import { invalid, notFound, tooMany } from "~/domain/shop-error"
import { INVITATION_DAYS, type Invitation } from "./invitation"
import type { InvitationForm } from "./role-form"
import { findRole, listRoles, lockRole } from "./roles.server"
import { assertMayGive } from "./staff.server"

type Appointing = Staff<"staff.appoint">

export interface ListedInvitation extends Invitation {
  isExpired: boolean
  mayChange: boolean
}

export async function listInvitations(shop: Shop, staff: Appointing): Promise<ListedInvitation[]> {
  const [rows, roles] = await Promise.all([invitations(shop).orderBy("email").execute(), listRoles(shop, staff)])
  const own = staff.staffRole
  const given = new Set(roles.filter((role) => own && covers(own, role)).map(({ id }) => id))
  return rows.map((row) => {
    const invitation = toInvitation(row)
    return { ...invitation, isExpired: row.expiresAt <= shop.now(), mayChange: given.has(invitation.role.id) }
  })
}

/**
 * Mails a link to an address with or without an account.
 * @throws ShopError `forbidden` beyond the caller's role, `invalid` for someone who is employed or invited, `tooMany`
 */
export async function inviteStaff(
  shop: Shop,
  staff: Appointing,
  { email, role: roleId }: InvitationForm,
): Promise<void> {
  requireProof(shop, staff, "staff.appoint")
  await shop.limits.consume(accountLimits.invitationsOfStaff, staff.id)
  await shop.transaction(async (tx) => {
    const role = await lockRole(tx, roleId)
    assertMayGive(staff, role)
    const colleague = tx.db.selectFrom("users").select("id").where(ownsEmail(email)).where("role", "=", "admin")
    if (await colleague.executeTakeFirst()) throw invalid("A member of staff already has this address", "email")
    const id = newObjectId(tx.now())
    const { token, stored } = newExpiringToken(tx, INVITATION_DAYS * DAY)
    const inserted = await tx.db
      .insertInto("staff_invitations")
      .values({ ...stored, id, email, role_id: roleId, invited_by: staff.id })
      .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
      .returning("id")
      .executeTakeFirst()
    await assertMailLeft(tx, email, "invitation")
    if (!inserted) throw invalid("This address is already invited: renew or revoke its invitation below", "email")
    await emit(tx, "invitation.created", { ...actOn({ id, email, role }, staff), token })
  })
}

/** The link would be lost without the mail. @throws ShopError `tooMany` */
export async function assertMailLeft(tx: Tx, email: string, kind: "invitation" | "email-verification"): Promise<void> {
  if (await hasMailLeft(tx, email, kind)) return
  throw tooMany("We have sent many emails to this address in the last hour. Please try again in an hour.", HOUR / 1000)
}

/**
 * Mails another link for a week, which replaces the earlier one. @throws ShopError `notFound`, `forbidden`, `tooMany`
 */
export async function renewInvitation(shop: Shop, staff: Appointing, id: string): Promise<void> {
  requireProof(shop, staff, "staff.appoint")
  await shop.limits.consume(accountLimits.invitationsOfStaff, staff.id)
  await shop.transaction(async (tx) => {
    const invitation = await findChangeable(tx, staff, id)
    await assertMailLeft(tx, invitation.email, "invitation")
    const { token, stored } = newExpiringToken(tx, INVITATION_DAYS * DAY)
    const link = { ...stored, invited_by: staff.id }
    const renewed = tx.db.updateTable("staff_invitations").set(link).where("id", "=", id).returning("id")
    await renewed.executeTakeFirstOrThrow(noSuchInvitation)
    await emit(tx, "invitation.renewed", { ...actOn(invitation, staff), token })
  })
}

/** @throws ShopError `notFound` if it was accepted or revoked, `forbidden` beyond the caller's role */
export async function revokeInvitation(shop: Shop, staff: Appointing, id: string): Promise<void> {
  requireProof(shop, staff, "staff.appoint")
  await shop.transaction(async (tx) => {
    const invitation = await findChangeable(tx, staff, id)
    const deleted = tx.db.deleteFrom("staff_invitations").where("id", "=", id).returning("id")
    await deleted.executeTakeFirstOrThrow(noSuchInvitation)
    const { after: before, ...act } = actOn(invitation, staff)
    await emit(tx, "invitation.revoked", { ...act, before })
  })
}

/** @throws ShopError `notFound`, `forbidden` */
export async function findChangeable(shop: Queryable, staff: Appointing, id: string): Promise<Invitation> {
  const invitation = toInvitation(
    await invitations(shop).where("staff_invitations.id", "=", id).executeTakeFirstOrThrow(noSuchInvitation),
  )
  assertMayGive(staff, await findRole(shop, staff, invitation.role.id))
  return invitation
}

export async function revokeInvitationsOf(tx: Tx, inviterId: string): Promise<number> {
  const deleted = tx.db.deleteFrom("staff_invitations").where("invited_by", "=", inviterId)
  return Number((await deleted.executeTakeFirst()).numDeletedRows)
}

/** Includes the audit log, when the person is erased */
export async function deleteInvitationsTo(tx: Tx, email: string): Promise<void> {
  const deleted = tx.db
    .deleteFrom("staff_invitations")
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .returning("id")
  for (const { id } of await deleted.execute()) await anonymizeAudit(tx, id)
}

const KEPT_DAYS = 30

/** Keeps expired ones for some weeks, during which they can be renewed. */
export async function sweepInvitations(shop: Queryable): Promise<void> {
  await shop.db
    .deleteFrom("staff_invitations")
    .where("expires_at", "<", ago(shop, KEPT_DAYS * DAY))
    .execute()
}

export function invitations(shop: Queryable) {
  return shop.db
    .selectFrom("staff_invitations")
    .innerJoin("roles", "roles.id", "role_id")
    .innerJoin("users", "users.id", "invited_by")
    .select([
      "staff_invitations.id",
      "staff_invitations.email",
      "expires_at as expiresAt",
      "roles.id as roleId",
      "roles.name as roleName",
      "users.id as inviterId",
      "users.name as inviterName",
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof invitations>["execute"]>>[number]

export function toInvitation({ roleId, roleName, inviterId, inviterName, ...row }: Row): Invitation {
  return { ...row, role: { id: roleId, name: roleName }, invitedBy: { id: inviterId, name: inviterName } }
}

function actOn({ id, email, role }: Pick<Invitation, "id" | "email" | "role">, actor: Appointing) {
  const facts = { email, role: role.name }
  return { actor, id, after: facts, customerId: id, ...facts }
}

const noSuchInvitation = () => notFound("This invitation has been accepted or revoked")
