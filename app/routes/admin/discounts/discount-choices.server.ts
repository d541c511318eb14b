import type { DiscountRule } from "~/domain/discounts/discount"
import { discountTexts } from "~/domain/discounts/discount-texts"
import type { Shop } from "~/domain/shop"

export function discountChoices({ categories, settings }: Shop) {
  return {
    categories: categories.current.all.map(({ key, name }) => ({ value: key, label: name })),
    zones: settings.current.pricing.zones.map(({ id, name }) => ({ value: id, label: name })),
  }
}

export function discountFields(rule: DiscountRule) {
  return { ...discountTexts(rule), categories: [...rule.categories], zones: [...rule.zones] }
}
