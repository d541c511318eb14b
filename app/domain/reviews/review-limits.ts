import type { RateLimitRule } from "~/domain/rate-limits"

/** More than a person can write about products that they have used. */
export const reviewLimits = {
  writtenByMember: { name: "review-member", points: 20, minutes: 10 },
  writtenByMemberInADay: { name: "review-member-day", points: 100, minutes: 24 * 60 },
} as const satisfies Record<string, RateLimitRule>
