import { sql } from "kysely"
import { isOwner, isStaff, type Staff } from "~/domain/accounts/actor"
import { deleteEmailUndos } from "~/domain/accounts/email-undos.server"
import { type Permission, permissionNames } from "~/domain/accounts/permission"
import { requireProof } from "~/domain/accounts/proof"
import { covers, OWNER_ROLE, type StaffRole } from "~/domain/accounts/role"
import type { User } from "~/domain/accounts/user"
import { activeUsers, findActiveUser } from "~/domain/accounts/user-row.server"
import { updateRoleColumns } from "~/domain/accounts/users/role-columns.server"
import { emit } from "~/domain/events/emit.server"
import { inDictionaryOrder } from "~/domain/lists/dictionary-order.server"
import type { Queryable, Shop, Tx } from "~/domain/shop"
import { forbidden, invalid, notFound } from "~/domain/shop-error"
import { lockRole } from "./roles.server"

export interface StaffMember {
  id: string
  name: string
  email: string
  role: Pick<StaffRole, "id" | "name">
  since: Date
}

export async function listStaff(shop: Shop, _staff: Staff<"staff.appoint">): Promise<StaffMember[]> {
  const rows = await staffRows(shop)
    .orderBy("roles.id")
    .orderBy(inDictionaryOrder(sql`users.name`))
    .orderBy("users.id")
    .execute()
  return rows.map(toMember)
}

/** @throws ShopError `notFound` */
export async function findStaffMember(
  shop: Queryable,
  _staff: Staff<"staff.appoint">,
  id: string,
): Promise<StaffMember> {
  return toMember(await staffRows(shop).where("users.id", "=", id).executeTakeFirstOrThrow(noSuchMember))
}

/**
 * Applies from the next request on. @throws ShopError `forbidden` beyond the caller's role, `invalid` for the last owner
 * or an unknown role
 */
export async function assignRole(
  shop: Shop,
  staff: Staff<"staff.appoint">,
  id: string,
  roleId: string,
): Promise<StaffMember> {
  requireProof(shop, staff, "staff.appoint")
  return shop.transaction(async (tx) => {
    if (roleId !== OWNER_ROLE && isOwner(staff)) await assertNotLastOwner(tx, id)
    const role = await lockRole(tx, roleId)
    const before = await lockMember(tx, id)
    assertMayActOn(staff, before)
    assertMayGive(staff, role)
    await setRole(tx, id, roleId, staff.id)
    const change = { before: { staffRole: before.staffRole?.name }, after: { staffRole: role.name } }
    if (before.staffRole?.id !== roleId)
      await emit(tx, "staff.assigned", { actor: staff, id, ...change, customerId: id })
    return findStaffMember(tx, staff, id)
  })
}

/**
 * The caller writes `users.role`, whose trigger deletes the row again. @param appointedBy the person whose refund
 * limits include this one's
 */
export async function setRole(tx: Tx, userId: string, roleId: string, appointedBy: string | null): Promise<void> {
  // The role belongs to the present address: a former one cannot take it over.
  await deleteEmailUndos(tx, userId)
  await updateRoleColumns(tx, userId, { appointed_by: appointedBy })
  await tx.db
    .insertInto("staff")
    .values({ user_id: userId, role_id: roleId, since: tx.now() })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ role_id: roleId }))
    .execute()
}

/**
 * A change of someone else's email address or sessions could become a sign-in as them. @throws ShopError `forbidden`
 */
export function assertMayActOn(staff: Staff<never>, user: User): void {
  if (!isStaff(user)) return
  const { staffRole } = staff
  if (isOwner(staff)) return
  if (!staffRole?.permissions.includes("staff.appoint")) throw forbidden(staff.role, ["staff.appoint"])
  if (!user.staffRole || !covers(staffRole, user.staffRole)) throw forbidden(staff.role)
}

/** @throws ShopError `forbidden` if the role permits more than the caller's */
export function assertMayGive(staff: Staff<"staff.appoint">, role: StaffRole): void {
  if (!staff.staffRole || !covers(staff.staffRole, role)) throw forbidden(staff.role)
}

/** @throws ShopError `forbidden` */
export function assertOwner(staff: Staff<never>): void {
  if (!isOwner(staff)) throw forbidden(staff.role)
}

/** Locks all owners who can sign in until the transaction ends. @throws ShopError `invalid` if none would be left */
export async function assertNotLastOwner(tx: Tx, leavingId: string): Promise<void> {
  const owners = await tx.db
    .selectFrom("staff")
    .innerJoin("users", "users.id", "user_id")
    .select("users.id")
    .where("role_id", "=", OWNER_ROLE)
    .where("deleted_at", "is", null)
    .where("password_hash", "<>", "")
    .orderBy("users.id")
    .forNoKeyUpdate()
    .execute()
  if (owners.some(({ id }) => id === leavingId) && owners.length === 1) {
    throw invalid("The last administrator can be neither deleted nor demoted")
  }
}

const MAX_NAMED = 3

/** Names the missing permissions, and owners who can give them. */
export async function explainRefusal(shop: Shop, missing: readonly string[]): Promise<string> {
  const owners = await staffRows(shop)
    .where("staff.role_id", "=", OWNER_ROLE)
    .orderBy("staff.since")
    .orderBy("users.id")
    .limit(MAX_NAMED)
    .execute()
  const names = new Intl.ListFormat("en", { type: "disjunction" }).format(owners.map(({ name }) => name))
  const needed = missing.map((permission) => `“${permissionNames[permission as Permission] ?? permission}”`)
  if (needed.length === 0) return `Only an owner may do this: please ask ${names}.`
  const list = new Intl.ListFormat("en").format(needed)
  return `It needs the permission ${list}, which ${names} can give you.`
}

function staffRows(shop: Queryable) {
  return activeUsers(shop)
    .innerJoin("staff", "staff.user_id", "users.id")
    .innerJoin("roles", "roles.id", "staff.role_id")
    .select(["users.id", "users.name", "users.email", "staff.since", "roles.id as roleId", "roles.name as roleName"])
}

function toMember({ roleId, roleName, ...person }: Omit<StaffMember, "role"> & { roleId: string; roleName: string }) {
  return { ...person, role: { id: roleId, name: roleName } }
}

const noSuchMember = () => notFound("There is no member of staff with this id")

/** @throws ShopError `notFound` */
export async function lockMember(tx: Tx, id: string): Promise<User> {
  await tx.db.selectFrom("users").select("id").where("id", "=", id).forNoKeyUpdate().execute()
  const user = await findActiveUser(tx, id)
  if (!user || !isStaff(user)) throw noSuchMember()
  return user
}
