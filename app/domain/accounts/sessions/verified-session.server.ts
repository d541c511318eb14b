import { emit } from "~/domain/events/emit.server"
import type { Tx } from "~/domain/shop"
import { secondStepNeeded, unauthenticated } from "~/domain/shop-error"
import { compileOnce, preparedStatement } from "~db/prepared-statements.server"
import { isStaff } from "../actor"
import { isStrong, type SignInFactor } from "../factor"
import { hasSecondFactorSql } from "../has-second-factor.server"
import type { VerifiedCredentials } from "../passwords/verified-credentials"
import type { User } from "../user"
import { activeUsers, userColumns } from "../user-row.server"
import { endEarlierSessions } from "./session-list.server"
import { type Device, endSession, type SessionToken, startSession } from "./sessions.server"
import { acceptTrustedDevice } from "./trusted-devices.server"

/** Limits clients that sign in for every call. */
const MAX_SESSIONS = 100

const lockVerified = compileOnce((db, { userId, passwordHash }: Pick<VerifiedCredentials, "userId" | "passwordHash">) =>
  activeUsers({ db })
    .modifyFront(preparedStatement)
    .select([...userColumns, hasSecondFactorSql.as("hasSecondFactor")])
    .where("users.id", "=", userId)
    .where("users.password_hash", "=", passwordHash)
    .forNoKeyUpdate("users"),
)

/**
 * Ends earlier sessions of the device. A trusted device is no factor of the session, so sensitive actions demand one.
 * @param announces sends the owner a mail about a new device
 * @throws ShopError `unauthenticated` if the password changed since the proof, `secondStep` if it was the password
 * alone
 */
export async function startVerifiedSession(
  tx: Tx,
  { userId, passwordHash, factors = ["password"], trustToken = "", via }: VerifiedCredentials,
  { device, replaces, announces = false }: { device: Device; replaces: string | null; announces?: boolean },
): Promise<{ session: SessionToken; user: User }> {
  const [row] = await lockVerified(tx.db, { userId, passwordHash })
  if (!row) throw unauthenticated()
  const { hasSecondFactor, ...user } = row
  const needsTrust = hasSecondFactor && !isStrong(factors)
  if (needsTrust && !(await acceptTrustedDevice(tx, userId, trustToken))) throw secondStepNeeded()
  if (replaces) await endSession(tx, replaces)
  await endEarlierSessions(tx, user.id, device.id ?? null, MAX_SESSIONS - 1)
  const session = await startSession(tx, user, device, factors)
  const shown: readonly SignInFactor[] = needsTrust ? [...factors, "trusted-device"] : factors
  if (isStaff(user)) await emit(tx, "staff.signed-in", { user, factors: shown, sessionId: session.id })
  if (announces)
    await emit(tx, "user.signed-in-on-new-device", { user, userAgent: device.userAgent, factors: shown, via })
  return { session, user }
}
