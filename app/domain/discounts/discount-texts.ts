import { type Days, lastDayOf } from "~/domain/days/days"
import { centsToText } from "~/domain/money/format-money"
import type { Cents } from "~/domain/money/money"
import { PERCENT } from "~/domain/pricing/rules"
import type { DiscountRule } from "./discount"

export type DiscountTexts = ReturnType<typeof discountTexts>

/** As the form has them, with an item of a list on each line */
export function discountTexts(
  { startsAt, endsAt, ...rule }: Omit<DiscountRule, "id" | "stoppedAt">,
  days: Pick<Days, "dayOf">,
) {
  return {
    name: rule.name,
    code: rule.code ?? "",
    kind: rule.kind as string,
    percent: rule.percent === null ? "" : String(rule.percent / PERCENT),
    amount: money(rule.amount),
    target: rule.categories.length > 0 ? "categories" : rule.products.length > 0 ? "products" : "order",
    categories: rule.categories.toSorted().join("\n"),
    products: rule.products.join("\n"),
    goodsFrom: money(rule.goodsFrom),
    unitsFrom: count(rule.unitsFrom),
    zones: rule.zones.toSorted().join("\n"),
    firstOrder: rule.firstOrder ? "on" : "",
    from: startsAt ? days.dayOf(startsAt) : "",
    until: endsAt ? lastDayOf(endsAt, days) : "",
    maxUses: count(rule.maxUses),
    maxUsesPerPerson: count(rule.maxUsesPerPerson),
  }
}

const count = (number: number | null) => (number === null ? "" : String(number))

const money = (cents: Cents | null) => (cents === null ? "" : centsToText(cents))
