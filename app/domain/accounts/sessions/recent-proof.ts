import { MINUTE } from "~/domain/durations"
import { staleProof } from "~/domain/shop-error"
import { isStrong } from "../factors/factor"
import type { Session } from "./sessions.server"

const RECENT = 15 * MINUTE

/** @throws ShopError `staleProof` if the proof is old, or weaker than the account's owner can give */
export function requireRecentProof(session: Session | null, now: Date): void {
  if (!session) return
  const { proof, hasSecondFactor } = session
  const isRecent = now.getTime() - proof.at.getTime() < RECENT
  if (!isRecent || (hasSecondFactor && !isStrong(proof.factors))) throw staleProof()
}
