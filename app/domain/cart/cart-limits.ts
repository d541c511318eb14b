import type { RateLimitRule } from "~/domain/rate-limits"

/** A cart without an account lives in the browser and needs no limit. */
export const cartLimits = {
  changedByMember: { name: "cart-member", points: 300, minutes: 10 },
} as const satisfies Record<string, RateLimitRule>
