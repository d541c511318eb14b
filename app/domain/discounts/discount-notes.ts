import { formatRoundMoney } from "~/domain/money/format-money"
import { lastDayOf } from "../days"
import { DAY } from "../durations"
import { formatRate } from "../pricing/bill"
import type { Zone } from "../pricing/rules"
import { type DiscountRule, discountStatus, formatDay, usesPerPerson } from "./discount"
import { placesOf } from "./eligibility"

const MOST = 3

interface Said {
  currency: string
  zones: readonly Pick<Zone, "id" | "name">[]
}

/** Such as `10 % off from 3, until Sunday`; does not check whether uses are left. */
export function discountNotes(
  rules: readonly DiscountRule[],
  product: { id: string /** The key */; category: string },
  said: Said,
  now: Date,
): string[] {
  const line = { productId: product.id, category: product.category }
  return rules
    .filter((rule) => rule.maxUses === null && discountStatus(rule, 0, now) === "running")
    .filter((rule) => placesOf(rule, [line]).length > 0)
    .slice(0, MOST)
    .map((rule) => describeDiscount(rule, said, now))
}

function describeDiscount(rule: DiscountRule, { currency, zones }: Said, now: Date): string {
  const { kind, goodsFrom, unitsFrom, firstOrder, endsAt } = rule
  const places = zones.filter(({ id }) => rule.zones.includes(id)).map(({ name }) => name)
  const conditions = [
    unitsFrom !== null && `from ${unitsFrom}`,
    goodsFrom !== null && `from ${formatRoundMoney(goodsFrom, currency)}`,
    firstOrder && "on a first order",
    places.length > 0 && `to ${places.join(" and ")}`,
  ]
  const takes = describeKind(rule, currency)
  const what = [kind === "shipping" ? takes : `${takes} off`, ...conditions].filter(Boolean).join(" ")
  const once = usesPerPerson(rule)
  const limits = [
    once !== null && !firstOrder && (once === 1 ? "once for each person" : `${once} times for each person`),
    endsAt !== null && `until ${formatLastDay(lastDayOf(endsAt), now)}`,
  ]
  return [what, ...limits].filter(Boolean).join(", ")
}

/** What it takes off: `10 %`, `$5` or `Free shipping` */
export function describeKind(
  { kind, percent, amount }: Pick<DiscountRule, "kind" | "percent" | "amount">,
  currency: string,
): string {
  if (kind === "shipping") return "Free shipping"
  return kind === "percent" ? formatRate(percent ?? 0) : formatRoundMoney(amount ?? 0, currency)
}

const weekdayFormat = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" })

/** Stays right in the cache: a weekday is one of the days to come. */
function formatLastDay(day: Date, now: Date): string {
  return day.getTime() - now.getTime() < 6 * DAY ? weekdayFormat.format(day) : formatDay(day, now)
}
