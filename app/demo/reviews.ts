import people from "./people.json"
import { random } from "./random"
import reviews from "./reviews.json"

export interface DemoPerson {
  name: string
  email: string
  address: DemoAddress
}

/** Of a state and a country that country-state-city knows. */
export interface DemoAddress {
  address: string
  city: string
  /** the code of ISO 3166-2 without its country, and the name a shopper reads */
  state: { code: string; name: string }
  /** ISO 3166-1 alpha-2 */
  country: string
  pinCode: string
  /** ten digits */
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

/** Between one day and thirteen months, mostly young. */
function age(chance: number): number {
  return Math.round((1 + 395 * chance ** 1.6) * 100) / 100
}
