import type { RateLimitRule } from "~/domain/rate-limits"

export const paymentLimits = {
  /** More than a person buys, fewer than testing a list of stolen cards needs */
  startedByMember: { name: "payment-member", points: 120, minutes: 15 },
  /** Every change of a form asks for the price of an order. */
  quotedByMember: { name: "quote-member", points: 600, minutes: 15 },
  gatewayCallsOfMember: { name: "gateway-member", points: 24, minutes: 1 },
  /** A reserve for orders whose payment may have been made: once in ten seconds for each, and six a minute */
  claimsOfPayment: { name: "gateway-claim", points: 1, minutes: 1 / 6 },
  claimsOfMember: { name: "gateway-claims", points: 6, minutes: 1 },
  /** Together 120 calls for all users of a network; the second number is for payments that may have been made. */
  gatewayCallsFromNetwork: { name: "gateway-network", points: 80, minutes: 1 },
  claimCallsFromNetwork: { name: "gateway-claims-network", points: 40, minutes: 1 },
  declinesFromAddress: { name: "declines-address", points: 20, minutes: 60 },
  cardsFromAddress: { name: "sandbox-card", points: 600, minutes: 15 },
} as const satisfies Record<string, RateLimitRule>
