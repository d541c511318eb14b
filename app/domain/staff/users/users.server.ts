import { sql } from "kysely"
import { accountLimits } from "~/domain/accounts/account-limits"
import { isOwner, isStaff, type Staff } from "~/domain/accounts/actor"
import { hasSecondFactor } from "~/domain/accounts/has-second-factor.server"
import { mailLink } from "~/domain/accounts/passwords/mailed-links.server"
import { isSameEmail, updateNameAndEmail } from "~/domain/accounts/profile.server"
import { requireProof } from "~/domain/accounts/proof"
import { translateEmailConflict } from "~/domain/accounts/registration/taken-email.server"
import { OWNER_ROLE } from "~/domain/accounts/role"
import { endAccess } from "~/domain/accounts/sessions/end-access.server"
import { givenRole, type User } from "~/domain/accounts/user"
import { activeUsers, getActiveUser, lockUser, userColumns } from "~/domain/accounts/user-row.server"
import { updateRoleColumns } from "~/domain/accounts/users/role-columns.server"
import { setUserDeletedAt } from "~/domain/accounts/users/soft-delete-user.server"
import { emit } from "~/domain/events/emit.server"
import { inDictionaryOrder } from "~/domain/lists/dictionary-order.server"
import { matchesText } from "~/domain/lists/matches-text.server"
import { paginate } from "~/domain/lists/paginate.server"
import { isWithin } from "~/domain/rate-limits"
import { assertNotStale } from "~/domain/records/save-record.server"
import type { Shop, Tx } from "~/domain/shop"
import { conflict } from "~/domain/shop-error"
import { assertMailLeft, revokeInvitationsOf } from "../invitations.server"
import { assertMayActOn, assertNotLastOwner, assertOwner, setRole } from "../staff.server"
import { type UserChanges, UserFilter, userRecord } from "./user-filter"

export async function listUsers(
  shop: Shop,
  _staff: Staff<"customers.see">,
  filter: UserFilter,
): Promise<{ users: User[]; count: number }> {
  const { rows, count } = await paginate(shop, matchingUsers(shop, filter).select(userColumns), filter.page)
  return { users: rows, count }
}

export async function findUserIds(shop: Shop, _staff: Staff<"customers.see">, filter: UserFilter): Promise<string[]> {
  const rows = await matchingUsers(shop, filter).select("users.id").execute()
  return rows.map((row) => row.id)
}

export async function listAllUsers(shop: Shop, staff: Staff<"customers.see" | "customers.export">): Promise<User[]> {
  requireProof(shop, staff, "people.export")
  return matchingUsers(shop, UserFilter.parse({})).select(userColumns).execute()
}

export async function findUser(shop: Shop, _staff: Staff<"customers.see">, id: string): Promise<User> {
  return getActiveUser(shop, id)
}

/** Adds an audit entry, at most one an hour. @throws ShopError `notFound` */
export async function readUser(shop: Shop, staff: Staff<"customers.see">, id: string): Promise<User> {
  const user = await getActiveUser(shop, id)
  if (user.id !== staff.id && (await isWithin(shop.limits, accountLimits.readingsOfStaff, `${staff.id} ${user.id}`)))
    await shop.transaction((tx) => emit(tx, "staff.customer-read", { actor: staff, id: user.id }))
  return user
}

/**
 * Without a role it is unchanged; a new administrator's takes effect once their address is verified. Rejects a form
 * with an outdated snapshot. @throws ShopError `notFound`, `invalid`, `forbidden`; StaleEdit
 */
export async function updateUser(
  shop: Shop,
  staff: Staff<"customers.edit">,
  id: string,
  { snapshot, role, ...changes }: Omit<UserChanges, "role"> & Partial<Pick<UserChanges, "role">>,
): Promise<User> {
  requireProof(shop, staff, "customers.change")
  if (role === "admin") assertOwner(staff)
  return translateEmailConflict(() =>
    shop.transaction(async (tx) => {
      if (role === "user" && isOwner(staff)) await assertNotLastOwner(tx, id)
      await lockUser(tx, id)
      const before = await getActiveUser(tx, id)
      assertMayActOn(staff, before)
      await assertNotStale(tx, "user", id, snapshot, userRecord.textsOf(auditFields(before)))
      if (!isSameEmail(before.email, changes.email) && (await hasSecondFactor(tx, id)))
        requireProof(tx, staff, "protected-email.change")
      await updateNameAndEmail(tx, id, changes)
      if (role === "user") await takeRole(tx, id)
      const isAppointed = role === "admin" || (role === undefined && before.awaitsRole && isOwner(staff))
      if (isAppointed && !isStaff(before)) await appoint(tx, staff, before)
      const after = await getActiveUser(tx, id)
      const change = { before: auditFields(before), after: auditFields(after) }
      await emit(tx, "user.updated", { actor: staff, id, ...change, customerId: id })
      return after
    }),
  )
}

