/** What an identity is proven with */
export type Factor = "password" | "link" | "totp" | "recovery-code"

export type SecondFactor = "totp"

const strong: ReadonlySet<Factor> = new Set<Factor>(["totp", "recovery-code"])

/** Whether more than a password was proven. */
export function isStrong(factors: readonly Factor[]): boolean {
  return factors.some((factor) => strong.has(factor))
}

export const secondFactorNames: Record<SecondFactor, string> = { totp: "an authenticator app" }

/** So few recovery codes are a reason to make new ones. */
export const FEW_CODES = 3
