import { daysBetween, weekdayName } from "~/domain/days/calendar"
import { type Day, type Days, lastDayOf } from "~/domain/days/days"
import { formatRoundMoney } from "~/domain/money/format-money"
import { formatRate } from "~/domain/pricing/bill"
import type { Zone } from "~/domain/pricing/rules"
import { discountStatus, formatDay, usesPerPerson } from "./discount"
import type { DiscountRule } from "./discount-record"
import { placesOf } from "./eligibility"

const MOST = 3

interface ShopTerms {
  currency: string
  zones: readonly Pick<Zone, "id" | "name">[]
}

interface Clock {
  now: Date
  days: Pick<Days, "dayOf">
}

/** Returns notes such as `10 % off 3 or more, until Sunday`; does not check whether uses are left. */
export function discountNotes(
  rules: readonly DiscountRule[],
  product: { id: string /** The key */; category: string },
  terms: ShopTerms,
  { now, days }: Clock,
): string[] {
  const line = { productId: product.id, category: product.category }
  return rules
    .filter((rule) => rule.maxUses === null && discountStatus(rule, 0, now) === "running")
    .filter((rule) => placesOf(rule, [line]).length > 0)
    .slice(0, MOST)
    .map((rule) => describeDiscount(rule, terms, { now, days }))
}

function describeDiscount(rule: DiscountRule, { currency, zones }: ShopTerms, { now, days }: Clock): string {
  const { kind, goodsFrom, unitsFrom, firstOrder, endsAt } = rule
  const places = zones.filter(({ id }) => rule.zones.includes(id)).map(({ name }) => name)
  const least = [
    unitsFrom !== null && `${unitsFrom} or more`,
    goodsFrom !== null && `${formatRoundMoney(goodsFrom, currency)} or more`,
  ].filter(Boolean)
  const value = describeKind(rule, currency)
  const what = [
    kind === "shipping" ? value : `${value} off`,
    kind === "shipping" && least.length > 0 && "on",
    least.join(" for "),
    firstOrder && "on a first order",
    places.length > 0 && `to ${places.join(" and ")}`,
  ]
  const once = usesPerPerson(rule)
  const limits = [
    once !== null && !firstOrder && (once === 1 ? "once per customer" : `${once} times per customer`),
    endsAt !== null && `until ${formatLastDay(lastDayOf(endsAt, days), days.dayOf(now))}`,
  ]
  return [what.filter(Boolean).join(" "), ...limits].filter(Boolean).join(", ")
}

/** Returns the value of a discount: `10 %`, `$5` or `Free shipping`. */
export function describeKind(
  { kind, percent, amount }: Pick<DiscountRule, "kind" | "percent" | "amount">,
  currency: string,
): string {
  if (kind === "shipping") return "Free shipping"
  return kind === "percent" ? formatRate(percent ?? 0) : formatRoundMoney(amount ?? 0, currency)
}

/** Names a weekday only for the coming days, so that a cached page stays correct. */
function formatLastDay(day: Day, today: Day): string {
  return daysBetween(today, day) < 6 ? weekdayName(day) : formatDay(day, today)
}
