import { createContext, useContext } from "react"
import { type CurrencyCode, currencies, DEFAULT_CURRENCY, formatMoney } from "~/domain/format-money"
import type { Cents } from "~/domain/money"

export const CurrencyContext = createContext<CurrencyCode>(DEFAULT_CURRENCY)

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
