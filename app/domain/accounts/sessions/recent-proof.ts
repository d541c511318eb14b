import { isRecentProof } from "../proof"
import type { Session } from "./sessions.server"

/** Returns false if the proof is old, or weaker than the account's owner can give. */
export function hasRecentProof(session: Session | null, now: Date): boolean {
  return !session || isRecentProof(session.proof, now)
}
