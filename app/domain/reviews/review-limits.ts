import type { RateLimitRule } from "~/domain/rate-limits"

/** More than somebody can write who has used what they write about. */
export const reviewLimits = {
  writtenByMember: { name: "review-member", points: 20, minutes: 10 },
  writtenByMemberInADay: { name: "review-member-day", points: 100, minutes: 24 * 60 },
} as const satisfies Record<string, RateLimitRule>
