import type { CurrencyCode } from "~/domain/money/currency"

/** Words that stand for a currency instead of a sign, and their codes */
const names: Readonly<Record<string, readonly string[]>> = {
  kr: ["SEK", "NOK", "DKK"],
  zł: ["PLN"],
  kč: ["CZK"],
  ft: ["HUF"],
  lei: ["RON"],
  fr: ["CHF"],
}

const codes = new Set(Intl.supportedValuesOf("currency"))

const WORDS = /[\p{L}\p{Sc}]+/gu

/** Returns the sign or code of a currency other than this one in a price, or null. */
export function otherCurrency(text: string, currency: CurrencyCode): string | null {
  return text.match(WORDS)?.find((word) => isOther(word, currency)) ?? null
}

/** Codes that are words as well, such as in `PRICE ALL` */
const words = ["ALL", "CUP", "TOP"]

/** Returns the sign or code of another currency in a heading such as `Price (EUR)`, or null. */
export function currencyInHeading(heading: string, currency: CurrencyCode): string | null {
  const signs = heading.match(/\p{Sc}/gu) ?? []
  const [, mark = "", code = ""] = /([([ _-])([A-Z]{3})[)\]]?$/.exec(heading.trim()) ?? []
  const isInBrackets = mark === "(" || mark === "["
  const isWord = words.includes(code) && !isInBrackets && heading === heading.toUpperCase()
  return [...signs, isWord ? "" : code].find((word) => isOther(word, currency)) ?? null
}

function isOther(word: string, currency: CurrencyCode): boolean {
  const sign = /\p{Sc}/u.exec(word)?.[0]
  if (sign !== undefined) {
    const country = word.replace(sign, "").toUpperCase()
    const own = signOf(currency)
    return word !== own && !(own.endsWith(sign) && currency.startsWith(country))
  }
  const known = names[word.toLowerCase()]
  if (known) return !known.includes(currency)
  return codes.has(word.toUpperCase()) && word.toUpperCase() !== currency
}

/** The sign within its own country, such as `$` for Canadian dollars */
function signOf(currency: CurrencyCode): string {
  const format = new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "narrowSymbol" })
  return format.formatToParts(0).find(({ type }) => type === "currency")?.value ?? ""
}
