import type { Tx } from "~/domain/shop"
import { unauthenticated } from "~/domain/shop-error"
import { endOldestSessions } from "./session-list.server"
import { type Device, endSession, type SessionToken, startSession } from "./sessions.server"
import type { User } from "./user"
import { toUser, userColumns } from "./user-row.server"
import type { VerifiedCredentials } from "./verified-credentials"

/** More devices than a person has; clients that sign in for every call fill no table. */
const MAX_SESSIONS = 100

/**
 * Starts a session for who has just proved to be somebody, inside the caller's transaction, and ends the one that the
 * browser had.
 * @throws ShopError `unauthenticated` when the account or its password changed since the proof
 */
export async function startVerifiedSession(
  tx: Tx,
  credentials: VerifiedCredentials,
  { device, replaces }: { device: Device; replaces: string | null },
): Promise<{ session: SessionToken; user: User }> {
  const user = await lockVerifiedUser(tx, credentials)
  if (!user) throw unauthenticated()
  if (replaces) await endSession(tx, replaces)
  await endOldestSessions(tx, user.id, MAX_SESSIONS - 1)
  return { session: await startSession(tx, user, device), user }
}

async function lockVerifiedUser(tx: Tx, { userId, passwordHash }: VerifiedCredentials): Promise<User | null> {
  const row = await tx.db
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
