import { formatRoundMoney } from "~/domain/money/format-money"
import type { PricingRules, ShippingMethod } from "~/domain/pricing/rules"
import { escapeMarkdown } from "~/domain/text/escape-markdown"
import { pluralize } from "~/domain/text/pluralize"
import type { termsOf } from "./terms"

/** A Markdown list of shipping destinations with methods and prices; empty if nothing is shipped */
export function shippingTerms({ zones, currency }: Pick<PricingRules, "zones" | "currency">): string {
  const [only, ...others] = zones.flatMap(({ methods }) => methods.filter(({ isOn }) => isOn))
  if (!only) return ""
  if (zones.length === 1 && others.length === 0 && only.kind === "flat") return `- ${flatShipping(only, currency)}`
  const offering = zones.filter(({ methods }) => methods.some(({ isOn }) => isOn))
  const list = offering.map(({ name, methods }) => {
    const offered = methods.filter(({ isOn }) => isOn).map((method) => describeMethod(method, currency))
    return zones.length === 1
      ? offered.map((method) => `- ${method}`)
      : `- **${escapeMarkdown(name)}:** ${offered.join("; ")}`
  })
  return list.flat().join("\n")
}

/** The sentence without a full stop */
export function pricesTerms({ currency, taxesIncluded, taxRate }: ReturnType<typeof termsOf>): string {
  if (taxRate === "") return `Prices are in ${currency}. Shipping is shown before you confirm`
  return taxesIncluded
    ? `Prices are in ${currency} and include tax. Shipping is shown before you confirm`
    : `Prices are in ${currency} and do not include tax. Tax of ${taxRate} and shipping are shown before you confirm`
}

function flatShipping({ steps: [step], freeAbove }: ShippingMethod, currency: string): string {
  if (!step || step.price === 0) return "Shipping is **free**."
  const costs = `Shipping costs **${formatRoundMoney(step.price, currency)}**.`
  if (freeAbove === null) return costs
  const above = formatRoundMoney(freeAbove, currency)
  return `${costs} It is **free** when the products in your order come to more than **${above}**.`
}

function describeMethod({ name, kind, steps, freeAbove, days }: ShippingMethod, currency: string): string {
  const prices = steps.map(({ price }) => price)
  const least = Math.min(...prices)
  const price = least === 0 && prices.length === 1 ? "free" : formatRoundMoney(least, currency)
  const by = kind === "weight" ? " by weight" : kind === "price" ? " by the price of the products" : ""
  const facts = [
    prices.length > 1 ? `from ${price},${by}` : price,
    freeAbove !== null && price !== "free" && `free above ${formatRoundMoney(freeAbove, currency)}`,
    days &&
      (days.from === days.to ? `${pluralize(days.to, "working day")}` : `${days.from} to ${days.to} working days`),
  ]
  return `${escapeMarkdown(name)} ${facts.filter(Boolean).join(", ")}`
}
