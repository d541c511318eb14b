import type { Books } from "../shop"
import { unauthenticated } from "../shop-error"
import type { Proof } from "./proof"
import { type Device, endSession, startSession } from "./sessions.server"
import type { User } from "./user"
import { toUser, userColumns } from "./user-row.server"

/**
 * Starts a session for who has just proved to be somebody, inside the caller's transaction, and ends the one that the
 * browser had.
 * @throws ShopError `unauthenticated` when the account or its password changed since the proof
 */
export async function startProvenSession(
  books: Books,
  proof: Proof,
  { device, replaces }: { device: Device; replaces: string | null },
): Promise<{ token: string; user: User }> {
  const user = await lockProven(books, proof)
  if (!user) throw unauthenticated()
  if (replaces) await endSession(books, replaces)
  return { token: await startSession(books, user.id, device), user }
}

async function lockProven(books: Books, { userId, passwordHash }: Proof): Promise<User | null> {
  const row = await books.db
    .selectFrom("users")
    .leftJoin("pictures", "pictures.id", "users.avatar_picture_id")
    .select(userColumns)
    .where("users.id", "=", userId)
    .where("users.password_hash", "=", passwordHash)
    .where("users.deleted_at", "is", null)
    .forNoKeyUpdate("users")
    .executeTakeFirst()
  return row ? toUser(row) : null
}
