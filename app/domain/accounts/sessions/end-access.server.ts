import type { Tx } from "~/domain/shop"
import { endPendingSignIns } from "../factors/second-step.server"
import { forgetTrustedDevices } from "../factors/trusted-devices.server"
import { revokeMailedLinks } from "../passwords/mailed-links.server"
import { endUserSessions } from "./session-list.server"

/** Ends all that opens the account without its password, except one session; returns the number of ended sessions. */
export async function endAccess(tx: Tx, userId: string, exceptSession?: string): Promise<number> {
  await endPendingSignIns(tx, userId)
  await forgetTrustedDevices(tx, userId)
  await revokeMailedLinks(tx, userId)
  return endUserSessions(tx, userId, exceptSession)
}
