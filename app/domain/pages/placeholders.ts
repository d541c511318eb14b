import { mailLink } from "~/domain/mail/mail-address"
import { linesOf } from "~/domain/settings/settings"
import { escapeMarkdown } from "~/domain/text/escape-markdown"

export interface PageFacts {
  shop: string
  email: string
  address: string
  telephone: string
  openingHours: string
  taxId: string
  registrations: string
  currency: string
  taxRate: string
  shippingPrice: string
  freeShippingAbove: string
  prices: string
  /** Markdown, as the following ones are */
  shipping: string
  /** Empty where no law gives one */
  rightOfWithdrawal: string
  returnCosts: string
  waysToPay: string
}

export const placeholders: readonly { word: string; fact: keyof PageFacts; label: string }[] = [
  { word: "shop", fact: "shop", label: "name of the shop" },
  { word: "email", fact: "email", label: "email address" },
  { word: "address", fact: "address", label: "postal address" },
  { word: "telephone", fact: "telephone", label: "telephone number" },
  { word: "opening hours", fact: "openingHours", label: "opening hours" },
  { word: "tax id", fact: "taxId", label: "tax ID" },
  { word: "registrations", fact: "registrations", label: "producer registrations, if any" },
  { word: "currency", fact: "currency", label: "currency of the prices" },
  { word: "tax rate", fact: "taxRate", label: "tax rate" },
  { word: "shipping price", fact: "shippingPrice", label: "price of shipping" },
  { word: "shipping", fact: "shipping", label: "destinations, shipping methods and prices" },
  { word: "prices", fact: "prices", label: "currency, and whether prices include tax" },
  { word: "free shipping above", fact: "freeShippingAbove", label: "order value for free shipping" },
  { word: "right of withdrawal", fact: "rightOfWithdrawal", label: "right of withdrawal, where the law gives one" },
  { word: "ways to pay", fact: "waysToPay", label: "how orders are paid" },
  { word: "return costs", fact: "returnCosts", label: "who pays for returns" },
]

const PLACEHOLDER = /\{\{ ?([a-z][a-z ]{0,18}[a-z]) ?\}\}/g
const OPEN_PLACE = /\[fill in:([^[\]\n]{1,200})\]/g

/** Markdown, which is filled in once */
const sections: readonly (keyof PageFacts)[] = ["shipping", "rightOfWithdrawal", "returnCosts", "waysToPay"]

/** Left out if they are empty */
const optional: readonly (keyof PageFacts)[] = ["rightOfWithdrawal", "registrations"]

/** Each value may become a whole postal address. */
export const MAX_PLACEHOLDERS = 100

export function countPlaceholders(body: string): number {
  return body.split("{{").length - 1
}

/** Unknown values become open placeholders. */
export function fillPlaceholders(body: string, facts: PageFacts): string {
  let filled = 0
  const listed = new Set<keyof PageFacts>()
  return body.replace(PLACEHOLDER, (written, word: string) => {
    const place = placeholders.find((one) => one.word === word)
    if (!place || filled++ >= MAX_PLACEHOLDERS) return written
    const value = linesOf(facts[place.fact])
    if (value.length === 0 && optional.includes(place.fact)) return ""
    if (value.length === 0) return `**[fill in: ${place.label}]**`
    if (sections.includes(place.fact)) {
      if (listed.has(place.fact)) return written
      listed.add(place.fact)
      return facts[place.fact]
    }
    const text = value.map(escapeMarkdown).join("\n")
    return place.fact === "email" ? `[${text}](<${mailLink(facts.email)}>)` : text
  })
}

export function listUnfilled(body: string, facts: PageFacts): string[] {
  const filled = fillPlaceholders(body, facts)
  return [...new Set([...filled.matchAll(OPEN_PLACE)].map(([, words = ""]) => words.trim()))]
}
