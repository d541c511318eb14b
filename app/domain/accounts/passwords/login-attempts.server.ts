import type { CountedLimit, RateLimits } from "~/domain/rate-limits"
import { accountLimits } from "../account-limits"
import { accountKey, countsFrom, siteKey } from "../rate-limit-keys.server"
import type { KnownDevice } from "../sessions/known-device"

/** Limits of sign-in attempts: `own` resets on success, `shared` counts failures, `successes` counts sessions. */
interface LoginAttempts {
  own: CountedLimit
  shared: readonly CountedLimit[]
  successes: readonly [CountedLimit, ...CountedLimit[]]
}

export function attemptsFromUnknownDevice(email: string, address: string): LoginAttempts {
  const account = accountKey(email)
  return {
    own: [accountLimits.loginOfAccountFromAddress, `${account} ${siteKey(address)}`],
    shared: [...countsFrom(address, accountLimits.loginFromAddress), [accountLimits.loginOfAccount, account]],
    successes: [[accountLimits.signInOfAccount, account], ...countsFrom(address, accountLimits.signInFromAddress)],
  }
}

/** Someone who knows the password cannot use up these attempts. */
export function attemptsOnKnownDevice(device: KnownDevice, userId: string): LoginAttempts {
  const key = `${device.id} ${userId}`
  return { own: [accountLimits.loginOnDevice, key], shared: [], successes: [[accountLimits.signInOfAccount, key]] }
}

/**
 * Counts the attempt before the check, so that concurrent attempts stay within the limit. @throws ShopError `tooMany`
 */
export async function beginAttempt(limits: RateLimits, { own, shared, successes }: LoginAttempts): Promise<void> {
  await limits.countAll({ checked: [...shared, ...successes], counted: [own] })
}

export async function recordFailedAttempt(limits: RateLimits, { shared }: LoginAttempts): Promise<void> {
  for (const count of shared) await limits.consume(...count)
}

export async function recordSuccessfulAttempt(
  limits: RateLimits,
  { own, shared, successes }: LoginAttempts,
): Promise<void> {
  await limits.countAll({ checked: shared, counted: successes, reset: [own] })
}
