export type Factor = "password" | "link" | "totp" | "recovery-code" | "passkey"

/** A trusted device is not a proof. */
export type SignInFactor = Factor | "trusted-device"

export type SecondFactor = "totp" | "passkey"

const strong: ReadonlySet<Factor> = new Set<Factor>(["totp", "recovery-code", "passkey"])

/** Whether the session proved more than a password */
export function isStrong(factors: readonly Factor[]): boolean {
  return factors.some((factor) => strong.has(factor))
}

export const secondFactorNames: Record<SecondFactor, string> = { totp: "an authenticator app", passkey: "a passkey" }

export const factorNames: Record<SignInFactor, string> = {
  password: "password",
  link: "mailed link",
  totp: "authenticator app",
  "recovery-code": "recovery code",
  passkey: "passkey",
  "trusted-device": "trusted device",
}

/** Days for which a trusted device needs no second factor */
export const TRUST_DAYS = 30

/** At this number or below, the page suggests new recovery codes. */
export const FEW_CODES = 3
