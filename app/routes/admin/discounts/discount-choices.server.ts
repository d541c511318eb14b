import { daysOf } from "~/domain/days/shop-days.server"
import type { DiscountRule } from "~/domain/discounts/discount"
import { discountTexts } from "~/domain/discounts/discount-texts"
import type { Shop } from "~/domain/shop"

export function discountChoices({ categories, settings }: Shop) {
  return {
    categories: categories.current.all.map(({ key, name }) => ({ value: key, label: name })),
    zones: settings.current.pricing.zones.map(({ id, name }) => ({ value: id, label: name })),
  }
}

export function discountFields(shop: Pick<Shop, "settings">, rule: DiscountRule) {
  return { ...discountTexts(rule, daysOf(shop)), categories: [...rule.categories], zones: [...rule.zones] }
}
