import type { RateLimitRule } from "~/domain/rate-limits"

export const paymentLimits = {
  /** Far beyond what a person buys, and short of what a stolen list of cards needs. */
  startedByMember: { name: "payment-member", points: 120, minutes: 15 },
  /** Calls that leave the house for a payment service, by all that a member does. */
  gatewayCallsOfMember: { name: "gateway-member", points: 30, minutes: 1 },
  /** Cards tried in the sandbox through the API, by address. */
  cardsFromAddress: { name: "sandbox-card", points: 600, minutes: 15 },
} as const satisfies Record<string, RateLimitRule>
