import type { RateLimitRule, RateLimits } from "~/domain/rate-limits"
import { accountLimits } from "../account-limits"
import { accountKey, addressKey } from "../rate-limit-keys.server"
import type { KnownDevice } from "../sessions/known-device"

/**
 * Where tries to sign in are counted: `own` is forgiven by success, `shared` with others counts failures alone, and
 * `successes` what cost a hash and left a session.
 */
interface LoginAttempts {
  own: CountedLimit
  shared: readonly CountedLimit[]
  successes: readonly CountedLimit[]
}

type CountedLimit = readonly [RateLimitRule, key: string]

/** Tries on a device that the account does not know. */
export function attemptsFromUnknownDevice(email: string, address: string): LoginAttempts {
  const [account, origin] = [accountKey(email), addressKey(address)]
  return {
    own: [accountLimits.loginOfAccountFromAddress, `${account} ${origin}`],
    shared: [
      [accountLimits.loginFromAddress, origin],
      [accountLimits.loginOfAccount, account],
    ],
    successes: [
      [accountLimits.signInOfAccount, account],
      [accountLimits.signInFromAddress, origin],
    ],
  }
}

/** Tries on a device where this user has signed in before: whatever strangers do, they are the device's own. */
export function attemptsOnKnownDevice(device: KnownDevice, userId: string, email: string): LoginAttempts {
  return {
    own: [accountLimits.loginOnDevice, `${device.id} ${userId}`],
    shared: [],
    successes: [[accountLimits.signInOfAccount, accountKey(email)]],
  }
}

/** Counts a try before it is looked at, so that of many at once no more than allowed are. @throws ShopError `tooMany` */
export async function beginAttempt(limits: RateLimits, { own, shared, successes }: LoginAttempts): Promise<void> {
  for (const count of [...shared, ...successes]) await limits.check(...count)
  await limits.consume(...own)
}

/** @throws ShopError `tooMany` for a failure beyond what is shared: it says nothing of the password */
export async function recordFailedAttempt(limits: RateLimits, { shared }: LoginAttempts): Promise<void> {
  for (const count of shared) await limits.consume(...count)
}

/**
 * Forgives the tries before this one.
 * @throws ShopError `tooMany` when others that were under way have failed too often meanwhile: the right guess among
 * many at once does not slip through
 */
export async function recordSuccessfulAttempt(
  limits: RateLimits,
  { own, shared, successes }: LoginAttempts,
): Promise<void> {
  for (const count of shared) await limits.check(...count)
  for (const count of successes) await limits.consume(...count)
  await limits.reset(...own)
}
