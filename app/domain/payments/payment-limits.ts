import type { RateLimitRule } from "~/domain/rate-limits"

export const paymentLimits = {
  /** More than a person buys, less than the test of a stolen card list needs. */
  startedByMember: { name: "payment-member", points: 120, minutes: 15 },
  /** What an order would cost is looked at with every change of a form. */
  quotedByMember: { name: "quote-member", points: 600, minutes: 15 },
  gatewayCallsOfMember: { name: "gateway-member", points: 24, minutes: 1 },
  /** A reserve for orders of payments that may have been made: once in ten seconds for each, and six a minute */
  claimsOfPayment: { name: "gateway-claim", points: 1, minutes: 1 / 6 },
  claimsOfMember: { name: "gateway-claims", points: 6, minutes: 1 },
  /** Together 120 calls for all identities of a network; the second part is for payments that may have been made. */
  gatewayCallsFromNetwork: { name: "gateway-network", points: 80, minutes: 1 },
  claimCallsFromNetwork: { name: "gateway-claims-network", points: 40, minutes: 1 },
  declinesFromAddress: { name: "declines-address", points: 20, minutes: 60 },
  cardsFromAddress: { name: "sandbox-card", points: 600, minutes: 15 },
} as const satisfies Record<string, RateLimitRule>
