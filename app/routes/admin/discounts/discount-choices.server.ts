import { dayOf, lastDayOf } from "~/domain/discounts/discount"
import type { DiscountRecord } from "~/domain/discounts/discount-table.server"
import { centsToText } from "~/domain/money/format-money"
import { PERCENT } from "~/domain/pricing/rules"
import type { Shop } from "~/domain/shop"

export function discountChoices({ categories, settings }: Shop) {
  return {
    categories: categories.current.all.map(({ key, name }) => ({ value: key, label: name })),
    zones: settings.current.pricing.zones.map(({ id, name }) => ({ value: id, label: name })),
  }
}

export function discountFields({ startsAt, endsAt, updatedAt, ...rule }: DiscountRecord) {
  const count = (number: number | null) => (number === null ? "" : String(number))
  const money = (cents: number | null) => (cents === null ? "" : centsToText(cents))
  return {
    name: rule.name,
    code: rule.code ?? "",
    kind: rule.kind,
    percent: rule.percent === null ? "" : String(rule.percent / PERCENT),
    amount: money(rule.amount),
    target: rule.categories.length > 0 ? "categories" : rule.products.length > 0 ? "products" : "order",
    categories: [...rule.categories],
    products: rule.products.join("\n"),
    goodsFrom: money(rule.goodsFrom),
    unitsFrom: count(rule.unitsFrom),
    zones: [...rule.zones],
    firstOrder: rule.firstOrder ? "on" : "",
    from: startsAt ? dayOf(startsAt) : "",
    until: endsAt ? dayOf(lastDayOf(endsAt)) : "",
    maxUses: count(rule.maxUses),
    maxUsesPerPerson: count(rule.maxUsesPerPerson),
    version: updatedAt.toISOString(),
  }
}
