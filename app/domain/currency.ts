import type { Cents } from "./money"

interface Currency {
  name: string
  /** What a card can be charged at least: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
  leastTotal: Cents
}

/** Currencies of two decimals that a shop may have */
export const currencies = {
  USD: { name: "US dollars", leastTotal: 50 },
  AED: { name: "UAE dirhams", leastTotal: 200 },
  AUD: { name: "Australian dollars", leastTotal: 50 },
  BRL: { name: "Brazilian reals", leastTotal: 50 },
  CAD: { name: "Canadian dollars", leastTotal: 50 },
  CHF: { name: "Swiss francs", leastTotal: 50 },
  CZK: { name: "Czech korunas", leastTotal: 1_500 },
  DKK: { name: "Danish kroner", leastTotal: 250 },
  EUR: { name: "euros", leastTotal: 50 },
  GBP: { name: "British pounds", leastTotal: 30 },
  HKD: { name: "Hong Kong dollars", leastTotal: 400 },
  HUF: { name: "Hungarian forints", leastTotal: 17_500 },
  INR: { name: "Indian rupees", leastTotal: 50 },
  MXN: { name: "Mexican pesos", leastTotal: 1_000 },
  MYR: { name: "Malaysian ringgits", leastTotal: 200 },
  NOK: { name: "Norwegian kroner", leastTotal: 300 },
  NZD: { name: "New Zealand dollars", leastTotal: 50 },
  PLN: { name: "Polish zlotys", leastTotal: 200 },
  RON: { name: "Romanian lei", leastTotal: 200 },
  SEK: { name: "Swedish kronor", leastTotal: 300 },
  SGD: { name: "Singapore dollars", leastTotal: 50 },
  THB: { name: "Thai baht", leastTotal: 1_000 },
} as const satisfies Record<string, Currency>

/** ISO 4217 */
export type CurrencyCode = keyof typeof currencies

export const currencyCodes = Object.keys(currencies) as CurrencyCode[]
