/** What an identity is proven with */
export type Factor = "password" | "link" | "totp" | "recovery-code" | "passkey"

export type SecondFactor = "totp" | "passkey"

const strong: ReadonlySet<Factor> = new Set<Factor>(["totp", "recovery-code", "passkey"])

/** Whether more than a password was proven. */
export function isStrong(factors: readonly Factor[]): boolean {
  return factors.some((factor) => strong.has(factor))
}

export const secondFactorNames: Record<SecondFactor, string> = { totp: "an authenticator app", passkey: "a passkey" }

export const factorNames: Record<Factor, string> = {
  password: "password",
  link: "mailed link",
  totp: "authenticator app",
  "recovery-code": "recovery code",
  passkey: "passkey",
}

/** So few recovery codes are a reason to make new ones. */
export const FEW_CODES = 3
