import { random } from "./random"
import { clothingReviews } from "./reviews/clothing"
import { electronicsReviews } from "./reviews/electronics"
import { footwearReviews } from "./reviews/footwear"
import { gamingReviews } from "./reviews/gaming"
import { householdReviews } from "./reviews/household"
import { kitchenReviews } from "./reviews/kitchen"

export const demoPeople: { name: string; email: string }[] = [
  { name: "Amelia Thornton", email: "amelia.thornton@example.com" },
  { name: "Rohan Mehta", email: "rohan.mehta@example.com" },
  { name: "Ingrid Solberg", email: "ingrid.solberg@example.com" },
  { name: "Daniel Okafor", email: "daniel.okafor@example.com" },
  { name: "Mei Tanaka", email: "mei.tanaka@example.com" },
  { name: "Lucas Ferreira", email: "lucas.ferreira@example.com" },
  { name: "Sofia Marchetti", email: "sofia.marchetti@example.com" },
  { name: "Callum Fraser", email: "callum.fraser@example.com" },
  { name: "Priya Nair", email: "priya.nair@example.com" },
  { name: "Hannah Weiss", email: "hannah.weiss@example.com" },
  { name: "Tomasz Kowalski", email: "tomasz.kowalski@example.com" },
  { name: "Grace Adeyemi", email: "grace.adeyemi@example.com" },
  { name: "Oliver Bennett", email: "oliver.bennett@example.com" },
  { name: "Camille Laurent", email: "camille.laurent@example.com" },
]

/** The reviews of one category: per product, the reviewer's index in `demoPeople`, the rating and the comment. */
export type CategoryReviews = Record<string, [person: number, rating: number, comment: string][]>

export interface DemoReview {
  product: string
  person: number
  /** 0.5 to 5 in half steps */
  rating: number
  comment: string
  daysAgo: number
}

/** All reviews of the demo catalogue; the same list at every call. */
export function demoReviews(): DemoReview[] {
  const next = random(20)
  const shelves = [
    electronicsReviews,
    footwearReviews,
    clothingReviews,
    gamingReviews,
    kitchenReviews,
    householdReviews,
  ]
  return shelves
    .flatMap((shelf) => Object.entries(shelf))
    .flatMap(([product, reviews]) =>
      reviews.map(([person, rating, comment]) => ({ product, person, rating, comment, daysAgo: age(next()) })),
    )
}

/** Between one day and thirteen months, the younger ages likelier. */
function age(chance: number): number {
  return Math.round((1 + 395 * chance ** 1.6) * 100) / 100
}