async function takeRole(tx: Tx, id: string): Promise<void> {
  await updateRoleColumns(tx, id, { role: "user", awaits_role: false })
  await revokeInvitationsOf(tx, id)
}

/** Makes a user an owner, immediately if the address is verified, otherwise with a link that is mailed to it. */
async function appoint(tx: Tx, staff: Staff<"customers.edit">, before: User): Promise<void> {
  const { id } = before
  const user = await getActiveUser(tx, id)
  if (user.isVerified) {
    await updateRoleColumns(tx, id, { role: "admin" })
    await setRole(tx, id, OWNER_ROLE, staff.id)
    await endAccess(tx, id)
    return
  }
  if (user.awaitsRole) return
  await updateRoleColumns(tx, id, { awaits_role: true, appointed_by: staff.id })
  await mailLink(tx, "verification", user)
}

/** Mails another link to a user whose role waits for the address. @throws ShopError `notFound`, `conflict`, `tooMany` */
export async function resendVerification(shop: Shop, staff: Staff<"customers.edit">, id: string): Promise<User> {
  await shop.limits.consume(accountLimits.invitationsOfStaff, staff.id)
  return shop.transaction(async (tx) => {
    await lockUser(tx, id)
    const user = await getActiveUser(tx, id)
    if (!user.awaitsRole) throw conflict("The role of this user is no longer waiting for confirmation")
    await assertMailLeft(tx, user.email, "email-verification")
    await mailLink(tx, "verification", user)
    await emit(tx, "user.verification-resent", { actor: staff, id })
    return user
  })
}

/** Ends all sessions and frees the email address. @throws ShopError `notFound`, `invalid` for the last administrator */
export async function softDeleteUser(shop: Shop, staff: Staff<"customers.delete">, id: string): Promise<void> {
  requireProof(shop, staff, "customers.change")
  await shop.transaction(async (tx) => {
    if (isOwner(staff)) await assertNotLastOwner(tx, id)
    const before = await getActiveUser(tx, id)
    assertMayActOn(staff, before)
    await setUserDeletedAt(tx, id, tx.now())
    await endAccess(tx, id)
    await emit(tx, "user.deleted", { actor: staff, id, before: auditFields(before), customerId: id })
  })
}

/**
 * Does not restore accounts deleted by their owner. @throws ShopError `notFound`, or `invalid` for a taken email
 * address
 */
export async function restoreUser(shop: Shop, staff: Staff<"customers.delete">, id: string): Promise<User> {
  return translateEmailConflict(() =>
    shop.transaction(async (tx) => {
      await setUserDeletedAt(tx, id, null)
      const after = await getActiveUser(tx, id)
      assertMayActOn(staff, after)
      await emit(tx, "user.restored", { actor: staff, id, after: auditFields(after), customerId: id })
      return after
    }),
  )
}

const sortColumns = {
  newest: [sql`users.created_at`, "desc"],
  oldest: [sql`users.created_at`, "asc"],
  name: [inDictionaryOrder(sql`users.name`), "asc"],
  email: [sql`users.email`, "asc"],
  role: [sql`users.role`, "asc"],
} as const

function matchingUsers(shop: Shop, { search, role, sort }: UserFilter) {
  const [column, direction] = sortColumns[sort]
  let matching = activeUsers(shop).orderBy(column, direction).orderBy("users.id", direction)
  if (role) matching = matching.where("users.role", "=", role)
  if (!search) return matching
  return matching.where((row) => row.or([matchesText(personTexts, search), row("users.id", "=", search.toLowerCase())]))
}

const personTexts = {
  text: sql<string>`person_text(users.name, users.email, users.shipping_info)`,
  name: sql<string>`(users.name || ' ' || users.email)`,
}

function auditFields({ name, email, role, awaitsRole }: User) {
  return { name, email, role: givenRole({ role, awaitsRole }) }
}
