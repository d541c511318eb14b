import { createContext, useContext } from "react"
import { currencySign, DEFAULT_CURRENCY, formatMoney } from "~/domain/money/format-money"
import type { Cents } from "~/domain/money/money"

export const CurrencyContext = createContext<string>(DEFAULT_CURRENCY)

export function useCurrency(): string {
  return useContext(CurrencyContext)
}

export function useCurrencySymbol(): string {
  return currencySign(useCurrency())
}

export function useFormatMoney(): (cents: Cents) => string {
  const currency = useCurrency()
  return (cents) => formatMoney(cents, currency)
}
