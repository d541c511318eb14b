import type { Cents } from "~/domain/money/money"

/** A method of the payment service; its facts are those of Stripe's documentation. */
interface OnlineMethodFacts {
  name: string
  /** One sentence for shoppers */
  hint: string
  /** Null for all */
  currencies: readonly string[] | null
  /** Countries of the buyers; null for all */
  countries: readonly string[] | null
  /** The largest amount; null without a limit of its own */
  most: Cents | null
  /** `days`: the bank of a debit decides days later. */
  decides: "at-once" | "days"
  refunds: RefundRule
  /** Exists only in the sandbox, where owners try what some methods cannot do */
  isTest?: true
}

export interface RefundRule {
  parts: "any" | "whole" | "none"
  /** Days after the payment in which it can be refunded; null without a limit */
  within: number | null
  /** Whether the money arrives days later */
  isDeferred?: true
}

const HALF_YEAR = { parts: "any", within: 180 } as const
const YOUR_BANK = "You approve the payment in your bank’s app or on its page."
const EURO_COUNTRIES = "AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK".split(" ")

const facts = {
  card: {
    ...{ name: "Card", hint: "Credit and debit cards, and the wallets of your device.", currencies: null },
    ...{ countries: null, most: null, decides: "at-once", refunds: { parts: "any", within: null } },
  },
  ideal: {
    ...{ name: "iDEAL | Wero", hint: YOUR_BANK, currencies: ["EUR"], countries: ["NL"], most: 5_000_000 },
    ...{ decides: "at-once", refunds: HALF_YEAR },
  },
  bancontact: {
    ...{ name: "Bancontact", hint: "You approve the payment in the Bancontact app or with your card.", most: null },
    ...{ currencies: ["EUR"], countries: ["BE"], decides: "at-once", refunds: HALF_YEAR },
  },
  eps: {
    ...{ name: "EPS", hint: YOUR_BANK, currencies: ["EUR"], countries: ["AT"], most: null },
    ...{ decides: "at-once", refunds: HALF_YEAR },
  },
  p24: {
    ...{ name: "Przelewy24", hint: YOUR_BANK, currencies: ["EUR", "PLN"], countries: ["PL"], most: null },
    ...{ decides: "at-once", refunds: HALF_YEAR },
  },
  blik: {
    ...{ name: "BLIK", hint: "You enter a code from your bank’s app, and approve the payment there.", most: null },
    ...{ currencies: ["PLN"], countries: ["PL"], decides: "at-once", refunds: { parts: "any", within: 390 } },
  },
  paypal: {
    ...{ name: "PayPal", hint: "You approve the payment at PayPal.", countries: null, most: null },
    ...{
      currencies: ["EUR", "GBP", "USD", "CHF", "CZK", "DKK", "NOK", "PLN", "SEK", "AUD", "CAD", "HKD", "NZD", "SGD"],
    },
    ...{ decides: "at-once", refunds: HALF_YEAR },
  },
  klarna: {
    ...{ name: "Klarna", hint: "You pay Klarna later or in parts, once it has agreed.", most: null },
    currencies: ["EUR", "GBP", "USD", "CHF", "CZK", "DKK", "NOK", "PLN", "RON", "SEK", "AUD", "CAD", "NZD"],
    countries: "AT AU BE CA CH CZ DE DK ES FI FR GB GR IE IT NL NO NZ PL PT RO SE US".split(" "),
    ...{ decides: "at-once", refunds: HALF_YEAR },
  },
  twint: {
    ...{ name: "TWINT", hint: "You approve the payment in the TWINT app.", currencies: ["CHF"], countries: ["CH"] },
    ...{ most: 500_000, decides: "at-once", refunds: HALF_YEAR },
  },
  sepa_debit: {
    ...{ name: "SEPA direct debit", currencies: ["EUR"], countries: EURO_COUNTRIES, most: null, decides: "days" },
    hint: "Your bank pays within a few days. We send your order once it has.",
    refunds: { parts: "any", within: 180, isDeferred: true },
  },
  test_wallet: {
    ...{ name: "Test wallet", hint: "A test method whose payments can be refunded only as a whole.", currencies: null },
    ...{ countries: null, most: null, decides: "at-once", refunds: { parts: "whole", within: null }, isTest: true },
  },
  test_voucher: {
    ...{ name: "Test voucher", hint: "A test method whose payments cannot be refunded.", currencies: null },
    ...{ countries: null, most: null, decides: "at-once", refunds: { parts: "none", within: null }, isTest: true },
  },
} as const satisfies Record<string, OnlineMethodFacts>

export type OnlineMethod = keyof typeof facts

export const onlineMethods: Readonly<Record<OnlineMethod, OnlineMethodFacts>> = facts

export const allMethods = Object.keys(facts) as OnlineMethod[]

export const CARDS_ONLY: readonly OnlineMethod[] = ["card"]

/** The methods that an owner can offer beside cards */
export const otherMethods = allMethods.filter((method) => method !== "card")

/** The sandbox has test methods too. */
export function offerable(isSandbox: boolean): OnlineMethod[] {
  return otherMethods.filter((method) => isSandbox || !onlineMethods[method].isTest)
}

/** The methods that follow a debit: the payment service is asked about them once an hour. */
export const slowMethods = otherMethods.filter((method) => onlineMethods[method].decides === "days")

export function isOnlineMethod(text: string): text is OnlineMethod {
  return Object.hasOwn(facts, text)
}

/** Parses the setting, such as `ideal sepa_debit`; cards come first and are always offered. */
export function parseMethods(setting: string): readonly OnlineMethod[] {
  const ticked = new Set(setting.split(" "))
  return ["card", ...otherMethods.filter((method) => ticked.has(method))]
}

export interface PayableSum {
  amount: Cents
  currency: string
  /** The buyer's; null counts methods of any country */
  country: string | null
}

/** Returns the methods that the payment service has for a sum, as the sandbox offers them. */
export function methodsFor(
  methods: readonly OnlineMethod[],
  { amount, currency, country }: PayableSum,
): OnlineMethod[] {
  return methods.filter((method) => {
    const { currencies, countries, most } = onlineMethods[method]
    const isInCurrency = currencies?.includes(currency.toUpperCase()) ?? true
    const isInCountry = country === null || (countries?.includes(country) ?? true)
    return isInCurrency && isInCountry && (most === null || amount <= most)
  })
}

/** The name of a method that the payment service reports, even if the shop does not know it */
export function methodName(method: string): string {
  if (isOnlineMethod(method)) return onlineMethods[method].name
  const words = method.replaceAll("_", " ")
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export function isSlow(method: string | null): boolean {
  return method !== null && isOnlineMethod(method) && onlineMethods[method].decides === "days"
}

/** Methods that the shop does not know have no rule: the payment service refuses what it cannot refund. */
export function refundRuleOf(method: string | null): RefundRule {
  return method !== null && isOnlineMethod(method) ? onlineMethods[method].refunds : facts.card.refunds
}
