import type { Cents } from "./money"

interface Currency {
  name: string
  /**
   * The lowest amount that a card can be charged: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
   */
  leastTotal: Cents
  /** About 500 US dollars, as a round amount; larger refunds need a confirmation, with a recent proof. */
  largeRefund: Cents
}

/** The currencies of two decimals that a shop can use */
export const currencies = {
  USD: { name: "US dollars", leastTotal: 50, largeRefund: 50_000 },
  AED: { name: "UAE dirhams", leastTotal: 200, largeRefund: 200_000 },
  AUD: { name: "Australian dollars", leastTotal: 50, largeRefund: 75_000 },
  BRL: { name: "Brazilian reals", leastTotal: 50, largeRefund: 250_000 },
  CAD: { name: "Canadian dollars", leastTotal: 50, largeRefund: 70_000 },
  CHF: { name: "Swiss francs", leastTotal: 50, largeRefund: 40_000 },
  CZK: { name: "Czech korunas", leastTotal: 1_500, largeRefund: 1_000_000 },
  DKK: { name: "Danish kroner", leastTotal: 250, largeRefund: 350_000 },
  EUR: { name: "euros", leastTotal: 50, largeRefund: 50_000 },
  GBP: { name: "British pounds", leastTotal: 30, largeRefund: 40_000 },
  HKD: { name: "Hong Kong dollars", leastTotal: 400, largeRefund: 400_000 },
  HUF: { name: "Hungarian forints", leastTotal: 17_500, largeRefund: 17_500_000 },
  INR: { name: "Indian rupees", leastTotal: 50, largeRefund: 4_000_000 },
  MXN: { name: "Mexican pesos", leastTotal: 1_000, largeRefund: 900_000 },
  MYR: { name: "Malaysian ringgits", leastTotal: 200, largeRefund: 200_000 },
  NOK: { name: "Norwegian kroner", leastTotal: 300, largeRefund: 500_000 },
  NZD: { name: "New Zealand dollars", leastTotal: 50, largeRefund: 85_000 },
  PLN: { name: "Polish zlotys", leastTotal: 200, largeRefund: 200_000 },
  RON: { name: "Romanian lei", leastTotal: 200, largeRefund: 200_000 },
  SEK: { name: "Swedish kronor", leastTotal: 300, largeRefund: 500_000 },
  SGD: { name: "Singapore dollars", leastTotal: 50, largeRefund: 65_000 },
  THB: { name: "Thai baht", leastTotal: 1_000, largeRefund: 1_600_000 },
} as const satisfies Record<string, Currency>

/** ISO 4217 */
export type CurrencyCode = keyof typeof currencies

export function isLargeRefund(amount: Cents, currency: CurrencyCode): boolean {
  return amount > currencies[currency].largeRefund
}

export const currencyCodes = Object.keys(currencies) as CurrencyCode[]
