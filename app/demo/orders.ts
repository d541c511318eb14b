import { fromDate, weekdayOf } from "~/domain/days/calendar"
import { DAY } from "~/domain/durations"
import { type DemoProduct, demoProducts } from "./products"
import { pick, random } from "./random"
import { type DemoAddress, type DemoPerson, demoPeople } from "./reviews"

export interface DemoOrder {
  /** An index into `demoPeople` */
  person: number
  /** Days before now, fractional, 0.05 to 92 */
  daysAgo: number
  lines: { slug: string; quantity: number }[]
  status: "Processing" | "Shipped" | "Delivered"
  address: DemoAddress
}

const days = 92

/** Days with peaks of the income chart */
const rarePurchases: [daysAgo: number, slug: string][] = [
  [71.4, "two-group-espresso-machine"],
  [38.2, "upright-arcade-cabinet"],
  [16.6, "aria-concert-headphone-system"],
]

/** Returns the same orders every time, oldest first; `now` only decides which days are weekends. */
export function demoOrders(now: Date = new Date("2025-03-03T12:00:00Z")): DemoOrder[] {
  const next = random(7)
  const everyday = Array.from({ length: days }, (_, day) => days - 1 - day).flatMap((daysAgo) =>
    Array.from({ length: ordersOf(daysAgo, now, next()) }, () => everydayOrder(daysAgo, next)),
  )
  const rare = rarePurchases.map(([daysAgo, slug]) => order(daysAgo, [{ slug, quantity: 1 }], next))
  return [...everyday, ...rare].sort((a, b) => b.daysAgo - a.daysAgo)
}

/** Orders grow by half over the period, and on weekends. */
function ordersOf(daysAgo: number, now: Date, chance: number): number {
  const weekday = weekdayOf(fromDate(new Date(now.getTime() - daysAgo * DAY)))
  const trend = 1 + 0.5 * (1 - daysAgo / days)
  const weekend = weekday === 0 || weekday === 6 ? 1.7 : 0.82
  return Math.floor(trend * weekend * 0.98 + chance)
}

function everydayOrder(day: number, next: () => number): DemoOrder {
  const lines = new Map<string, number>()
  const wanted = 1 + Math.floor(next() ** 1.8 * 4)
  while (lines.size < wanted) {
    const product = pickByPrice(next)
    lines.set(product.slug, product.price < 5000 && next() < 0.35 ? 2 + Math.floor(next() * 2) : 1)
  }
  const daysAgo = Math.round((day + 0.05 + next() * 0.9) * 1000) / 1000
  return order(
    daysAgo,
    [...lines].map(([slug, quantity]) => ({ slug, quantity })),
    next,
  )
}

function order(daysAgo: number, lines: DemoOrder["lines"], next: () => number): DemoOrder {
  const person = Math.floor(next() * demoPeople.length)
  const { address } = demoPeople[person] as DemoPerson
  return { person, daysAgo, lines, status: statusAt(daysAgo, next()), address }
}

function statusAt(daysAgo: number, chance: number): DemoOrder["status"] {
  if (daysAgo < 2.2 + chance * 2.4) return "Processing"
  return daysAgo < 8 + chance * 5 ? "Shipped" : "Delivered"
}

/** Picks products under $1,500, cheap ones more often. */
function pickByPrice(next: () => number): DemoProduct {
  const affordable = demoProducts.filter((product) => product.price < 150_000)
  for (;;) {
    const product = pick(next, affordable)
    if (next() < 1 / (1 + product.price / 15_000)) return product
  }
}
