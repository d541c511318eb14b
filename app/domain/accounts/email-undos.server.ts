import { sql } from "kysely"
import { HOUR, MINUTE } from "~/domain/durations"
import { emit } from "~/domain/events/emit.server"
import type { Queryable, Shop, Tx } from "~/domain/shop"
import { conflict, invalid } from "~/domain/shop-error"
import { accountLimits } from "./account-limits"
import { isStaff } from "./actor"
import { linkMinutes } from "./passwords/mailed-links.server"
import { withPasswordHasher } from "./passwords/passwords.server"
import { endAccess } from "./sessions/end-access.server"
import { hashToken, newExpiringToken, newToken } from "./token-hash.server"
import { getActiveUser, ownsEmail } from "./user-row.server"

export const UNDO_HOURS = 72

interface EmailUndo {
  userId: string
  name: string
  email: string
  former: string
  wasVerified: boolean
  changedAt: Date
  undoId: number
}

interface MovedAccount {
  id: string
  /** The account's former address */
  email: string
  wasVerified: boolean
}

/** Returns the token of a link for the former address. */
export async function insertEmailUndo(tx: Tx, { id, email, wasVerified }: MovedAccount): Promise<string> {
  const { token, stored } = newExpiringToken(tx, UNDO_HOURS * HOUR)
  await tx.db
    .insertInto("email_undos")
    .values({ ...stored, user_id: id, email, was_verified: wasVerified, changed_at: tx.now() })
    .execute()
  return token
}

/**
 * Returns whether an account may still get back an address that it had confirmed; no other account may take it until
 * then.
 */
export async function isEmailKept(shop: Queryable, email: string, exceptUser = ""): Promise<boolean> {
  const kept = await shop.db
    .selectFrom("email_undos")
    .innerJoin("users", "users.id", "user_id")
    .select("user_id")
    .where(sql<boolean>`lower(email_undos.email) = lower(${email})`)
    .where("expires_at", ">", shop.now())
    .where("user_id", "<>", exceptUser)
    .where("was_verified", "=", true)
    .where("users.deleted_at", "is", null)
    .executeTakeFirst()
  return kept !== undefined
}

/**
 * @throws ShopError `conflict` while a former, confirmed address could take the account back, including orders that
 * join it now
 */
export async function assertNotUndoable(tx: Tx, userId: string): Promise<void> {
  const open = await tx.db
    .selectFrom("email_undos")
    .select("user_id")
    .where("user_id", "=", userId)
    .where("was_verified", "=", true)
    .where("expires_at", ">", tx.now())
    .executeTakeFirst()
  if (open)
    throw conflict(
      `Your email was changed a short time ago. Orders can join your account ${UNDO_HOURS / 24} days after.`,
    )
}

/** @throws ShopError `invalid` for a used, expired or unknown link */
export async function findEmailUndo(shop: Queryable, token: string): Promise<EmailUndo> {
  return shop.db
    .selectFrom("email_undos")
    .innerJoin("users", "users.id", "user_id")
    .select(["users.id as userId", "users.name", "users.email", "email_undos.email as former"])
    .select(["was_verified as wasVerified", "changed_at as changedAt", "email_undos.id as undoId"])
    .where("token_hash", "=", hashToken(token))
    .where("expires_at", ">", shop.now())
    .where("users.deleted_at", "is", null)
    .executeTakeFirstOrThrow(() => invalid("This link has expired"))
}

/**
 * Gives the account its former address back, which the link confirms, and revokes all sessions, the password and every
 * later change. Earlier changes can still be undone. Removes second factors that were added since the change; all of
 * them if the former address was never confirmed. Returns the token of a link that sets a new password.
 * @throws ShopError `invalid`, `conflict` if another account has the address, `tooMany`
 */
export async function undoEmailChange(shop: Shop, token: string): Promise<string> {
  await findEmailUndo(shop, token)
  await shop.limits.consume(accountLimits.resetByLink, hashToken(token))
  const passwordHash = await withPasswordHasher(({ hash }) => hash(newToken()))
  return shop.transaction(async (tx) => {
    const { userId } = await findEmailUndo(tx, token)
    await tx.db.selectFrom("users").select("id").where("id", "=", userId).forNoKeyUpdate().execute()
    const { name, email, former, undoId, wasVerified, changedAt } = await findEmailUndo(tx, token)
    const owner = await tx.db.selectFrom("users").select("id").where(ownsEmail(former)).executeTakeFirst()
    if (owner && owner.id !== userId)
      throw conflict(`Another account now has this email. Please write to ${shop.identity.email}.`)
    await tx.db
      .updateTable("users")
      .set({ email: former, password_hash: passwordHash, updated_at: tx.now() })
      .where("id", "=", userId)
      .execute()
    await tx.db.updateTable("users").set({ email_verified_at: tx.now() }).where("id", "=", userId).execute()
    await tx.db.deleteFrom("email_undos").where("user_id", "=", userId).where("id", ">=", undoId).execute()
    await endAccess(tx, userId)
    const user = await getActiveUser(tx, userId)
    const since = wasVerified || isStaff(user) ? changedAt : undefined
    await emit(tx, "user.reclaimed", { user, since })
    const reset = newExpiringToken(tx, linkMinutes["password-reset"] * MINUTE)
    await tx.db
      .insertInto("password_resets")
      .values({ ...reset.stored, user_id: userId })
      .execute()
    await emit(tx, "user.email-change-undone", { user: { id: userId, name, email }, email: former })
    return reset.token
  })
}

/** The mailbox of the present address is verified; those of the former addresses never were. */
export async function deleteUnverifiedUndos(tx: Tx, userId: string): Promise<void> {
  await tx.db.deleteFrom("email_undos").where("user_id", "=", userId).where("was_verified", "=", false).execute()
}

export async function deleteEmailUndos(tx: Tx, userId: string): Promise<void> {
  await tx.db.deleteFrom("email_undos").where("user_id", "=", userId).execute()
}
