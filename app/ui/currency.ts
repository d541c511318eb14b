import { createContext, useContext } from "react"
import { type CurrencyCode, currencies, formatMoney } from "~/domain/format-money"
import type { Cents } from "~/domain/money"
import { defaultRules } from "~/domain/pricing/rules"

export const CurrencyContext = createContext<CurrencyCode>(defaultRules.currency)

export function useCurrency(): CurrencyCode {
  return useContext(CurrencyContext)
}

export function useCurrencySymbol(): string {
  return currencies[useCurrency()].symbol
}

export function useFormatMoney(): (cents: Cents) => string {
  const currency = useCurrency()
  return (cents) => formatMoney(cents, currency)
}
