import type { RateLimitRule } from "~/domain/rate-limits"

/** Changes of an account's cart, which is kept in the database. A visitor's cart is in their own browser alone. */
export const cartLimits = {
  changedByMember: { name: "cart-member", points: 300, minutes: 10 },
} as const satisfies Record<string, RateLimitRule>
