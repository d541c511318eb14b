import { pick } from "~/demo/random"
import { initialCategories } from "~/domain/catalog/categories/category"
import type { ProductFields } from "~/domain/catalog/product"
import { brand } from "./brand"
import type { Kind } from "./category-kinds"
import words from "./seed-words.json"

export interface InventedProduct extends Omit<ProductFields, "category"> {
  kind: Kind
  /** In half stars */
  ratings: number[]
}

const { materials, qualities, colours, sentences } = words

/** Names with usual prices in dollars, the likeliest first */
const things = (kind: Kind) => Object.entries<number>(words.things[kind])

const BRANDS = 2_000
const shares = [0.22, 0.13, 0.25, 0.09, 0.15, 0.16]

export function inventProduct(next: () => number): InventedProduct {
  const kind = inventKind(next)
  const [thing, dollars] = skewed(next, things(kind), 1.6)
  const words = { material: skewed(next, materials, 2), quality: skewed(next, qualities, 2) }
  const maker = brand(Math.floor(BRANDS * next() ** 3))
  const model = next() < 0.3 ? ` ${pick(next, letters)}${Math.floor(next() ** 2 * 9_000) + 100}` : ""
  return {
    name: `${maker} ${next() < 0.6 ? words.quality : ""} ${words.material} ${thing}${model}`.replace(/\s+/g, " "),
    desc: describe(next, words, thing),
    kind,
    price: inventPrice(next, dollars),
    stock: next() < 0.08 ? 0 : Math.floor(1 + 200 * next() ** 3),
    ratings: inventRatings(next),
  }
}

const letters = [..."ABCDEGHKLMNPRSTVX"]

function inventKind(next: () => number): Kind {
  let chance = next()
  const index = shares.findIndex((share) => {
    chance -= share
    return chance < 0
  })
  return initialCategories.at(index) as Kind
}

function skewed<T>(next: () => number, items: readonly T[], skew: number): T {
  return items[Math.floor(items.length * next() ** skew)] as T
}

function describe(next: () => number, words: { material: string; quality: string }, thing: string): string {
  const count = 3 + Math.floor(next() * 4)
  const chosen = Array.from({ length: count }, () => pick(next, sentences))
  return [...new Set(chosen)]
    .map((sentence, index) => {
      const filled = sentence
        .replace(/\{material\}/g, () => (index === 0 ? words.material : skewed(next, materials, 2)).toLowerCase())
        .replace(/\{quality\}/g, () => (index === 0 ? words.quality : skewed(next, qualities, 2)).toLowerCase())
        .replace(/\{colour\}/g, () => skewed(next, colours, 1.8))
        .replace(/\{number\}/g, () => String(Math.ceil(900 * next() ** 2)))
      return index === 0 ? `${thing}. ${filled}` : filled
    })
    .join(" ")
}

/** Returns cents around the usual price, rarely far above. */
function inventPrice(next: () => number, dollars: number): number {
  const spread = Math.exp((next() + next() + next() - 1.5) * 1.1) * (next() < 0.02 ? 6 : 1)
  const price = Math.min(24_999, Math.max(2, dollars * spread))
  return price < 20 ? Math.round(price * 2) * 50 : Math.round(price) * 100 - (next() < 0.5 ? 1 : 0)
}

function inventRatings(next: () => number): number[] {
  const count = next() < 0.35 ? 0 : Math.floor(1 / (0.03 + next()) ** 0.9)
  const leaning = 6 + next() * 4
  return Array.from({ length: count }, () => Math.min(10, Math.max(1, Math.round(leaning + (next() + next() - 1) * 4))))
}
