import { randomBytes } from "node:crypto"
import { newObjectId } from "../object-id.server"
import type { Books, Shop } from "../shop"
import { invalid } from "../shop-error"
import { hashPassword } from "./passwords.server"
import { insertUser } from "./register.server"
import { owns } from "./user-row.server"

/** What became of the request for an administrator. */
export type EnsuredAdmin = "made" | "promoted" | "present"

/**
 * Sees to it that this administrator exists. Whoever is one already keeps their password; an ordinary account that
 * becomes one gets the given password and is signed out everywhere, because anybody may have registered it.
 */
export async function ensureAdmin(shop: Shop, email: string, password: string): Promise<EnsuredAdmin> {
  const passwordHash = await hashPassword(password)
  return shop.transaction(async (books) => {
    const id = newObjectId(books.now())
    const user = { id, name: "Administrator", email, password_hash: passwordHash, role: "admin" as const }
    if (await insertUser(books, user)) return "made"
    const promoted = await books.db
      .updateTable("users")
      .set({ role: "admin", password_hash: passwordHash, updated_at: books.now() })
      .where(owns(email))
      .where("role", "<>", "admin")
      .returning("id")
      .executeTakeFirst()
    if (!promoted) return "present"
    await books.db.deleteFrom("sessions").where("user_id", "=", promoted.id).execute()
    await books.db.deleteFrom("password_resets").where("user_id", "=", promoted.id).execute()
    return "promoted"
  })
}

/** Makes somebody an administrator who has an account, with their password as it is. `false` when nobody has it. */
export async function promoteUser(shop: Shop, email: string): Promise<boolean> {
  const row = await shop.db
    .updateTable("users")
    .set({ role: "admin", updated_at: shop.now() })
    .where(owns(email))
    .returning("id")
    .executeTakeFirst()
  return row !== undefined
}

/** Whether nobody has ever had an account here. */
export async function hasNoUsers(books: Books): Promise<boolean> {
  return (await books.db.selectFrom("users").select("id").limit(1).executeTakeFirst()) === undefined
}

/** 120 random bits in letters and digits that are easy to type. */
export function randomPassword(): string {
  const alphabet = "abcdefghijkmnpqrstuvwxyz23456789"
  const characters = [...randomBytes(24)].map((byte) => alphabet[byte % 32])
  return characters.join("").replace(/(.{6})(?=.)/g, "$1-")
}

/**
 * Takes the lock that every change of who is an administrator takes, so that two such changes never overlap, and
 * refuses when it would leave the shop without one.
 * @throws ShopError `invalid`
 */
export async function spareLastAdmin(books: Books, leavingId: string): Promise<void> {
  const admins = await books.db
    .selectFrom("users")
    .select("id")
    .where("role", "=", "admin")
    .where("deleted_at", "is", null)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute()
  if (admins.some(({ id }) => id === leavingId) && admins.length === 1) {
    throw invalid("The last administrator can be neither deleted nor demoted")
  }
}
