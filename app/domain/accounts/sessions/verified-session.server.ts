import type { Tx } from "~/domain/shop"
import { unauthenticated } from "~/domain/shop-error"
import type { VerifiedCredentials } from "../passwords/verified-credentials"
import type { User } from "../user"
import { activeUsers, userColumns } from "../user-row.server"
import { endEarlierSessions } from "./session-list.server"
import { type Device, endSession, type SessionToken, startSession } from "./sessions.server"

/** Bounds clients that sign in for every call. */
const MAX_SESSIONS = 100

/** Ends earlier sessions of the device. @throws ShopError `unauthenticated` if the password changed since the proof */
export async function startVerifiedSession(
  tx: Tx,
  { userId, passwordHash }: VerifiedCredentials,
  { device, replaces }: { device: Device; replaces: string | null },
): Promise<{ session: SessionToken; user: User }> {
  const user = await activeUsers(tx)
    .select(userColumns)
    .where("users.id", "=", userId)
    .where("users.password_hash", "=", passwordHash)
    .forNoKeyUpdate("users")
    .executeTakeFirst()
  if (!user) throw unauthenticated()
  if (replaces) await endSession(tx, replaces)
  await endEarlierSessions(tx, user.id, device.id ?? null, MAX_SESSIONS - 1)
  return { session: await startSession(tx, user, device), user }
}
