import { MINUTE } from "~/domain/durations"
import { staleProof } from "~/domain/shop-error"
import { isStrong } from "../factors/factor"
import type { Session } from "./sessions.server"

const RECENT = 15 * MINUTE

/** Returns false if the proof is old, or weaker than the account's owner can give. */
export function hasRecentProof(session: Session | null, now: Date): boolean {
  if (!session) return true
  const { proof, hasSecondFactor } = session
  const isRecent = now.getTime() - proof.at.getTime() < RECENT
  return isRecent && (!hasSecondFactor || isStrong(proof.factors))
}

/** @throws ShopError `staleProof` without a recent proof */
export function requireRecentProof(session: Session | null, now: Date): void {
  if (!hasRecentProof(session, now)) throw staleProof()
}
