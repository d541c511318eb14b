import people from "./people.json"
import { random } from "./random"
import reviews from "./reviews.json"

export interface DemoPerson {
  name: string
  email: string
  address: DemoAddress
}

/** State and country are in country-state-city. */
export interface DemoAddress {
  address: string
  city: string
  /** The code of ISO 3166-2 without its country, and the name */
  state: { code: string; name: string }
  /** ISO 3166-1 alpha-2 */
  country: string
  pinCode: string
  /** Ten digits */
  phoneNo: string
}

export const demoPeople: DemoPerson[] = people

interface DemoReview {
  product: string
  person: number
  /** 0.5 to 5 in half steps */
  rating: number
  comment: string
  daysAgo: number
}

export function demoReviews(): DemoReview[] {
  const next = random(20)
  return Object.entries(reviews).flatMap(([product, own]) =>
    own.map((review) => ({ product, ...review, daysAgo: age(next()) })),
  )
}

/** Returns one day to thirteen months, mostly young ages. */
function age(chance: number): number {
  return Math.round((1 + 395 * chance ** 1.6) * 100) / 100
}
