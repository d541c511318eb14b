import { taxClassesOf } from "~/domain/pricing/rules"
import type { Shop } from "~/domain/shop"
import { taxClassName } from "~/domain/taxes/tax-rate"

export function taxClassChoices({ settings }: Shop): { value: string; label: string }[] {
  const classes = taxClassesOf(settings.current.pricing.taxes)
  return classes.map((value) => ({ value, label: taxClassName(value) }))
}
