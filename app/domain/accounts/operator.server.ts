import { recordOperatorAudit } from "../audit/audit-log.server"
import { newObjectId } from "../object-id.server"
import type { Queryable, Shop } from "../shop"
import { handlePasswordChanged } from "./change-password.server"
import { hashPassword } from "./passwords.server"
import { insertUser } from "./register.server"
import type { Role } from "./user"
import { ownsEmail } from "./user-row.server"

/** An account as the operator of the machine must judge it: nobody has proved that the e-mail address is theirs. */
interface UnverifiedAccount {
  id: string
  name: string
  email: string
  role: Role
  createdAt: Date
}

/** What became of the wish for an administrator. */
type EnsureAdminResult = "made" | "reset" | "present"

/**
 * Sees to it that this administrator exists. Whoever is one already keeps their password; an ordinary account that
 * becomes one gets the given password and is signed out everywhere, because anybody may have registered it.
 */
export async function ensureAdmin(shop: Shop, email: string, password: string): Promise<EnsureAdminResult> {
  if (await createAdmin(shop, email, password)) return "made"
  if ((await findAccount(shop, email))?.role === "admin") return "present"
  return (await resetAdmin(shop, email, password)) ? "reset" : ensureAdmin(shop, email, password)
}

/** Makes an administrator's account. `false` when somebody has the e-mail address already. */
export async function createAdmin(shop: Shop, email: string, password: string): Promise<boolean> {
  const passwordHash = await hashPassword(password)
  return shop.transaction(async (tx) => {
    const user = { id: newObjectId(tx.now()), name: "Administrator", email, role: "admin" as const }
    if (!(await insertUser(tx, { ...user, password_hash: passwordHash }))) return false
    await recordOperatorAudit(tx, "user.appoint", user.id, { before: null, after: { email, role: user.role } })
    return true
  })
}

/** Makes somebody an administrator who keeps their password and sessions. `false` when nobody has the address. */
export async function promoteUser(shop: Shop, email: string): Promise<boolean> {
  return shop.transaction(async (tx) => {
    const user = await findAccount(tx, email)
    if (!user) return false
    await tx.db.updateTable("users").set({ role: "admin", updated_at: tx.now() }).where("id", "=", user.id).execute()
    await recordOperatorAudit(tx, "user.promote", user.id, { before: { role: user.role }, after: { role: "admin" } })
    return true
  })
}

/**
 * Makes the owner of an e-mail address an administrator whom only the given password lets in: sessions and reset links
 * of the account end, and a mail says so. `false` when nobody has the address.
 */
export async function resetAdmin(shop: Shop, email: string, password: string): Promise<boolean> {
  const passwordHash = await hashPassword(password)
  return shop.transaction(async (tx) => {
    const user = await findAccount(tx, email)
    if (!user) return false
    await tx.db
      .updateTable("users")
      .set({ role: "admin", password_hash: passwordHash, updated_at: tx.now() })
      .where("id", "=", user.id)
      .execute()
    await handlePasswordChanged(tx, user)
    await recordOperatorAudit(tx, "user.reset", user.id, { before: { role: user.role }, after: { role: "admin" } })
    return true
  })
}

/** The living owner of an e-mail address; in a transaction, nobody else changes the account until it ends. */
export async function findAccount(shop: Queryable, email: string): Promise<UnverifiedAccount | null> {
  const row = await shop.db
    .selectFrom("users")
    .select(["id", "name", "email", "role", "created_at"])
    .where(ownsEmail(email))
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ? { id: row.id, name: row.name, email: row.email, role: row.role, createdAt: row.created_at } : null
}
