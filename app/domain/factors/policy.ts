import { isStaff } from "~/domain/accounts/actor"
import type { User } from "~/domain/accounts/user"
import type { Day } from "~/domain/days/days"
import type { SettingsFacts } from "~/domain/settings/settings"
import { factorNeeded } from "~/domain/shop-error"

type Policy = Pick<SettingsFacts, "staffFactorsFrom">
type SignedIn = { user: User; hasSecondFactor: boolean }

export function demandsFactors({ staffFactorsFrom: day }: Policy, today: Day): boolean {
  return day !== "" && today >= day
}

/** Returns the day from which this session has no access without a second factor; null if it has one or needs none. */
export function factorDayOf(session: SignedIn | null, { staffFactorsFrom: day }: Policy): string | null {
  return session && isStaff(session.user) && !session.hasSecondFactor ? day || null : null
}

export function mustSetUpFactor(session: SignedIn | null, policy: Policy, today: Day): boolean {
  return factorDayOf(session, policy) !== null && demandsFactors(policy, today)
}

/** @throws ShopError `factorNeeded` for a member of staff who must first set one up */
export function requireOwnFactor(session: SignedIn | null, policy: Policy, today: Day): void {
  if (mustSetUpFactor(session, policy, today)) throw factorNeeded()
}
