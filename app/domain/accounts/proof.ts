import { MINUTE } from "~/domain/durations"
import { staleProof } from "~/domain/shop-error"
import { isStrong } from "./factor"
import type { SessionProof, User } from "./user"

/** The accounts an action asks: those with a second factor, or all */
type Asked = "second-factor" | "all"

/** The actions that need a recent proof, and the accounts they ask on pages and in calls */
export const provenVerbs = {
  "refund.large": { pages: "all", calls: "all" },
  "staff.appoint": { pages: "all", calls: "all" },
  "roles.edit": { pages: "all", calls: "all" },
  "invitation.accept": { pages: "all", calls: "all" },
  "policy.change": { pages: "all", calls: "all" },
  "factors.change": { pages: "all", calls: "all" },
  "taxes.change": { pages: "all", calls: "all" },
  "own-data.export": { pages: "all", calls: "all" },
  // Clients of the JSON contract know no proof for accounts without a second factor.
  "people.export": { pages: "all", calls: "second-factor" },
  "people.import": { pages: "all", calls: "all" },
  "customers.change": { pages: "all", calls: "second-factor" },
  // The owner of a new mailbox could remove the factors by resetting the password.
  "protected-email.change": { pages: "all", calls: "all" },
  // The pages ask accounts without a second factor for the password.
  "email.change": { pages: "second-factor", calls: "all" },
  "account.close": { pages: "second-factor", calls: "all" },
} as const satisfies Record<string, { pages: Asked; calls: Asked }>

export type ProvenVerb = keyof typeof provenVerbs

const RECENT = 15 * MINUTE

/** Returns false if the proof is old, or weaker than the account's owner can give, such as that of a trusted device. */
export function isRecentProof({ at, factors, hasSecondFactor }: SessionProof, now: Date): boolean {
  const isRecent = now.getTime() - at.getTime() < RECENT
  return isRecent && (!hasSecondFactor || isStrong(factors))
}

/** Actors without a session, such as commands and jobs, need no proof. */
export function isProven({ now }: { now(): Date }, { proof }: Pick<User, "proof">, verb: ProvenVerb): boolean {
  if (!proof) return true
  const { pages, calls } = provenVerbs[verb]
  const asked: Asked = proof.isCall ? calls : pages
  return (asked === "second-factor" && !proof.hasSecondFactor) || isRecentProof(proof, now())
}

/** @throws ShopError `staleProof` without the recent proof that the action needs */
export function requireProof(shop: { now(): Date }, actor: Pick<User, "proof">, verb: ProvenVerb): void {
  if (!isProven(shop, actor, verb)) throw staleProof()
}
