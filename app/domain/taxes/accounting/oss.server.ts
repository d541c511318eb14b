import type { Staff } from "~/domain/accounts/actor"
import { Decimal } from "~/domain/csv/csv-cell"
import { csvOf } from "~/domain/csv/csv-table.server"
import { todayOf } from "~/domain/days/shop-days.server"
import { centsToText } from "~/domain/money/format-money"
import type { Cents } from "~/domain/money/money"
import { taxRowsOf } from "~/domain/pricing/taxed-parts"
import type { Queryable, Shop } from "~/domain/shop"
import { percentText } from "../tax-rate"
import { taxedEntries } from "../tax-report.server"
import { daysOfQuarter, endedQuarters, type OssFilter, quarterOf } from "./oss"
import { isOtherMember, stateName, stateOfTaxation } from "./state-of-taxation.server"

export interface OssRow {
  /** A supply of the quarter without its refunds, or the correction of an earlier quarter */
  kind: "supply" | "correction"
  /** The quarter of the supply */
  quarter: string
  country: string
  tax: string
  rate: number
  base: Cents
  amount: Cents
}

/**
 * Returns the supplies to other member states for the One Stop Shop (Directive 2006/112/EC, articles 369g and 369h): a
 * refund of an order of the quarter reduces its supplies, and one of an earlier order corrects its own quarter.
 */
export async function reportOss(shop: Queryable, _staff: Staff<"taxes.see">, quarter: string): Promise<OssRow[]> {
  const { home } = shop.settings.current.pricing
  const rows = new Map<string, OssRow>()
  for await (const { kind, order, parts, ...place } of taxedEntries(shop, daysOfQuarter(quarter))) {
    const country = stateOfTaxation(place, home)
    if (!isOtherMember(country, home)) continue
    const supplied = quarterOf(order.day)
    const sign = kind === "sale" ? 1 : -1
    for (const { name, rate, net, amount } of taxRowsOf(parts)) {
      if (name === "") continue
      const key = [supplied, country, name, rate].join("|")
      const row = rows.get(key) ?? {
        ...{ kind: supplied === quarter ? ("supply" as const) : ("correction" as const), quarter: supplied },
        ...{ country, tax: name, rate, base: 0, amount: 0 },
      }
      row.base += sign * net
      row.amount += sign * amount
      rows.set(key, row)
    }
  }
  return [...rows.values()].filter(({ base, amount }) => base !== 0 || amount !== 0).sort(byQuarterAndPlace)
}

/** The supplies of the quarter first, then corrections, the newest quarter first */
function byQuarterAndPlace(one: OssRow, other: OssRow): number {
  const [first, second] = [one, other].map(({ country, rate }) => `${country} ${String(rate).padStart(8, "0")}`)
  return other.quarter.localeCompare(one.quarter, "en") || (first ?? "").localeCompare(second ?? "", "en")
}

/** Without a quarter, the last one that has ended */
export async function* exportOss(shop: Shop, staff: Staff<"taxes.see">, filter: OssFilter): AsyncGenerator<string> {
  const [last = ""] = endedQuarters(todayOf(shop), 1)
  const rows = await reportOss(shop, staff, filter.quarter || last)
  const { currency } = shop.settings.current.pricing
  const columns = {
    kind: ({ kind }: OssRow) => kind,
    quarter: ({ quarter }: OssRow) => quarter,
    country: ({ country }: OssRow) => (country === "GR" ? "EL" : country),
    countryName: ({ country }: OssRow) => stateName(country),
    tax: ({ tax }: OssRow) => tax,
    rate: ({ rate }: OssRow) => percentText(rate),
    base: ({ base }: OssRow) => new Decimal(centsToText(base)),
    amount: ({ amount }: OssRow) => new Decimal(centsToText(amount)),
    currency: () => currency,
  }
  yield* csvOf<OssRow>(columns, [rows])
}
