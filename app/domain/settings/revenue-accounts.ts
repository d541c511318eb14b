import { linesOf, type SettingsFacts } from "./settings"

/** The revenue account of sales to a place at a rate */
interface RevenueAccount {
  /** A country, `EU` for its other members, or `*` for any place */
  place: string
  /** In percent; null for any */
  rate: number | null
  account: string
  /** The tax key of DATEV ("BU-Schlüssel"); empty for an account that has the tax itself */
  key: string
}

export const MAX_REVENUE_ACCOUNTS = 200

/** Parses a line such as `DE 19 8400 3`; returns null if it is invalid. */
export function parseRevenueAccount(line: string): RevenueAccount | null {
  const [place = "", rate = "", account = "", key = "", ...others] = line.split(/\s+/)
  if (others.length > 0 || !/^(?:\*|[A-Z]{2})$/.test(place) || !isAccount(account)) return null
  if (!/^(?:\*|\d{1,2}(?:\.\d{1,4})?)$/.test(rate) || !/^\d{0,4}$/.test(key)) return null
  return { place, rate: rate === "*" ? null : Number(rate), account, key }
}

export const isAccount = (text: string) => /^\d{4,9}$/.test(text)

export type AccountingFacts = Pick<
  SettingsFacts,
  | "datevConsultant"
  | "datevClient"
  | "financialYearStart"
  | "customersAccount"
  | "gatewayAccount"
  | "feesAccount"
  | "revenueAccounts"
>

export interface SoldAt {
  /** Empty for orders collected at the shop */
  country: string
  /** In percent */
  rate: number
}

/** Returns the first account that fits, as they are listed; null if none does. */
export function revenueAccountOf(
  { revenueAccounts }: Pick<AccountingFacts, "revenueAccounts">,
  { country, rate }: SoldAt,
  isOtherMember: boolean,
): RevenueAccount | null {
  const fits = (one: RevenueAccount) => {
    const isThere = one.place === "*" || one.place === country || (one.place === "EU" && isOtherMember)
    return isThere && (one.rate === null || one.rate === rate)
  }
  return (
    linesOf(revenueAccounts)
      .flatMap((line) => parseRevenueAccount(line) ?? [])
      .find(fits) ?? null
  )
}
