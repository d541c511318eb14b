import { handlePasswordChanged } from "~/domain/accounts/passwords/change-password.server"
import { hashPassword } from "~/domain/accounts/passwords/passwords.server"
import { insertUser } from "~/domain/accounts/registration/register.server"
import { OWNER_ROLE } from "~/domain/accounts/role"
import { endAccess } from "~/domain/accounts/sessions/end-access.server"
import { newReadableToken } from "~/domain/accounts/token-hash.server"
import { ownsEmail } from "~/domain/accounts/user-row.server"
import { updateRoleColumns } from "~/domain/accounts/users/role-columns.server"
import { OPERATOR } from "~/domain/audit/audit-log.server"
import { emit } from "~/domain/events/emit.server"
import { removeSecondFactors } from "~/domain/factors/second-factors.server"
import { newObjectId } from "~/domain/object-id.server"
import type { Queryable, Shop } from "~/domain/shop"
import { setRole } from "./staff.server"

export async function hasNoUsers(shop: Queryable): Promise<boolean> {
  return (await shop.db.selectFrom("users").select("id").limit(1).executeTakeFirst()) === undefined
}

/** 120 random bits, without characters that look alike */
export function randomPassword(): string {
  return newReadableToken(4, 6)
}

/**
 * The operator vouches for the address. A promoted account gets a new password and loses its sessions, because anyone
 * may have registered it.
 */
export async function ensureAdmin(shop: Shop, email: string, password: string): Promise<"made" | "reset" | "present"> {
  if (await createAdmin(shop, email, password)) return "made"
  if ((await findAccount(shop, email))?.role === "admin") return "present"
  return (await resetAdmin(shop, email, password)) ? "reset" : ensureAdmin(shop, email, password)
}

/** Returns `false` if the email address is taken. */
export async function createAdmin(shop: Shop, email: string, password: string): Promise<boolean> {
  const passwordHash = await hashPassword(password)
  return shop.transaction(async (tx) => {
    const user = { id: newObjectId(tx.now()), name: "Administrator", email, role: "admin" as const }
    if (!(await insertUser(tx, { ...user, password_hash: passwordHash, email_verified_at: tx.now() }))) return false
    const after = { email, role: user.role }
    await emit(tx, "administrator.created", { ...actOfOperator(user.id), after, customerId: user.id })
    return true
  })
}

export async function promoteUser(shop: Shop, email: string): Promise<boolean> {
  return appoint(shop, email)
}

/** Revokes sessions and reset links, removes second factors, and sends emails; returns `false` without an account. */
export async function resetAdmin(shop: Shop, email: string, password: string): Promise<boolean> {
  return appoint(shop, email, await hashPassword(password))
}

async function appoint(shop: Shop, email: string, passwordHash?: string): Promise<boolean> {
  return shop.transaction(async (tx) => {
    const user = await findAccount(tx, email)
    if (!user) return false
    const verified = { role: "admin", awaits_role: false, email_verified_at: tx.now() } as const
    await updateRoleColumns(tx, user.id, { ...verified, password_hash: passwordHash, updated_at: tx.now() })
    await setRole(tx, user.id, OWNER_ROLE, null)
    if (passwordHash) await handlePasswordChanged(tx, user)
    else if (user.role !== "admin") await endAccess(tx, user.id)
    const removed = passwordHash ? await removeSecondFactors(tx, user, { byOperator: true }) : []
    const factors = removed.length > 0 ? { secondFactors: removed } : {}
    const change = { before: { role: user.role, ...factors }, after: { role: "admin" } }
    await emit(tx, passwordHash ? "administrator.reset" : "administrator.promoted", {
      ...actOfOperator(user.id),
      ...change,
    })
    return true
  })
}

const actOfOperator = (id: string) => ({ id, actor: { id: null, name: OPERATOR } })

/** Locks the account until the transaction ends; its email address may be unverified. */
export async function findAccount(shop: Queryable, email: string) {
  return shop.db
    .selectFrom("users")
    .select(["id", "name", "email", "role", "created_at as createdAt"])
    .where(ownsEmail(email))
    .forNoKeyUpdate()
    .executeTakeFirst()
}
