import type { Tx } from "~/domain/shop"
import { revokeMailedLinks } from "../passwords/mailed-links.server"
import { endPendingSignIns } from "./pending-sign-ins.server"
import { endUserSessions } from "./session-list.server"
import { forgetTrustedDevices } from "./trusted-devices.server"

/** Revokes all access without the password, except one session; returns the number of ended sessions. */
export async function endAccess(tx: Tx, userId: string, exceptSession?: string): Promise<number> {
  await revokeMailedLinks(tx, userId)
  return endSignIns(tx, userId, exceptSession)
}

/** Keeps mailed links; returns the number of ended sessions. */
export async function endSignIns(tx: Tx, userId: string, exceptSession?: string): Promise<number> {
  await endPendingSignIns(tx, userId)
  await forgetTrustedDevices(tx, userId)
  return endUserSessions(tx, userId, exceptSession)
}
