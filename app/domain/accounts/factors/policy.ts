import type { SettingsFacts } from "~/domain/settings/settings"
import { factorNeeded } from "~/domain/shop-error"
import { isStaff } from "../actor"
import type { User } from "../user"

type Policy = Pick<SettingsFacts, "staffFactorsFrom">
type SignedIn = { user: User; hasSecondFactor: boolean }

export function demandsFactors({ staffFactorsFrom: day }: Policy, now: Date): boolean {
  return day !== "" && now.toISOString().slice(0, 10) >= day
}

/** Returns the day from which this session opens nothing without a second factor; null if it has one or needs none. */
export function factorDayOf(session: SignedIn | null, { staffFactorsFrom: day }: Policy): string | null {
  return session && isStaff(session.user) && !session.hasSecondFactor ? day || null : null
}

export function mustSetUpFactor(session: SignedIn | null, policy: Policy, now: Date): boolean {
  return factorDayOf(session, policy) !== null && demandsFactors(policy, now)
}

/** @throws ShopError `factorNeeded` for a member of staff who must set one up before anything else */
export function requireOwnFactor(session: SignedIn | null, policy: Policy, now: Date): void {
  if (mustSetUpFactor(session, policy, now)) throw factorNeeded()
}
